/** The inbox of webhook events: each is stored when it arrives, and applied once however often the provider sends it. */
import { BILLING_EVENTS_BATCH } from "~/domain/job-limits";
import type { TimeRange } from "~/domain/day-range";
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import type { WebhookStatus } from "~/domain/webhooks";
import { deleteInBatches, type Cleanup } from "./store/delete-in-batches";
import { date, integer, nullable, string, text, type Entity } from "./store/entity";
import { findPage, type ListPage } from "./store/list-page";
import { readQueueDepth, type QueueDepth } from "./store/queue-depth";
import { DuplicateError, type Store } from "./store/store";

export interface WebhookEventRow {
  /** The provider's event id. */
  id: string;
  type: string;
  /** What the event is about, by its id at the provider. */
  objectId: string;
  /** Whose it is: the account with this customer is read again when the event is applied. */
  customerId: string;
  status: WebhookStatus;
  /** How often the event has arrived or was replayed. */
  attempts: number;
  /** Why the last attempt failed, for mission control. */
  failure: string | null;
  createdAt: Date;
  appliedAt: Date | null;
}

export const webhookEventEntity: Entity<WebhookEventRow> = {
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
export function findWebhookEvent(
  store: Store,
  { id }: Pick<WebhookEventRow, "id">,
): Promise<WebhookEventRow | null> {
  return store.findOne("webhookEvents", { id });
}

/** Stores an event that arrives, or counts the attempt when it is stored already. */
export async function receiveWebhookEvent(
  store: Store,
  event: Pick<WebhookEventRow, "id" | "type" | "objectId" | "customerId">,
): Promise<WebhookEventRow> {
  const known = await findWebhookEvent(store, event);
  if (known) return countAttempt(store, known);
  const row: WebhookEventRow = {
    ...event,
    status: "received",
    attempts: 1,
    failure: null,
    createdAt: new Date(),
    appliedAt: null,
  };
  try {
    await store.insert("webhookEvents", row);
    return row;
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    return countAttempt(store, row);
  }
}

/** Another delivery may count at the same time, and one of the two is lost: the number only informs. */
async function countAttempt(store: Store, row: WebhookEventRow): Promise<WebhookEventRow> {
  const attempts = row.attempts + 1;
  await store.update("webhookEvents", { id: row.id }, { attempts });
  return { ...row, attempts };
}

/** Records, in the transaction of its effect, that the event is applied. False when it was applied before. */
export async function markEventApplied(store: Store, { id }: Pick<WebhookEventRow, "id">): Promise<boolean> {
  const applied = { status: "applied", failure: null, appliedAt: new Date() } as const;
  return (await store.update("webhookEvents", { id, status: { in: UNAPPLIED } }, applied)) === 1;
}

/** Records why the event could not be applied, unless another delivery has applied it. */
export async function markEventFailed(
  store: Store,
  { id }: Pick<WebhookEventRow, "id">,
  failure: string,
): Promise<void> {
  await store.update("webhookEvents", { id, status: { in: UNAPPLIED } }, { status: "failed", failure });
}

const UNAPPLIED = ["received", "failed"] as const;

/** For the inbox only: events that arrived before `before`, and whose `attempts` attempts did not apply them. Oldest first. */
export function listUnappliedEvents(
  store: Store,
  { attempts, before }: Pick<WebhookEventRow, "attempts"> & { before: Date },
): Promise<WebhookEventRow[]> {
  const where = { status: { in: UNAPPLIED }, attempts, createdAt: { lt: before } } as const;
  const order = { by: "createdAt", direction: "asc" } as const;
  return store.find("webhookEvents", where, { order, limit: BILLING_EVENTS_BATCH });
}

/** For mission control only: a page of the events, MASTER_PAGE_SIZE long, newest first; those with `status`, and that arrived at `arrived`, if set. */
export function listWebhookEvents(
  store: Store,
  { status, arrived, at }: { status: WebhookStatus | null; arrived: TimeRange | undefined; at: PagePosition },
): Promise<ListPage<WebhookEventRow>> {
  const order = { by: "createdAt", direction: "desc" } as const;
  return findPage(store, "webhookEvents", {
    where: { ...(status && { status }), ...(arrived && { createdAt: arrived }) },
    at,
    order,
    size: MASTER_PAGE_SIZE,
  });
}

/** For the metrics only: the events that have arrived and could not be applied so far. */
export function readInboxDepth(store: Store, at: Date): Promise<QueueDepth> {
  const waiting = { status: { in: UNAPPLIED }, createdAt: { lte: at } };
  return readQueueDepth(store, "webhookEvents", { waiting, dueSince: "createdAt", at });
}

/** For the doctor only: when the newest event arrived; null when none is stored. */
export async function findLastEventTime(store: Store): Promise<Date | null> {
  const order = { by: "createdAt", direction: "desc" } as const;
  return (await store.find("webhookEvents", {}, { order, limit: 1 }))[0]?.createdAt ?? null;
}

/** For the cleanup only: deletes the events that arrived before `before`. */
export function deleteOldWebhookEvents(store: Store, { before, isStopped }: Cleanup): Promise<number> {
  return deleteInBatches(store, "webhookEvents", { where: { createdAt: { lt: before } }, isStopped });
}
