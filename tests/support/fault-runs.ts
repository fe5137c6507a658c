/** The runs of the fault suite: what the owner does, and the point at which the product is killed meanwhile. */
import { v7 as uuid } from "uuid";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { membershipEntity } from "~/models/membership.server";
import { days } from "~/domain/limits";
import { requestSeatSync } from "~/models/subscription.server";
import type { Call } from "./clients";
import type { Passing, Watcher } from "./fault-gate";
import type { FaultStage } from "./fault-stage";
import { addMember } from "./members";
import type { TestUser } from "./users";
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

/** The first plan, what an owner with a plan does, and what a master does for the account. */
export const KINDS = [
  ...(["subscribe", "change", "abandon", "seats", "card", "cancel", "give", "extend"] as const),
] as const;

export interface Run {
  number: number;
  point: (typeof POINTS)[number];
  kind: (typeof KINDS)[number];
  /** The provider's events do not arrive, so that only the product itself can settle the payment. */
  losesEvents: boolean;
}

export type Owner = TestUser & { call: Call };

interface Deed {
  /** The plan from before, which the owner has chosen or a master has given; null for none. */
  from: "pro" | "team" | "given" | null;
  /** Null when no request does it. */
  act(stage: FaultStage, owner: Owner): Promise<{ status: number } | null>;
  /** Ends at the provider what no one confirms. */
  discard?(stage: FaultStage, owner: Owner): Promise<void>;
  /** No commit records its result, so that it is killed at other points instead. */
  hasNoCommit?: boolean;
  /** Whether this request to the provider is the one that changes something. */
  isDecisive(passing: Passing): boolean;
  /** The state that the account and the provider both have in the end. */
  result: {
    plan: string;
    seats: number;
    isEnding: boolean;
    card: string | null;
    charges: number;
    trial: Trial | null;
    /** How many say that a subscription has started. */
    mails: number;
  };
}

type Trial = "given" | "extended";

const PRO = { plan: "pro", seats: 1, isEnding: false, card: "4242", charges: 1, trial: null, mails: 1 };
const [GIVEN_DAYS, EXTENDED_DAYS] = [20, 30];
const REASON = { reason: "They asked", confirm: "on" };

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
  abandon: {
    from: "pro",
    act: (_stage, { call }) =>
      call("PATCH", "/api/account/plan", { plan: "scale", token: "tok_4000000000003220" }),
    discard: discardWaiting,
    hasNoCommit: true,
    isDecisive: ({ isCharge }) => isCharge,
    result: PRO,
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
  give: {
    from: null,
    act: (stage, { accountId }) => actAsMaster(stage, `${accountId}/plan`, { plan: "pro", days: GIVEN_DAYS }),
    isDecisive: ({ isCharge }) => isCharge,
    result: { ...PRO, isEnding: true, card: null, charges: 0, trial: "given", mails: 0 },
  },
  extend: {
    from: "given",
    act: (stage, { accountId }) =>
      actAsMaster(stage, `${accountId}/trial`, { until: toDayIn(EXTENDED_DAYS) }),
    isDecisive: ({ method, body }) => method === "POST" && body.includes("trial_end"),
    result: { ...PRO, isEnding: true, card: null, charges: 0, trial: "extended", mails: 0 },
  },
};

/** Brings the account on its plan from before. */
export function begin(stage: FaultStage, owner: Owner, from: NonNullable<Deed["from"]>) {
  if (from === "given") return DEEDS.give.act(stage, owner);
  return owner.call("POST", "/api/account/plan", { plan: from, token: "tok_visa" });
}

/** As YYYY-MM-DD. */
function toDayIn(count: number): string {
  return new Date(Date.now() + days(count)).toISOString().slice(0, 10);
}

/** Whether a trial that ends at this time is as it was given, or extended. */
export const nameTrial = (end: Date): Trial =>
  end.getTime() > Date.now() + days(GIVEN_DAYS + 1) ? "extended" : "given";

async function actAsMaster(stage: FaultStage, path: string, fields: Record<string, unknown>) {
  const master = await stage.makeOwner("master");
  return master.call("POST", `/api/master/accounts/${path}`, { ...fields, ...REASON });
}

/** A change of plan that waits loses its invoice, as the provider does it after some hours. */
async function discardWaiting({ stripe }: FaultStage, { accountId }: Owner): Promise<void> {
  const customers = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  for (const { id: customer, metadata } of customers) {
    if (metadata.account_id !== accountId) continue;
    const { data } = await stripe.invoices.list({ customer, status: "open" });
    for (const { id } of data) await stripe.invoices.voidInvoice(id);
  }
}

/** One more member joins. A second call adds none. */
function addSeat(stage: FaultStage, { accountId }: Owner): Promise<void> {
  return stage.withStore((store) =>
    store.transaction(async (inside) => {
      if ((await inside.count(membershipEntity, { accountId })) > 1) return;
      await addMember(inside, { userId: uuid(), accountId });
      await requestSeatSync(inside, { accountIds: [accountId] });
    }),
  );
}

/** Every kind meets every point once in as many runs as there are pairs, because their counts have no common divisor. */
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
  const { isDecisive, hasNoCommit = false } = DEEDS[kind];
  if (!hasNoCommit && (point === "before commit" || point === "after commit")) {
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
      (await stage.withStore((store) => store.count(billingIntentEntity, { openClaim: accountId }))) > 0;
    const watchers: Record<typeof point, Watcher> = {
      // The card is selected before the change: in both places, and only in one.
      "before commit": { before: (passing) => (isCardSelection(passing) ? killOnce() : undefined) },
      "after commit": { between: (passing) => (isCardSelection(passing) ? killOnce() : undefined) },
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

const isCardSelection = ({ method, path, body }: Passing) =>
  method === "POST" && path.startsWith("/v1/subscriptions/") && body.startsWith("default_payment_method");

function loseEvents(losesEvents: boolean): Watcher["before"] {
  if (!losesEvents) return () => undefined;
  return ({ isEvent }, response) => {
    if (!isEvent) return undefined;
    response.end("{}");
    return Promise.resolve("answered");
  };
}
