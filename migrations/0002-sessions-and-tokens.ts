/** Sessions, and the one-time tokens that mails contain. */
import { boolean, date, integer, nullable, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const sessionsAndTokens: Migration = {
  name: "0002-sessions-and-tokens",

  async up(schema) {
    await schema.createTable("sessions", {
      columns: {
        id: string(36),
        token_hash: string(64),
        kind: string(16),
        user_id: string(36),
        account_id: string(36),
        is_duplicate_user: boolean(),
        address: string(64),
        agent: string(255),
        created_at: date(),
        authenticated_at: date(),
        last_seen_at: date(),
        idle_expires_at: date(),
        expires_at: date(),
        impersonator_id: nullable(string(36)),
      },
      unique: [["token_hash"]],
      indexes: [["user_id", "created_at"], ["account_id"], ["expires_at"]],
    });
    await schema.createTable("tokens", {
      columns: {
        id: string(36),
        hash: string(64),
        kind: string(16),
        user_id: string(36),
        email: string(190),
        attempts: integer(),
        expires_at: date(),
        used_at: nullable(date()),
        created_at: date(),
      },
      unique: [["hash"]],
      indexes: [["user_id", "kind"], ["expires_at"]],
    });
  },

  async down(schema) {
    await schema.dropTable("tokens");
    await schema.dropTable("sessions");
  },
};
