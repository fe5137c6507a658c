/** The passkeys of users. */
import { boolean, date, integer, nullable, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const passkeys: Migration = {
  name: "0038-passkeys",

  up: (schema) =>
    schema.createTable("passkeys", {
      columns: {
        id: string(36),
        user_id: string(36),
        credential_hash: string(64),
        credential_id: text(),
        public_key: text(),
        counter: integer(),
        transports: nullable(string()),
        name: string(100),
        rp_id: string(255),
        can_sign_in: boolean(),
        is_synced: boolean(),
        is_backed_up: boolean(),
        aaguid: string(36),
        created_at: date(),
        last_used_at: nullable(date()),
        last_used_ip: nullable(string(64)),
      },
      unique: [["credential_hash"]],
      indexes: [["user_id", "created_at"]],
    }),
  down: (schema) => schema.dropTable("passkeys"),
};
