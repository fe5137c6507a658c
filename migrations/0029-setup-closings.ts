/** That setup is closed for good, because a user has verified their email. */
import { date, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const setupClosings: Migration = {
  name: "0029-setup-closings",

  async up(schema) {
    await schema.createTable("setup_closings", { columns: { id: string(36), closed_at: date() } });
  },

  async down(schema) {
    await schema.dropTable("setup_closings");
  },
};
