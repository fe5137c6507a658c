/** When a session's user last reauthenticated, and the browsers that a user has signed in with. */
import { date, nullable, string } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_SESSIONS: AddedColumns = { columns: { reauthenticated_at: nullable(date()) } };

export const reauthenticationAndDevices: Migration = {
  name: "0010-reauthentication-and-devices",

  async up(schema) {
    await schema.addColumns("sessions", OF_SESSIONS);
    await schema.createTable("devices", {
      columns: {
        id: string(36),
        user_id: string(36),
        token_hash: string(64),
        created_at: date(),
      },
      unique: [["user_id", "token_hash"]],
      indexes: [["token_hash"], ["user_id", "created_at"], ["created_at"]],
    });
  },

  async down(schema) {
    await schema.dropTable("devices");
    await schema.dropColumns("sessions", OF_SESSIONS);
  },
};
