/**
 * Seats follow members: on a plan with a price for each member, the provider bills as many seats as the account has
 * members. A transaction that changes the members also requests a comparison (`requestSeatSync`); this job
 * makes it. A comparison only looks at the present, so repeating it after a crash does no harm.
 */
import { AppError } from "~/domain/errors";
import { WORKERS_FIRST_AFTER_MS, seconds, minutes } from "~/domain/limits";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import { closeIntent, findOpenIntent, isLeased, type BillingIntentRow } from "~/models/billing-intent.server";
import { countMembers } from "~/models/membership.server";
import { findPlan, listAllPlans } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import {
  findSubscription,
  listDueSeatSyncs,
  moveSeatSync,
  requestAllSeatSyncs,
  updateFromProvider,
  type SubscriptionRow,
} from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import { INTENT_LEASE_MS } from "~/domain/payments";
import { recordPlanChange } from "../intents/billing-events.server";
import { toSubscriptionColumns } from "../intents/commit-intent.server";
import { runLeased } from "../intents/intent-lease.server";
import { claimBilling, failIntent, hasLivePlan } from "../intents/intents.server";

export const SEAT_POLL_MS = seconds(5);
/**
 * How long one process has an account's comparison. A slower one is tried again next to it, without effect as long as its
 * intent is leased.
 */
export const SEAT_CLAIM_MS = INTENT_LEASE_MS;
/** The waits before each retry; the last one repeats. */
const SEAT_RETRY_WAITS_MS = [seconds(2), seconds(10), minutes(1), minutes(5)];
/** While the provider is away it is asked more often, so that seats are billed within half a minute of its return. */
const SEAT_RETRY_AWAY_MS = seconds(15);

interface SyncParts extends Pick<App, "store" | "payments"> {
  log: Pick<App["log"], "info" | "warn" | "error">;
}

interface SeatSyncDependencies extends SyncParts {
  /** How long to wait before each retry, in milliseconds; the last one repeats. */
  waits?: readonly number[];
}

/** A row whose seats the provider bills. */
type BilledRow = SubscriptionRow & { planId: string; providerId: string };

/** How many due accounts one query reads. */
const CANDIDATES = 20;

/** Makes the comparisons. Any number of processes may share one store: each comparison is claimed by one of them. */
export function createSeatJob(parts: SeatSyncDependencies): Job {
  const failures = new Map<string, number>();
  let isFirst = true;
  return {
    name: "seats",
    every: SEAT_POLL_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: false,
    async run(signal) {
      if (isFirst) await requestForAllAccounts(parts);
      isFirst = false;
      await syncAllDue(parts, failures, () => signal.aborted);
    },
    report: (cause) => parts.log.error({ err: cause }, "the seats cannot be compared with the members"),
  };
}

/** Makes every comparison that is due now, for a command, which runs no jobs. */
export function syncDueSeats(parts: SyncParts): Promise<void> {
  return syncAllDue(parts, new Map(), () => false);
}

/** At start every account is compared, because an earlier version, or a restored backup, may differ. */
async function requestForAllAccounts({ store }: SyncParts): Promise<void> {
  const bySeat = (await listAllPlans(store)).filter(({ type }) => type === "seat");
  await requestAllSeatSyncs(store, { planIds: bySeat.map(({ id }) => id) });
}

async function syncAllDue(
  parts: SeatSyncDependencies,
  failures: Map<string, number>,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const due = await listDueSeatSyncs(parts.store, { at: new Date(), limit: CANDIDATES });
    if (due.length === 0) return;
    for (const row of due) {
      if (isStopped()) return;
      await syncSeats(parts, failures, row);
    }
  }
}

/** Claims the account's comparison, makes it, and records that it is done unless it was requested again meanwhile. */
async function syncSeats(
  { waits = SEAT_RETRY_WAITS_MS, ...parts }: SeatSyncDependencies,
  failures: Map<string, number>,
  { id }: SubscriptionRow,
): Promise<void> {
  const { store, log } = parts;
  const row = await findSubscription(store, { accountId: id });
  const seatsDueAt = new Date(Date.now() + SEAT_CLAIM_MS);
  if (!row?.seatsDueAt || row.seatsDueAt > new Date() || !(await moveSeatSync(store, row, seatsDueAt)))
    return;
  const claimed = { id, seatsDueAt };
  try {
    const isDone = await compareSeats(parts, row);
    await moveSeatSync(store, claimed, isDone ? null : new Date());
    failures.delete(id);
  } catch (error) {
    const count = failures.get(id) ?? 0;
    // Another request is changing the plan, which ends soon.
    if (!isConflict(error)) failures.set(id, count + 1);
    const planned = waits[Math.min(count, waits.length - 1)] ?? 0;
    const wait = passes(error) ? Math.min(planned, SEAT_RETRY_AWAY_MS) : planned;
    await moveSeatSync(store, claimed, new Date(Date.now() + wait));
    log.warn({ err: error, account: id, wait }, "the seats could not be changed, and will be tried again");
  }
}

