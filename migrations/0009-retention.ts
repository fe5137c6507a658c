/** An index for each kind of row with a retention time, so that expired rows are found without reading the rest. */
import type { Migration } from "~/models/store/schema";

const ADDED = {
  events: [["created_at"]],
  audits: [["created_at"]],
  users: [["verified_at", "created_at"]],
};

export const retention: Migration = {
  name: "0009-retention",

  async up(schema) {
    for (const [table, columns] of Object.entries(ADDED)) await schema.addIndexes(table, columns);
  },

  async down(schema) {
    for (const [table, columns] of Object.entries(ADDED)) await schema.dropIndexes(table, columns);
  },
};
