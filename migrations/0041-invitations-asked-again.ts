/** When the reader of an expired invitation last asked for a new one: at most one mail a day says so. */
import { date, nullable } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

const added = { columns: { asked_at: nullable(date()) } };

export const invitationsAskedAgain: Migration = {
  name: "0041-invitations-asked-again",

  up: (schema) => schema.addColumns("invites", added),
  down: (schema) => schema.dropColumns("invites", added),
};
