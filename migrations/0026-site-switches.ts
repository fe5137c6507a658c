/** The operator's switches: an announcement, maintenance, and who may sign up. */
import { date, integer, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const siteSwitches: Migration = {
  name: "0026-site-switches",

  async up(schema) {
    await schema.createTable("site_switches", {
      columns: { id: string(32), value: text(), revision: integer(), changed_at: date() },
    });
  },

  async down(schema) {
    await schema.dropTable("site_switches");
  },
};
