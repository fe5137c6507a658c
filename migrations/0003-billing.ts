/** Plans, the accounts' subscriptions, and pending calls to the payment provider. */
import { boolean, date, integer, nullable, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const billing: Migration = {
  name: "0003-billing",

  async up(schema) {
    await schema.createTable("plans", {
      columns: {
        id: string(36),
        name: string(100),
        type: string(16),
        price_minor: integer(),
        currency: string(3),
        interval: string(8),
        trial_days: integer(),
        seat_limit: nullable(integer()),
        api_call_limit: nullable(integer()),
        overage_price_minor: nullable(integer()),
        is_active: boolean(),
        position: integer(),
      },
      indexes: [["position"]],
    });
    await schema.createTable("subscriptions", {
      columns: {
        id: string(36),
        plan_id: nullable(string(36)),
        status: string(32),
        customer_id: nullable(string(64)),
        provider_id: nullable(string(64)),
        seats: integer(),
        cancel_at_period_end: boolean(),
        current_period_start: nullable(date()),
        current_period_end: nullable(date()),
        revision: integer(),
        updated_at: date(),
      },
      indexes: [["customer_id"], ["provider_id"]],
    });
    await schema.createTable("billing_intents", {
      columns: {
        id: string(36),
        account_id: string(36),
        plan_id: string(36),
        status: string(16),
        open_claim: string(36),
        token_hash: nullable(string(64)),
        provider_id: nullable(string(64)),
        created_at: date(),
        finished_at: nullable(date()),
      },
      unique: [["open_claim"]],
      indexes: [["account_id", "created_at"], ["provider_id"], ["status", "created_at"]],
    });
    await schema.createTable("webhook_events", {
      columns: { id: string(190), type: string(100), created_at: date() },
      indexes: [["created_at"]],
    });
  },

  async down(schema) {
    await schema.dropTable("webhook_events");
    await schema.dropTable("billing_intents");
    await schema.dropTable("subscriptions");
    await schema.dropTable("plans");
  },
};