/** False when the row changed meanwhile, so that the comparison must be repeated. */
async function compareSeats(parts: SyncParts, row: SubscriptionRow): Promise<boolean> {
  const { store } = parts;
  if (!isBilled(row)) return true;
  const plan = await findPlan(store, { id: row.planId });
  if (plan?.type !== "seat" || (await countMembers(store, { accountId: row.id })) === row.seats) return true;
  const intent = await claimSeats(store, row);
  return runLeased(store, intent, async (lease) => {
    const change = await prepareSeatChange(parts, row).catch(async (error: unknown) => {
      // Nothing was sent yet.
      await failIntent(store, intent);
      throw error;
    });
    if (!change) {
      await failIntent(store, intent);
      return true;
    }
    await lease.require();
    const subscription = await sendChange(parts, intent, change);
    return saveSeats(parts, { intent, row: change.row, subscription });
  });
}

/** Whether it is over by itself: the provider is away, or another request changes the plan. */
function passes(error: unknown): boolean {
  return isConflict(error) || (error instanceof AppError && error.code === "unavailable");
}

function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.code === "conflict";
}

interface Change {
  row: BilledRow;
  /** As the provider has it before the change. */
  subscription: ProviderSubscription;
  itemId: string;
  seats: number;
}

/**
 * Reads what the change depends on. It is read again after the claim, because only from then on no other request can
 * change the plan. Null when there is nothing to bill any more.
 */
async function prepareSeatChange({ store, payments }: SyncParts, { id }: BilledRow): Promise<Change | null> {
  const row = await findSubscription(store, { accountId: id });
  if (!row || !isBilled(row)) return null;
  const subscription = await payments.findSubscription(row.providerId);
  if (!subscription?.itemId || subscription.start.kind === "ended") return null;
  const seats = await countMembers(store, { accountId: id });
  return seats === 0 ? null : { row, subscription, itemId: subscription.itemId, seats };
}

/** When the outcome is unknown the intent stays open until no request can be running, and then the next try closes it. */
async function sendChange(
  { store, payments }: SyncParts,
  intent: BillingIntentRow,
  { subscription, itemId, seats }: Change,
): Promise<ProviderSubscription> {
  // The provider has them already: its response to an earlier change was lost.
  if (subscription.seats === seats) return subscription;
  const order = { intentId: intent.id, subscriptionId: subscription.id, itemId, seats };
  return payments.updateSeats(order).catch(async (error: unknown) => {
    const isUnknown = error instanceof AppError && error.code === "unavailable";
    if (!isUnknown) await failIntent(store, intent);
    throw error;
  });
}

/** False when the row changed since it was read, for example by the provider's event of this very change. */
async function saveSeats(
  { store, log }: SyncParts,
  {
    intent,
    row,
    subscription,
  }: { intent: BillingIntentRow; row: BilledRow; subscription: ProviderSubscription },
): Promise<boolean> {
  const isSaved = await store.transaction(async (inside) => {
    await closeIntent(inside, intent, { status: "done", providerId: subscription.id });
    const columns = toSubscriptionColumns(subscription);
    await recordPlanChange(inside, { accountId: row.id, planId: subscription.planId });
    return updateFromProvider(inside, row, columns);
  });
  if (isSaved) log.info({ account: row.id, seats: subscription.seats }, "the seats follow the members");
  return isSaved;
}

/**
 * Claims the account's billing. Throws conflict while another request changes it. An intent that a crash left behind is
 * closed first: repeating a comparison does no harm.
 */
async function claimSeats(store: Store, row: BilledRow): Promise<BillingIntentRow> {
  const open = await findOpenIntent(store, { accountId: row.id });
  if (open?.kind === "seats" && !isLeased(open)) await failIntent(store, open);
  return claimBilling(store, { accountId: row.id, kind: "seats", planId: row.planId, tokenHash: null });
}

function isBilled(row: SubscriptionRow): row is BilledRow {
  return hasLivePlan(row) && row.providerId !== null;
}
