/** The runs of the fault suite: what the owner does, and the point at which the product is killed meanwhile. */
import { v7 as uuid } from "uuid";
import { requestSeatSync } from "~/models/subscription.server";
import type { Call } from "./clients";
import type { Passing, Watcher } from "./fault-gate";
import type { FaultStage } from "./fault-stage";
import { addMember } from "./members";
import type { Person } from "./people";
import { makeRandom } from "./random";

/** Where the process is killed. */
export const POINTS = [
  "intent stored",
  "before the call",
  "call sent",
  "call answered",
  "before commit",
  "after commit",
  "event",
] as const;

/** The first plan, and what an owner with a plan does. */
export const KINDS = ["subscribe", "change", "seats", "card", "cancel"] as const;

export interface Run {
  number: number;
  point: (typeof POINTS)[number];
  kind: (typeof KINDS)[number];
  /** The provider's events do not arrive, so that only the product itself can settle the payment. */
  losesEvents: boolean;
}

export type Owner = Person & { call: Call };

interface Deed {
  /** The plan from before; null for none. */
  from: "pro" | "team" | null;
  /** Null when no request of the owner does it. */
  act(stage: FaultStage, owner: Owner): Promise<{ status: number } | null>;
  /** Whether this request to the provider is the one that changes something. */
  isDecisive(passing: Passing): boolean;
  /** What the account and the provider both have in the end. */
  result: { plan: string; seats: number; isEnding: boolean; card: string; charges: number };
}

const PRO = { plan: "pro", seats: 1, isEnding: false, card: "4242", charges: 1 };

export const DEEDS: Record<Run["kind"], Deed> = {
  subscribe: {
    from: null,
    act: (_stage, { call }) => call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" }),
    isDecisive: ({ isCharge }) => isCharge,
    result: PRO,
  },
  change: {
    from: "pro",
    act: (_stage, { call }) => call("PATCH", "/api/account/plan", { plan: "scale", token: "tok_visa" }),
    isDecisive: ({ isCharge }) => isCharge,
    result: { ...PRO, plan: "scale", charges: 2 },
  },
  seats: {
    from: "team",
    async act(stage, owner) {
      await addSeat(stage, owner);
      return null;
    },
    isDecisive: ({ isCharge }) => isCharge,
    result: { ...PRO, plan: "team", seats: 2, charges: 2 },
  },
  card: {
    from: "pro",
    act: (_stage, { call }) => call("PATCH", "/api/account/card", { token: "tok_mastercard" }),
    isDecisive: ({ method, path }) => method === "POST" && path === "/v1/setup_intents",
    result: { ...PRO, card: "4444" },
  },
  cancel: {
    from: "pro",
    act: (_stage, { call }) => call("PATCH", "/api/account/plan", { plan: "free" }),
    isDecisive: ({ method, body }) => method === "POST" && body.includes("cancel_at_period_end"),
    result: { ...PRO, isEnding: true },
  },
};

/** One more member joins. A second call adds none. */
function addSeat(stage: FaultStage, { accountId }: Owner): Promise<void> {
  return stage.withStore((store) =>
    store.transaction(async (inside) => {
      if ((await inside.count("memberships", { accountId })) > 1) return;
      await addMember(inside, { userId: uuid(), accountId });
      await requestSeatSync(inside, { accountIds: [accountId] });
    }),
  );
}

/** Every kind meets every point once in as many runs as there are pairs, since their numbers have no common divisor. */
export function buildRuns(count: number, seed: number): Run[] {
  const random = makeRandom(seed);
  return Array.from({ length: count }, (_, number) => ({
    number,
    point: POINTS[number % POINTS.length] ?? "event",
    kind: KINDS[number % KINDS.length] ?? "subscribe",
    losesEvents: random() < 0.5,
  }));
}

/** Kills the product when what the owner does reaches the run's point. Resolves when the process has ended. */
export async function killAt(
  stage: FaultStage,
  { accountId }: Owner,
  { kind, point, losesEvents }: Run,
): Promise<void> {
  const { gate } = stage;
  const { isDecisive } = DEEDS[kind];
  if (point === "before commit" || point === "after commit") {
    gate.watch({ before: loseEvents(losesEvents) });
    await stage.killAtCommit(point === "before commit" ? "before" : "after");
    return;
  }
  await new Promise<void>((resolve) => {
    let isKilled = false;
    const killOnce = async () => {
      if (isKilled) return "pass" as const;
      isKilled = true;
      await stage.kill();
      resolve();
      return "break" as const;
    };
    const killIfDecisive = (passing: Passing) => (isDecisive(passing) ? killOnce() : undefined);
    const hasOpenIntent = async () =>
      (await stage.withStore((store) => store.count("billingIntents", { openClaim: accountId }))) > 0;
    const watchers: Record<typeof point, Watcher> = {
      // Background work calls the provider too, before there is an intent.
      "intent stored": {
        before: async ({ isEvent }) => (!isEvent && (await hasOpenIntent()) ? killOnce() : "pass"),
      },
      "before the call": { before: killIfDecisive },
      "call sent": { between: killIfDecisive },
      "call answered": { after: (passing) => void killIfDecisive(passing) },
      event: { before: ({ isEvent }) => (isEvent && gate.passed.some(isDecisive) ? killOnce() : undefined) },
    };
    const watcher = watchers[point];
    const lose = loseEvents(losesEvents);
    gate.watch({
      ...watcher,
      before: (passing, response) =>
        (point !== "event" || isKilled ? lose?.(passing, response) : undefined) ??
        watcher.before?.(passing, response),
    });
  });
}

function loseEvents(losesEvents: boolean): Watcher["before"] {
  if (!losesEvents) return () => undefined;
  return ({ isEvent }, response) => {
    if (!isEvent) return undefined;
    response.end("{}");
    return Promise.resolve("answered");
  };
}
