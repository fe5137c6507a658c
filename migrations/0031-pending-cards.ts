/** The card that waits for its change of plan, when the user asked last, the currency of a subscription, and its balance. */
import { date, integer, nullable, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

const ADDED = {
  billing_intents: {
    columns: {
      card_id: nullable(string(64)),
      card_brand: nullable(string(32)),
      card_last4: nullable(string(4)),
      card_exp_month: nullable(integer()),
      card_exp_year: nullable(integer()),
      requested_at: nullable(date()),
    },
  },
  subscriptions: {
    columns: {
      currency: nullable(string(3)),
      balance_minor: nullable(integer()),
      balance_currency: nullable(string(3)),
    },
  },
};

export const pendingCards: Migration = {
  name: "0031-pending-cards",

  async up(schema) {
    for (const [table, added] of Object.entries(ADDED)) await schema.addColumns(table, added);
    // Until the provider is read again, which knows better where a plan has been changed since.
    await schema.fillFrom("subscriptions", "currency", { table: "plans", by: "plan_id" });
  },

  async down(schema) {
    for (const [table, added] of Object.entries(ADDED)) await schema.dropColumns(table, added);
  },
};
