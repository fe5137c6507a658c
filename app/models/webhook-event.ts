/** Webhook events that have been applied: the provider may send one more than once. */
import { date, string, type Entity } from "./store/entity";

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
