/** Which avatars belong to this database, by the markers next to them. */
import { date, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const fileMarkers: Migration = {
  name: "0033-file-markers",

  async up(schema) {
    await schema.createTable("file_markers", { columns: { id: string(36), created_at: date() } });
  },

  async down(schema) {
    await schema.dropTable("file_markers");
  },
};
