/** Projects of accounts. */
import { date, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const projects: Migration = {
  name: "own/0001-projects",

  up: (schema) =>
    schema.createTable("projects", {
      columns: { id: string(36), account_id: string(36), name: string(100), created_at: date() },
      indexes: [["account_id", "created_at"]],
    }),
  down: (schema) => schema.dropTable("projects"),
};
