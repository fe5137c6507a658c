/** The changes of billing intents, the plan that follows the current one, and who has had a free trial. */
import { date, nullable, string } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_INTENTS: AddedColumns = {
  columns: {
    kind: nullable(string(16)),
    promotion_id: nullable(string(64)),
    former_card_id: nullable(string(64)),
  },
};

const OF_SUBSCRIPTIONS: AddedColumns = { columns: { next_plan_id: nullable(string(36)) } };

export const planChanges: Migration = {
  name: "0011-plan-changes",

  async up(schema) {
    await schema.addColumns("billing_intents", OF_INTENTS);
    await schema.addColumns("subscriptions", OF_SUBSCRIPTIONS);
    await schema.createTable("trial_claims", {
      columns: { id: string(64), claimed_by: string(36), created_at: date() },
      indexes: [["claimed_by"]],
    });
  },

  async down(schema) {
    await schema.dropTable("trial_claims");
    await schema.dropColumns("subscriptions", OF_SUBSCRIPTIONS);
    await schema.dropColumns("billing_intents", OF_INTENTS);
  },
};
