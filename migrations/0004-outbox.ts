/** Mails that wait to be sent. */
import { date, integer, nullable, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const outbox: Migration = {
  name: "0004-outbox",

  async up(schema) {
    await schema.createTable("mails", {
      columns: {
        id: string(36),
        recipient: string(190),
        template: string(64),
        locale: string(8),
        payload: text(),
        status: string(16),
        attempts: integer(),
        due_at: date(),
        locked_until: date(),
        failure: nullable(text()),
        created_at: date(),
        sent_at: nullable(date()),
      },
      indexes: [["status", "due_at"]],
    });
  },

  async down(schema) {
    await schema.dropTable("mails");
  },
};
