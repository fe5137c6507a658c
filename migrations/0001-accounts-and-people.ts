/** Accounts, users, and memberships. */
import { boolean, date, nullable, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const accountsAndPeople: Migration = {
  name: "0001-accounts-and-people",

  async up(schema) {
    await schema.createTable("accounts", {
      columns: { id: string(36), name: string(100), created_at: date() },
    });
    await schema.createTable("users", {
      columns: {
        id: string(36),
        name: string(100),
        email: string(190),
        email_claim: string(190),
        password_hash: nullable(string(255)),
        verified_at: nullable(date()),
        onboarded_at: nullable(date()),
        locale: string(8),
        dark_mode: boolean(),
        is_master: boolean(),
        default_account_id: nullable(string(36)),
        last_sign_in_at: nullable(date()),
        created_at: date(),
      },
      unique: [["email_claim"]],
      indexes: [["email", "created_at"]],
    });
    await schema.createTable("memberships", {
      columns: {
        id: string(36),
        user_id: string(36),
        account_id: string(36),
        role: string(16),
        owner_claim: string(36),
        created_at: date(),
      },
      unique: [["user_id", "account_id"], ["owner_claim"]],
      indexes: [["account_id", "created_at"]],
    });
  },

  async down(schema) {
    await schema.dropTable("memberships");
    await schema.dropTable("users");
    await schema.dropTable("accounts");
  },
};
