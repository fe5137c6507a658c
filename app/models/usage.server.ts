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
  /** Also identifies the batch at the provider, which counts it once however often it is sent. */
  id: string;
  accountId: string;
  calls: number;
  createdAt: Date;
  /** When the provider got it, or when it turned out that it has nothing to report; null before. */
  reportedAt: Date | null;
}

export const usageBatchEntity: Entity<UsageBatchRow> = {
  table: "usage_batches",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    calls: integer(),
    createdAt: date(),
    reportedAt: nullable(date()),
  },
  indexes: [["accountId"], ["reportedAt", "createdAt"]],
};

/** The calls of one account on one day that are not stored yet. */
export type CountedCalls = Pick<UsageBatchRow, "id" | "accountId" | "calls"> & { day: string };

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
  const totals = new Map<string, number>();
  if (counted.length === 0) return totals;
  const createdAt = new Date();
  const accountIds = counted.map(({ accountId }) => accountId);
  // Locks the rows until the end, so that no other process adds to them in between.
  const rows = await store.find(
    "usageDays",
    { accountId: { in: accountIds }, day },
    { limit: accountIds.length },
  );
  const known = new Map(rows.map((row) => [row.accountId, row]));
  for (const { id, accountId, calls } of counted) {
    await store.insert("usageBatches", { id, accountId, calls, createdAt, reportedAt: null });
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

/**
 * For the reporter only: a page of the batches that wait to be reported, oldest first; without an account, those of all
 * accounts.
 */
export function listOpenUsageBatches(
  store: Store,
  {
    accountId,
    after,
    limit,
  }: { accountId: string | undefined; after: UsageBatchRow | undefined; limit: number },
): Promise<UsageBatchRow[]> {
  return store.find(
    "usageBatches",
    { reportedAt: null, ...(accountId !== undefined && { accountId }) },
    {
      order: { by: "createdAt", direction: "asc" },
      limit,
      ...(after && { after: { value: after.createdAt, id: after.id } }),
    },
  );
}

/** Records that these batches need no further report. */
export async function closeUsageBatches(store: Store, { ids }: { ids: readonly string[] }): Promise<void> {
  if (ids.length === 0) return;
  await store.update("usageBatches", { id: { in: ids }, reportedAt: null }, { reportedAt: new Date() });
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
