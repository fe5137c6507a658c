/** Disputed payments and the early fraud warnings of banks, copied from the payment provider. */
import { date, integer, nullable, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const disputes: Migration = {
  name: "0043-disputes",

  async up(schema) {
    await schema.createTable("disputes", {
      columns: {
        id: string(64),
        account_id: string(36),
        kind: string(16),
        status: string(32),
        reason: string(64),
        invoice_id: nullable(string(64)),
        subscription_id: nullable(string(64)),
        amount_minor: integer(),
        currency: string(3),
        respond_by: nullable(date()),
        opened_at: date(),
        plan_ended_at: nullable(date()),
        revision: integer(),
        updated_at: date(),
      },
      indexes: [["account_id", "opened_at"]],
    });
  },

  async down(schema) {
    await schema.dropTable("disputes");
  },
};
