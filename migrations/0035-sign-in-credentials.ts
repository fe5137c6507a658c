/** When a session's user gave their password or a second-factor code in signing in. */
import { date, nullable } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_SESSIONS: AddedColumns = { columns: { credential_at: nullable(date()) } };

export const signInCredentials: Migration = {
  name: "0035-sign-in-credentials",

  async up(schema) {
    await schema.addColumns("sessions", OF_SESSIONS);
  },

  async down(schema) {
    await schema.dropColumns("sessions", OF_SESSIONS);
  },
};
