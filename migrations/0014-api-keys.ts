/** API keys with their secrets and their calls by day, and how many keys a plan includes. */
import { date, integer, nullable, string, text } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_PLANS: AddedColumns = { columns: { key_limit: nullable(integer()) } };

export const apiKeys: Migration = {
  name: "0014-api-keys",

  async up(schema) {
    await schema.addColumns("plans", OF_PLANS);
    await schema.createTable("api_keys", {
      columns: {
        id: string(36),
        account_id: string(36),
        created_by_id: string(36),
        name: string(100),
        scopes: string(),
        allowed_ips: nullable(text()),
        secret_id: string(36),
        hint: string(32),
        overlap_ends_at: nullable(date()),
        expires_at: nullable(date()),
        expiry_warned_at: nullable(date()),
        revoked_at: nullable(date()),
        last_used_at: nullable(date()),
        last_used_ip: nullable(string(64)),
        created_at: date(),
      },
      indexes: [["account_id", "created_at"], ["expires_at"]],
    });
    await schema.createTable("api_key_secrets", {
      columns: {
        id: string(36),
        key_id: string(36),
        account_id: string(36),
        token_hash: string(64),
        expires_at: nullable(date()),
        created_at: date(),
      },
      unique: [["token_hash"]],
      indexes: [["key_id"], ["account_id"], ["expires_at"]],
    });
    await schema.createTable("api_key_days", {
      columns: {
        id: string(36),
        key_id: string(36),
        account_id: string(36),
        day: string(10),
        calls: integer(),
      },
      unique: [["key_id", "day"]],
      indexes: [["account_id"], ["day"]],
    });
  },

  async down(schema) {
    await schema.dropTable("api_key_days");
    await schema.dropTable("api_key_secrets");
    await schema.dropTable("api_keys");
    await schema.dropColumns("plans", OF_PLANS);
  },
};
