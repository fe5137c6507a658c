/**
 * The events in which API calls are sent to the payment provider's meter. An event is stored before it is sent, with the
 * batches that it is made of, so that a repeated attempt sends the same one. An account has at most one that is not sent:
 * the provider allows one call at a time for a customer and meter.
 */
import { seconds } from "~/domain/limits";
import { boolean, date, id, integer, nullable, string, type Entity } from "./store/entity";
import { readQueueDepth, type QueueDepth } from "./store/queue-depth";
import type { Where } from "./store/conditions";
import type { Store } from "./store/store";
import { apiCallBatchEntity, type ApiCallBatchRow } from "./api-call.server";

/** The most batches that become one event: as many as eight processes store in a minute. */
const BATCHES_MERGED_MAX = 1000;
/**
 * How long an event belongs to the process that sends it: longer than a call and its retry take. One whose process was
 * killed waits for this long, and for the next run.
 */
export const METER_EVENT_LEASE_MS = seconds(18);

/** `rejected`: the provider will never accept it. */
export const METER_EVENT_STATUSES = ["open", "sent", "rejected"] as const;
type MeterEventStatus = (typeof METER_EVENT_STATUSES)[number];

export interface MeterEventRow {
  /**
   * Identifies the event at the provider, which counts it once. The id of its first batch, so that batches that come back
   * with a backup do not become another event; a correction has an id of its own.
   */
  id: string;
  accountId: string;
  planId: string;
  customerId: string;
  calls: number;
  /** The time for which the provider counts the calls. */
  happenedAt: Date;
  status: MeterEventStatus;
  /** The account's id while the event is open, `id` afterwards. */
  openClaim: string;
  /** Made during a trial, of which nothing is charged. */
  isTrial: boolean;
  /** Calls that other events have, and that the meter had lost. */
  isCorrection: boolean;
  /** Until then a process is sending it. */
  leasedUntil: Date;
  createdAt: Date;
  /** When the provider has accepted or rejected it; null while it is open. */
  answeredAt: Date | null;
}

export const meterEventEntity: Entity<MeterEventRow> = {
  table: "meter_events",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    planId: id(),
    customerId: string(64),
    calls: integer(),
    happenedAt: date(),
    status: string(16),
    openClaim: string(36),
    isTrial: boolean(),
    isCorrection: boolean(),
    leasedUntil: date(),
    createdAt: date(),
    answeredAt: nullable(date()),
  },
  unique: [["openClaim"]],
  indexes: [
    ["accountId", "happenedAt"],
    ["status", "happenedAt"],
  ],
};

/** An event's facts about its calls. */
export type EventTerms = Pick<MeterEventRow, "planId" | "customerId" | "happenedAt" | "isTrial">;

/** Which batches become one event. */
interface MergeOrder extends Pick<ApiCallBatchRow, "accountId" | "planId"> {
  /** Those that were made from here on, and before `until`. */
  from: Date;
  until: Date;
  /** By the last of them. */
  toTerms: (last: ApiCallBatchRow) => EventTerms;
}

/**
 * Makes one event of an account's batches, at most BATCHES_MERGED_MAX, and leases it to the caller. Null when another
 * process has merged them. Throws DuplicateError when the account has an event that is not sent.
 */
export function mergeBatches(store: Store, order: MergeOrder): Promise<MeterEventRow | null> {
  const { accountId, planId, from, until, toTerms } = order;
  return store.transaction(async (inside) => {
    const batches = await inside.find(
      apiCallBatchEntity,
      { accountId, planId, reportedAt: null, createdAt: { gte: from, lt: until } },
      { order: { by: "createdAt", direction: "asc" }, limit: BATCHES_MERGED_MAX },
    );
    const [first, last] = [batches[0], batches.at(-1)];
    if (!first || !last) return null;
    const terms = toTerms(last);
    const calls = batches.reduce((sum, batch) => sum + batch.calls, 0);
    const event = buildEvent({ id: first.id, accountId, calls, isCorrection: false, ...terms });
    await inside.insert(meterEventEntity, event);
    const ids = batches.map((batch) => batch.id);
    const merged = { planId: terms.planId, reportedAt: event.createdAt };
    await inside.update(apiCallBatchEntity, { id: { in: ids }, reportedAt: null }, merged);
    return event;
  });
}

/**
 * Stores an event with calls that the meter has lost, and leases it to the caller. Null when the account has had one since
 * `unlessSince`. Throws DuplicateError when it has an event that is not sent.
 */
