/** The inbox of webhook events: each is stored when it arrives, and applied once however often the provider sends it. */
import type { TimeRange } from "~/domain/day-range";
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import type { ProviderEventStatus } from "~/domain/provider-events";
import { date, integer, nullable, string, text, type Entity } from "./store/entity";
import { findPage, type ListPage } from "./store/list-page";
import { readQueueDepth, type QueueDepth } from "./store/queue-depth";
import { DuplicateError, type Store } from "./store/store";

/** How many of them one query reads. */
const BILLING_EVENTS_BATCH = 20;

export interface ProviderEventRow {
  /** The provider's event id. */
  id: string;
  type: string;
  /** The event's object, by its id at the provider. */
  objectId: string;
  /** Whose it is: the account with this customer is read again when the event is applied. */
  customerId: string;
  status: ProviderEventStatus;
  /** How often the event has arrived or was replayed. */
  attempts: number;
  /** Why the last attempt failed, for mission control. */
  failure: string | null;
  createdAt: Date;
  appliedAt: Date | null;
}

export const providerEventEntity: Entity<ProviderEventRow> = {
  table: "webhook_events",
  belongsTo: null,
  fields: {
    id: string(190),
    type: string(100),
    objectId: string(),
    customerId: string(64),
    status: string(16),
    attempts: integer(),
    failure: nullable(text()),
    createdAt: date(),
    appliedAt: nullable(date()),
  },
  indexes: [["createdAt"], ["status", "createdAt"]],
};

/** The stored event; null when it never arrived. Events belong to no account. */
export function findProviderEvent(
  store: Store,
  { id }: Pick<ProviderEventRow, "id">,
): Promise<ProviderEventRow | null> {
  return store.findOne(providerEventEntity, { id });
}

/** Stores an event that arrives, or counts the attempt when it is stored already. */
export async function receiveProviderEvent(
  store: Store,
  event: Pick<ProviderEventRow, "id" | "type" | "objectId" | "customerId">,
): Promise<ProviderEventRow> {
  const known = await findProviderEvent(store, event);
  if (known) return countAttempt(store, known);
  const row: ProviderEventRow = {
    ...event,
    status: "received",
    attempts: 1,
    failure: null,
    createdAt: new Date(),
    appliedAt: null,
  };
  try {
    await store.insert(providerEventEntity, row);
    return row;
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    return countAttempt(store, row);
  }
}

/** Another delivery may count at the same time, and one of the two is lost: the number only informs. */
async function countAttempt(store: Store, row: ProviderEventRow): Promise<ProviderEventRow> {
  const attempts = row.attempts + 1;
  await store.update(providerEventEntity, { id: row.id }, { attempts });
  return { ...row, attempts };
}

/** Records, in the transaction of its effect, that the event is applied. False when it was applied before. */
export async function markEventApplied(store: Store, { id }: Pick<ProviderEventRow, "id">): Promise<boolean> {
  const applied = { status: "applied", failure: null, appliedAt: new Date() } as const;
  return (await store.update(providerEventEntity, { id, status: { in: UNAPPLIED } }, applied)) === 1;
}

/** Records why the event could not be applied, unless another delivery has applied it. */
export async function markEventFailed(
  store: Store,
  { id }: Pick<ProviderEventRow, "id">,
  failure: string,
): Promise<void> {
  await store.update(providerEventEntity, { id, status: { in: UNAPPLIED } }, { status: "failed", failure });
}

const UNAPPLIED = ["received", "failed"] as const;

/** For the inbox only: events that arrived before `before`, and whose `attempts` attempts did not apply them. Oldest first. */
export function listUnappliedEvents(
  store: Store,
  { attempts, before }: Pick<ProviderEventRow, "attempts"> & { before: Date },
): Promise<ProviderEventRow[]> {
  const where = { status: { in: UNAPPLIED }, attempts, createdAt: { lt: before } } as const;
  const order = { by: "createdAt", direction: "asc" } as const;
  return store.find(providerEventEntity, where, { order, limit: BILLING_EVENTS_BATCH });
}

/** For mission control only: a page of the events, MASTER_PAGE_SIZE long, newest first; those with `status`, and that arrived at `arrived`, if set. */
export function listProviderEvents(
  store: Store,
  {
    status,
    arrived,
    at,
  }: { status: ProviderEventStatus | null; arrived: TimeRange | undefined; at: PagePosition },
): Promise<ListPage<ProviderEventRow>> {
  const order = { by: "createdAt", direction: "desc" } as const;
  return findPage(store, providerEventEntity, {
    where: { ...(status && { status }), ...(arrived && { createdAt: arrived }) },
    at,
    order,
    size: MASTER_PAGE_SIZE,
  });
}

/** For the metrics only: the events that have arrived and could not be applied so far. */
export function readInboxDepth(store: Store, at: Date): Promise<QueueDepth> {
  const waiting = { status: { in: UNAPPLIED }, createdAt: { lte: at } };
  return readQueueDepth(store, providerEventEntity, { waiting, dueSince: "createdAt", at });
}

/** For the doctor only: the newest of these events that has arrived since; null without one. */
export async function findNewestEvent(
  store: Store,
  { types, since }: { types: readonly string[]; since: Date },
): Promise<ProviderEventRow | null> {
  const order = { by: "createdAt", direction: "desc" } as const;
  const where = { createdAt: { gte: since }, type: { in: types } };
  return (await store.find(providerEventEntity, where, { order, limit: 1 }))[0] ?? null;
}

/** For the doctor only: when the newest event arrived; null when none is stored. */
export async function findLastEventTime(store: Store): Promise<Date | null> {
  const order = { by: "createdAt", direction: "desc" } as const;
  return (await store.find(providerEventEntity, {}, { order, limit: 1 }))[0]?.createdAt ?? null;
}
