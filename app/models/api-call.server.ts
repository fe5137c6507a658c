/** The API calls of an account: one row for each day, and the batches in which they are reported to the provider. */
import { v7 as uuid } from "uuid";
import { toIsoDay } from "~/domain/dates";
import { days } from "~/domain/limits";
import { API_CALL_PERIOD_DAYS } from "~/domain/api-call-period";
import { date, id, integer, nullable, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface ApiCallDayRow {
  id: string;
  accountId: string;
  /** In UTC, as YYYY-MM-DD. */
  day: string;
  calls: number;
}

export const apiCallDayEntity: Entity<ApiCallDayRow> = {
  table: "usage_days",
  belongsTo: { account: "accountId" },
  fields: { id: id(), accountId: id(), day: string(10), calls: integer() },
  unique: [["accountId", "day"]],
  indexes: [["day"]],
};

export interface ApiCallBatchRow {
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

export const apiCallBatchEntity: Entity<ApiCallBatchRow> = {
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
export interface CountedCalls extends Omit<ApiCallBatchRow, "planId" | "reportedAt"> {
  planId: string;
  /** In UTC, as YYYY-MM-DD. */
  day: string;
}

/** More than a period has, which may be a year. */
const DAYS_MAX = 400;

/** For a page that reads more than these days: the look-up of `listApiCallDays`. */
export const toApiCallLookup = ({ accountId, since }: { accountId: string; since: string }) =>
  ({ entity: apiCallDayEntity, where: { accountId, day: { gte: since } }, limit: DAYS_MAX }) as const;

/** The days with calls of one account since this day, YYYY-MM-DD, in no particular order. */
export function listApiCallDays(
  store: Store,
  owner: { accountId: string; since: string },
): Promise<ApiCallDayRow[]> {
  const { entity, where, ...options } = toApiCallLookup(owner);
  return store.find(entity, where, options);
}

/** For mission control only: the days with calls of these accounts since `since`, YYYY-MM-DD, in no particular order. */
export function listApiCallDaysSince(
  store: Store,
  { accountIds, since }: { accountIds: readonly string[]; since: string },
): Promise<ApiCallDayRow[]> {
  const limit = DAYS_MAX * Math.max(1, accountIds.length);
  return store.find(apiCallDayEntity, { accountId: { in: accountIds }, day: { gte: since } }, { limit });
}

/** The days with calls of these accounts within API_CALL_PERIOD_DAYS before `day`, YYYY-MM-DD, in no particular order. */
export function listEarlierApiCallDays(
  store: Store,
  { accountIds, day }: { accountIds: readonly string[]; day: string },
): Promise<ApiCallDayRow[]> {
  const since = toIsoDay(new Date(Date.parse(day) - days(API_CALL_PERIOD_DAYS)));
  const limit = (API_CALL_PERIOD_DAYS + 1) * Math.max(1, accountIds.length);
  return store.find(
    apiCallDayEntity,
    { accountId: { in: accountIds }, day: { gte: since, lt: day } },
    { limit },
  );
}

/**
 * Adds calls to their days, and stores each as a batch that waits to be reported. All of them have the same day. Runs in
 * a transaction. Returns the calls of the day, by account. Throws DuplicateError when a batch is stored already, or when
 * another process adds the first calls of the day at the same time.
 */
export async function addApiCalls(
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
    apiCallDayEntity,
    { accountId: { in: accountIds }, day },
    { limit: accountIds.length },
  );
  const known = new Map(rows.map((row) => [row.accountId, row]));
  const batches = counted.map(({ day: _, ...batch }) => ({ ...batch, reportedAt: null }));
  await store.insertAll(apiCallBatchEntity, batches);
  const totals = new Map<string, number>();
  for (const [accountId, calls] of added) {
    const row = known.get(accountId);
    const total = (row?.calls ?? 0) + calls;
    if (row) await store.update(apiCallDayEntity, { id: row.id }, { calls: total });
    else await store.insert(apiCallDayEntity, { id: uuid(), accountId, day, calls });
    totals.set(accountId, total);
  }
  return totals;
}

/** Which of these batches are stored. */
export async function findApiCallBatchIds(
  store: Store,
  { ids }: { ids: readonly string[] },
): Promise<Set<string>> {
  const found = await store.find(apiCallBatchEntity, { id: { in: ids } }, { limit: Math.max(1, ids.length) });
  return new Set(found.map(({ id }) => id));
}

/** The accounts with batches from before `before` that wait to be reported. */
export async function listUnreportedAccountIds(
  store: Store,
  { before }: { before: Date },
): Promise<string[]> {
  const waiting = { reportedAt: null, createdAt: { lt: before } };
  return [...(await store.countBy(apiCallBatchEntity, waiting, "accountId")).keys()];
}

/** The account's oldest batch from before `before` that waits to be reported; null without one. */
export async function findOldestUnreported(
  store: Store,
  { accountId, before }: { accountId: string; before: Date },
): Promise<ApiCallBatchRow | null> {
  const waiting = { accountId, reportedAt: null, createdAt: { lt: before } };
  const order = { by: "createdAt", direction: "asc" } as const;
  const [oldest] = await store.find(apiCallBatchEntity, waiting, { order, limit: 1 });
  return oldest ?? null;
}

/** Records that batches have nothing to report: those of all accounts on these plans. */
export async function closePlansBatches(
  store: Store,
  { planIds }: { planIds: readonly string[] },
): Promise<void> {
  await store.update(
    apiCallBatchEntity,
    { reportedAt: null, planId: { in: planIds } },
    { reportedAt: new Date() },
  );
}

/** Records that batches have nothing to report: those of the account with this plan, null for those that have none. */
export async function closeAccountBatches(
  store: Store,
  { accountId, planId }: Pick<ApiCallBatchRow, "accountId" | "planId">,
): Promise<void> {
  await store.update(apiCallBatchEntity, { accountId, planId, reportedAt: null }, { reportedAt: new Date() });
}
