/** Webhook events that have been applied: the provider may send one more than once. */
import { deleteInBatches, type Cleanup } from "./store/delete-in-batches";
import { date, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface WebhookEventRow {
  /** The provider's event id. */
  id: string;
  type: string;
  createdAt: Date;
}

export const webhookEventEntity: Entity<WebhookEventRow> = {
  table: "webhook_events",
  belongsTo: null,
  fields: { id: string(190), type: string(100), createdAt: date() },
  indexes: [["createdAt"]],
};

/** Whether the provider's event has been applied. Events belong to no account. */
export async function isWebhookEventKnown(
  store: Store,
  { id }: Pick<WebhookEventRow, "id">,
): Promise<boolean> {
  return (await store.findOne("webhookEvents", { id })) !== null;
}

/** Records the event, in the transaction of its effect. Throws DuplicateError when it has been applied. */
export async function createWebhookEvent(
  store: Store,
  { id, type }: Pick<WebhookEventRow, "id" | "type">,
): Promise<void> {
  await store.insert("webhookEvents", { id, type, createdAt: new Date() });
}

/** For the cleanup only: deletes the events that were applied before `before`. */
export function deleteOldWebhookEvents(store: Store, { before, isStopped }: Cleanup): Promise<number> {
  return deleteInBatches(store, "webhookEvents", { where: { createdAt: { lt: before } }, isStopped });
}
