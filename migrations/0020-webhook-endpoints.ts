/** Webhooks of accounts: their endpoints, and the events on their way to them. */
import { date, integer, nullable, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const webhookEndpoints: Migration = {
  name: "0020-webhook-endpoints",

  async up(schema) {
    await schema.createTable("webhook_endpoints", {
      columns: {
        id: string(36),
        account_id: string(36),
        url: text(),
        description: nullable(string(100)),
        events: text(),
        secret: text(),
        former_secret: nullable(text()),
        former_secret_ends_at: nullable(date()),
        failing_since: nullable(date()),
        disabled_at: nullable(date()),
        disabled_because: nullable(string(16)),
        created_at: date(),
      },
      indexes: [["account_id", "created_at"]],
    });
    await schema.createTable("webhook_deliveries", {
      columns: {
        id: string(36),
        account_id: string(36),
        endpoint_id: string(36),
        event_id: string(36),
        type: string(64),
        payload: text(),
        status: string(16),
        attempts: integer(),
        due_at: date(),
        locked_until: date(),
        failure: nullable(string(16)),
        response_status: nullable(integer()),
        response_excerpt: nullable(text()),
        duration_ms: nullable(integer()),
        created_at: date(),
        delivered_at: nullable(date()),
      },
      indexes: [["status", "due_at"], ["endpoint_id", "created_at"], ["account_id"], ["created_at"]],
    });
  },

  async down(schema) {
    await schema.dropTable("webhook_deliveries");
    await schema.dropTable("webhook_endpoints");
  },
};
