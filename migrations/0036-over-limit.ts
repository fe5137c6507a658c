/** Since when an account has more members than its plan allows, and which plans give way to another one soon. */
import { date, nullable } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

const INDEXES = [["next_plan_id", "current_period_end"]];
const ADDED = { columns: { over_limit_at: nullable(date()) } };

export const overLimit: Migration = {
  name: "0036-over-limit",

  async up(schema) {
    await schema.addColumns("accounts", ADDED);
    await schema.addIndexes("subscriptions", INDEXES);
  },

  async down(schema) {
    await schema.dropIndexes("subscriptions", INDEXES);
    await schema.dropColumns("accounts", ADDED);
  },
};
