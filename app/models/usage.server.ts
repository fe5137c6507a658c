/** The API calls of an account: one row for each day, and the batches in which they are reported to the provider. */
import { v7 as uuid } from "uuid";
import { days } from "~/domain/limits";
import { USAGE_PERIOD_DAYS } from "~/domain/usage-period";
import { deleteInBatches, type Cleanup } from "./store/delete-in-batches";
import { date, id, integer, nullable, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface UsageDayRow {
  id: string;
  accountId: string;
  /** In UTC, as YYYY-MM-DD. */
  day: string;
  calls: number;
}

export const usageDayEntity: Entity<UsageDayRow> = {
  table: "usage_days",
  belongsTo: { account: "accountId" },
  fields: { id: id(), accountId: id(), day: string(10), calls: integer() },
  unique: [["accountId", "day"]],
  indexes: [["day"]],
};

export interface UsageBatchRow {
  id: string;
  accountId: string;
  /** The plan on which the calls were made; NO_PLAN without one. Null in rows of the version that did not store it. */
  planId: string | null;
  calls: number;
  /** When the first of its calls was made. All of them were made in the same minute. */
  createdAt: Date;
  /** When it became part of an event for the provider's meter, or turned out to have nothing to report; null before. */
  reportedAt: Date | null;
}

export const usageBatchEntity: Entity<UsageBatchRow> = {
  table: "usage_batches",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    planId: nullable(id()),
    calls: integer(),
    createdAt: date(),
    reportedAt: nullable(date()),
  },
  indexes: [["accountId"], ["reportedAt", "createdAt"], ["accountId", "reportedAt", "createdAt"]],
};

/** The calls of one account on one plan within a minute of a day that are not stored yet. */
export interface CountedCalls extends Omit<UsageBatchRow, "planId" | "reportedAt"> {
  planId: string;
  /** In UTC, as YYYY-MM-DD. */
  day: string;
}

/** More than a period has, which may be a year. */
const DAYS_MAX = 400;

/** For a page that reads more than these days: the look-up of `listUsageDays`. */
export const toUsageLookup = ({ accountId, since }: { accountId: string; since: string }) =>
  ({ entity: "usageDays", where: { accountId, day: { gte: since } }, limit: DAYS_MAX }) as const;

/** The days with calls of one account since this day, YYYY-MM-DD, in no particular order. */
export function listUsageDays(
  store: Store,
  owner: { accountId: string; since: string },
): Promise<UsageDayRow[]> {
  const { entity, where, ...options } = toUsageLookup(owner);
  return store.find(entity, where, options);
}

/** For mission control only: the days with calls of these accounts since `since`, YYYY-MM-DD, in no particular order. */
export function listUsageDaysSince(
  store: Store,
  { accountIds, since }: { accountIds: readonly string[]; since: string },
): Promise<UsageDayRow[]> {
  const limit = DAYS_MAX * Math.max(1, accountIds.length);
  return store.find("usageDays", { accountId: { in: accountIds }, day: { gte: since } }, { limit });
}

/** The days with calls of these accounts within USAGE_PERIOD_DAYS before `day`, YYYY-MM-DD, in no particular order. */
export function listEarlierUsageDays(
  store: Store,
  { accountIds, day }: { accountIds: readonly string[]; day: string },
): Promise<UsageDayRow[]> {
  const since = new Date(Date.parse(day) - days(USAGE_PERIOD_DAYS)).toISOString().slice(0, 10);
  const limit = (USAGE_PERIOD_DAYS + 1) * Math.max(1, accountIds.length);
  return store.find("usageDays", { accountId: { in: accountIds }, day: { gte: since, lt: day } }, { limit });
}

/**
 * Adds calls to their days, and stores each as a batch that waits to be reported. All of them have the same day. Runs in
 * a transaction. Returns the calls of the day, by account. Throws DuplicateError when a batch is stored already, or when
 * another process adds the first calls of the day at the same time.
 */
export async function addUsage(
  store: Store,
  day: string,
  counted: readonly CountedCalls[],
): Promise<Map<string, number>> {
  if (counted.length === 0) return new Map();
  const added = new Map<string, number>();
  for (const { accountId, calls } of counted) added.set(accountId, (added.get(accountId) ?? 0) + calls);
  const accountIds = [...added.keys()];
  // Locks the rows until the end, so that no other process adds to them in between.
  const rows = await store.find(
    "usageDays",
    { accountId: { in: accountIds }, day },
    { limit: accountIds.length },
  );
  const known = new Map(rows.map((row) => [row.accountId, row]));
  const batches = counted.map(({ day: _, ...batch }) => ({ ...batch, reportedAt: null }));
  await store.insertAll("usageBatches", batches);
  const totals = new Map<string, number>();
  for (const [accountId, calls] of added) {
    const row = known.get(accountId);
    const total = (row?.calls ?? 0) + calls;
    if (row) await store.update("usageDays", { id: row.id }, { calls: total });
    else await store.insert("usageDays", { id: uuid(), accountId, day, calls });
    totals.set(accountId, total);
  }
  return totals;
}

/** Which of these batches are stored. */
export async function findUsageBatchIds(
  store: Store,
  { ids }: { ids: readonly string[] },
): Promise<Set<string>> {
  const found = await store.find("usageBatches", { id: { in: ids } }, { limit: Math.max(1, ids.length) });
  return new Set(found.map(({ id }) => id));
}

/** The accounts with batches from before `before` that wait to be reported. */
export async function listUnreportedAccountIds(
  store: Store,
  { before }: { before: Date },
): Promise<string[]> {
  const waiting = { reportedAt: null, createdAt: { lt: before } };
  return [...(await store.countBy("usageBatches", waiting, "accountId")).keys()];
}

/** The account's oldest batch from before `before` that waits to be reported; null without one. */
export async function findOldestUnreported(
  store: Store,
  { accountId, before }: { accountId: string; before: Date },
): Promise<UsageBatchRow | null> {
  const waiting = { accountId, reportedAt: null, createdAt: { lt: before } };
  const order = { by: "createdAt", direction: "asc" } as const;
  const [oldest] = await store.find("usageBatches", waiting, { order, limit: 1 });
  return oldest ?? null;
}

/** Records that batches have nothing to report: those of all accounts on these plans. */
export async function closePlansBatches(
  store: Store,
  { planIds }: { planIds: readonly string[] },
): Promise<void> {
  await store.update(
    "usageBatches",
    { reportedAt: null, planId: { in: planIds } },
    { reportedAt: new Date() },
  );
}

/** Records that batches have nothing to report: those of the account with this plan, null for those that have none. */
export async function closeAccountBatches(
  store: Store,
  { accountId, planId }: Pick<UsageBatchRow, "accountId" | "planId">,
): Promise<void> {
  await store.update("usageBatches", { accountId, planId, reportedAt: null }, { reportedAt: new Date() });
}

/** For the cleanup only: deletes the batches of all accounts that were reported before `before`. */
export function deleteOldUsageBatches(store: Store, { before, isStopped }: Cleanup): Promise<number> {
  return deleteInBatches(store, "usageBatches", { where: { reportedAt: { lt: before } }, isStopped });
}

/** For the cleanup only: deletes the days of all accounts before `before`. */
export function deleteOldUsageDays(store: Store, { before, isStopped }: Cleanup): Promise<number> {
  const day = before.toISOString().slice(0, 10);
  return deleteInBatches(store, "usageDays", { where: { day: { lt: day } }, isStopped });
}
