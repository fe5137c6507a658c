/**
 * The product is killed at every point of whatever changes an account's billing, and started again. Within half a minute
 * the account and the provider agree, and the owner's repeated request leads to one subscription and one charge.
 * `FAULT_RUNS=70` makes that many runs instead of one for each kind; `FAULT_SEED` repeats a series.
 */
import { describe, expect, test, vi } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { membershipEntity } from "~/models/membership.server";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { planEntity } from "~/models/plan.server";
import { subscriptionEntity, type SubscriptionRow } from "~/models/subscription.server";
import {
  begin,
  buildRuns,
  DEEDS,
  KINDS,
  killAt,
  nameTrial,
  POINTS,
  type Owner,
  type Run,
} from "../support/fault-runs";
import { openFaultStage, type FaultStage, type ProviderState } from "../support/fault-stage";
import { listReachableStores } from "../support/stores";

const AGREED_WITHIN_MS = 30_000;
/** Each lane has a product of its own. */
const SQLITE_LANES = 3;
const SEED = Number(process.env.FAULT_SEED ?? 1);
const COUNT = Number(process.env.FAULT_RUNS ?? KINDS.length);
const RUNS = buildRuns(COUNT, SEED);
/** On a database server: the call that never arrives, the answer that is lost, and the commit that is not sent. */
const SERVER_RUNS: Run[] = [
  { number: 1000, point: "before the call", kind: "subscribe", losesEvents: true },
  { number: 1001, point: "call sent", kind: "change", losesEvents: true },
  { number: 1002, point: "before commit", kind: "subscribe", losesEvents: true },
  ...(process.env.FAULT_RUNS ? buildRuns(Math.ceil(COUNT / 5), SEED + 1) : []),
];

vi.setConfig({ testTimeout: Math.max(RUNS.length, SERVER_RUNS.length) * (AGREED_WITHIN_MS + 10_000) });

const SERVERS = (await listReachableStores()).filter(({ name }) => name !== "SQLite");

describe("a process killed during a charge", () => {
  test.concurrent.each(Array.from({ length: SQLITE_LANES }, (_, lane) => lane))(
    "a process killed during a charge leaves one subscription and one charge after a restart (part %i)",
    async (lane) => {
      await attemptAll(RUNS.filter((run) => getLane(run) === lane));
    },
  );

  for (const { name, create } of SERVERS) {
    test.concurrent(`leaves one subscription and one charge on ${name}, too`, async () => {
      const { url, drop } = await create();
      try {
        await attemptAll(SERVER_RUNS, { DATABASE_URL: url });
      } finally {
        await drop();
      }
    });
  }
});

/** Every lane gets every point. */
function getLane({ number }: Run): number {
  return (number + Math.floor(number / POINTS.length)) % SQLITE_LANES;
}

async function attemptAll(runs: readonly Run[], environment: Record<string, string> = {}): Promise<void> {
  const stage = await openFaultStage(environment);
  try {
    await stage.withStore((store) => store.update(planEntity, { id: "team" }, { trialDays: 0 }));
    for (const run of runs) await attempt(stage, run);
  } finally {
    await stage.close();
  }
}

async function attempt(stage: FaultStage, run: Run): Promise<void> {
  const { from, act, discard, result } = DEEDS[run.kind];
  const owner = await stage.makeOwner();
  if (from) expect((await begin(stage, owner, from))?.status, describeRun(run, "start")).toBe(200);
  const killed = killAt(stage, owner, run);
  const lost = act(stage, owner).catch(() => null);
  await killed;
  await lost;
  await discard?.(stage, owner);
  const startedAt = Date.now();
  await stage.restart();
  const settledMs = await waitUntilAgreed(stage, owner, { run, startedAt });
  stage.gate.watch({});
  const again = await act(stage, owner);
  if (again) expect([200, 409], describeRun(run, again)).toContain(again.status);
  await discard?.(stage, owner);
  const found = await readResult(stage, owner);
  expect(found, describeRun(run, { settledMs })).toEqual({ ...result, live: 1 });
  if (process.env.FAULT_RUNS)
    process.stdout.write(`${describeRun(run, { settledMs, again: again?.status })}\n`);
}

/** Returns the account's result, which the provider has too: `waitUntilAgreed` has compared them. */
async function readResult(stage: FaultStage, owner: Owner) {
  await waitUntilAgreed(stage, owner, { run: null, startedAt: Date.now() });
  const [row, { live, charges }] = [await findRow(stage, owner), await stage.readProvider(owner.accountId)];
  return {
    plan: row?.planId,
    seats: row?.seats,
    isEnding: row?.cancelAtPeriodEnd,
    card: row?.cardLast4,
    trial: row?.status === "trialing" && row.currentPeriodEnd ? nameTrial(row.currentPeriodEnd) : null,
    charges: charges.length,
    live: live.length,
    mails: await countStartMails(stage, owner),
  };
}

/** Waits without a request of the owner, and returns how long it took from the start of the new process. */
async function waitUntilAgreed(
  stage: FaultStage,
  owner: Owner,
  { run, startedAt }: { run: Run | null; startedAt: number },
): Promise<number> {
  for (;;) {
    const [row, provider] = [await findRow(stage, owner), await stage.readProvider(owner.accountId)];
    const { accountId } = owner;
    const [open, members] = await stage.withStore(async (store) => [
      await store.find(billingIntentEntity, { openClaim: accountId }),
      await store.count(membershipEntity, { accountId }),
    ]);
    const takenMs = Date.now() - startedAt;
    if (open.length === 0 && agrees(row, provider, members)) return takenMs;
    if (takenMs > AGREED_WITHIN_MS)
      throw new Error(
        describeRun(run, { row, open, members, live: provider.live.length, cards: provider.cards }),
      );
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const PRICES: Record<string, number> = { pro: 2400, scale: 9900, team: 1200 };

function agrees(row: SubscriptionRow | null, provider: ProviderState, members: number): boolean {
  const [live, ...others] = provider.live;
  if (others.length > 0) return false;
  if (!live) return row?.planId == null;
  return row?.providerId === live.id && hasPlanOf(row, live, members) && hasCardOf(row, provider);
}

function hasPlanOf(row: SubscriptionRow, live: ProviderState["live"][number], members: number): boolean {
  const [item] = live.items.data;
  return (
    row.planId !== null &&
    item?.price.unit_amount === PRICES[row.planId] &&
    item?.quantity === row.seats &&
    row.seats === (row.planId === "team" ? members : 1) &&
    row.cancelAtPeriodEnd === live.cancel_at_period_end &&
    (live.status !== "trialing" || row.currentPeriodEnd?.getTime() === (live.trial_end ?? 0) * 1000)
  );
}

/** A plan that a master gave has no card. */
const hasCardOf = ({ cardLast4 }: SubscriptionRow, { cards, payingCard }: ProviderState) =>
  cardLast4 === payingCard && (cardLast4 === null ? cards.length === 0 : cards.includes(cardLast4));

const findRow = (stage: FaultStage, { accountId }: Owner) =>
  stage.withStore((store) => store.findOne(subscriptionEntity, { id: accountId }));

function countStartMails(stage: FaultStage, { userId }: Owner): Promise<number> {
  return stage.withStore(async (store) => {
    const user = await store.findOne(userEntity, { id: userId });
    const mails = await store.find(mailEntity, { recipient: user?.email ?? "" });
    return mails.filter(({ template }) => template === "subscription_started").length;
  });
}

function describeRun(run: Run | null, found: unknown): string {
  return `seed ${SEED}, run ${JSON.stringify(run)}: ${JSON.stringify(found)}`;
}
