/** Calls that were sent with an Idempotency-Key, and their answers. */
import { date, nullable, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const idempotencyKeys: Migration = {
  name: "0018-idempotency-keys",

  async up(schema) {
    await schema.createTable("idempotency_keys", {
      columns: {
        id: string(36),
        account_id: string(36),
        user_id: string(36),
        key_hash: string(64),
        fingerprint: string(64),
        answer: nullable(text()),
        created_at: date(),
      },
      unique: [["key_hash"]],
      indexes: [["account_id"], ["user_id"], ["created_at"]],
    });
  },

  async down(schema) {
    await schema.dropTable("idempotency_keys");
  },
};
