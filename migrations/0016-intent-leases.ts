/** Until when the process that changes an account's billing is considered alive. */
import { date, nullable } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_INTENTS: AddedColumns = {
  columns: { leased_until: nullable(date()) },
  indexes: [["status", "leased_until"]],
};

export const intentLeases: Migration = {
  name: "0016-intent-leases",

  async up(schema) {
    await schema.addColumns("billing_intents", OF_INTENTS);
  },

  async down(schema) {
    await schema.dropColumns("billing_intents", OF_INTENTS);
  },
};
