/** When each user last signed in by their password, a mailed link or a code. */
import { date, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const signInUses: Migration = {
  name: "0039-sign-in-uses",

  up: (schema) =>
    schema.createTable("sign_in_uses", {
      columns: { id: string(36), user_id: string(36), factor: string(16), last_used_at: date() },
      unique: [["user_id", "factor"]],
    }),
  down: (schema) => schema.dropTable("sign_in_uses"),
};