export function createCorrection(
  store: Store,
  correction: Pick<MeterEventRow, "id" | "accountId" | "calls"> & EventTerms,
  { unlessSince }: { unlessSince: Date },
): Promise<MeterEventRow | null> {
  const { accountId } = correction;
  return store.transaction(async (inside) => {
    const recent = { accountId, isCorrection: true, createdAt: { gte: unlessSince } };
    if ((await inside.count(meterEventEntity, recent, { atMost: 1 })) > 0) return null;
    const event = buildEvent({ ...correction, isCorrection: true });
    await inside.insert(meterEventEntity, event);
    return event;
  });
}

function buildEvent(
  given: Pick<MeterEventRow, "id" | "accountId" | "calls" | "isCorrection"> & EventTerms,
): MeterEventRow {
  const createdAt = new Date();
  const open = { status: "open", openClaim: given.accountId, answeredAt: null } as const;
  return { ...given, ...open, leasedUntil: getLeaseEnd(createdAt), createdAt };
}

/** The account's event that is not sent; null without one. */
export function findOpenMeterEvent(
  store: Store,
  { accountId }: { accountId: string },
): Promise<MeterEventRow | null> {
  return store.findOne(meterEventEntity, { openClaim: accountId });
}

/** The accounts with an event that is not sent. */
export async function listUnsentAccountIds(store: Store): Promise<string[]> {
  return [...(await store.countBy(meterEventEntity, { status: "open" }, "accountId")).keys()];
}

/** Takes an event over whose lease has ended. Null while another process has it, or has sent it. */
export async function leaseMeterEvent(store: Store, event: MeterEventRow): Promise<MeterEventRow | null> {
  const now = new Date();
  if (event.leasedUntil > now) return null;
  const { id, accountId, leasedUntil } = event;
  const leased = { ...event, leasedUntil: getLeaseEnd(now) };
  const changes = { leasedUntil: leased.leasedUntil };
  const count = await store.update(meterEventEntity, { id, openClaim: accountId, leasedUntil }, changes);
  return count === 1 ? leased : null;
}

/** Lets the next attempt have the event at once. */
export async function releaseMeterEvent(
  store: Store,
  { id, accountId, leasedUntil }: MeterEventRow,
): Promise<void> {
  const held = { id, openClaim: accountId, leasedUntil };
  await store.update(meterEventEntity, held, { leasedUntil: new Date(0) });
}

/** Closes the event with what became of it. */
export async function closeMeterEvent(
  store: Store,
  { id, accountId }: MeterEventRow,
  status: Exclude<MeterEventStatus, "open">,
): Promise<void> {
  const changes = { status, openClaim: id, answeredAt: new Date() };
  await store.update(meterEventEntity, { id, openClaim: accountId }, changes);
}

function getLeaseEnd(from: Date): Date {
  return new Date(from.getTime() + METER_EVENT_LEASE_MS);
}

/** From `from` until before `to`, by the time for which the provider counts them. */
export interface EventRange {
  from: Date;
  to: Date;
}

/** How many calls the account's events of a range have, for each plan. */
export function sumMeterEvents(
  store: Store,
  { accountId, customerId, from, to }: Pick<MeterEventRow, "accountId" | "customerId"> & EventRange,
  only: Pick<Where<MeterEventRow>, "status" | "planId" | "isTrial" | "isCorrection" | "answeredAt"> = {},
): Promise<Map<string, number>> {
  const where = { accountId, customerId, happenedAt: { gte: from, lt: to }, ...only };
  return store.sumBy(meterEventEntity, where, { sum: "calls", by: "planId" });
}

/** How many calls the account's events of a range have together. */
export async function countMeterCalls(...given: Parameters<typeof sumMeterEvents>): Promise<number> {
  const byPlan = await sumMeterEvents(...given);
  return [...byPlan.values()].reduce((all, calls) => all + calls, 0);
}

/** The account's first event from `from` on; null without one. */
export async function findFirstMeterEvent(
  store: Store,
  { accountId, from }: { accountId: string; from: Date },
): Promise<MeterEventRow | null> {
  const order = { by: "happenedAt", direction: "asc" } as const;
  const where = { accountId, happenedAt: { gte: from } };
  const [first] = await store.find(meterEventEntity, where, { order, limit: 1 });
  return first ?? null;
}

/** Measures the queue of reports: batches that are part of no event, and events that are not sent. */
export async function readUnreportedDepth(store: Store, at: Date): Promise<QueueDepth> {
  const batches = { waiting: { reportedAt: null }, dueSince: "createdAt", at } as const;
  const events = { waiting: { status: "open" }, dueSince: "happenedAt", at } as const;
  const [first, second] = await Promise.all([
    readQueueDepth(store, apiCallBatchEntity, batches),
    readQueueDepth(store, meterEventEntity, events),
  ]);
  return {
    depth: first.depth + second.depth,
    lagSeconds: Math.max(first.lagSeconds, second.lagSeconds),
  };
}
