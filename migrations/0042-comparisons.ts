/** The last comparison of each area with the payment provider, and what it found. */
import { date, integer, nullable, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const comparisons: Migration = {
  name: "0042-comparisons",

  async up(schema) {
    await schema.createTable("comparisons", {
      columns: {
        id: string(32),
        compared_at: date(),
        accounts: integer(),
        repaired: integer(),
        unrepaired: integer(),
      },
    });
    await schema.createTable("comparison_findings", {
      columns: {
        id: string(36),
        area: string(32),
        account_id: string(36),
        what: text(),
        failure: nullable(text()),
        mailed_day: nullable(string(10)),
      },
      indexes: [["area"], ["account_id"]],
    });
  },

  async down(schema) {
    await schema.dropTable("comparison_findings");
    await schema.dropTable("comparisons");
  },
};
