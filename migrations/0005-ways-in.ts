/** Further credentials: two-factor authentication, social networks, invitations, and known devices. */
import { date, integer, nullable, string, text } from "~/models/store/entity";
import type { AddedColumns, Migration, Table } from "~/models/store/schema";

const OF_USERS: AddedColumns = {
  columns: {
    name_key: nullable(string(100)),
    avatar: nullable(string(64)),
    pending_email: nullable(string(190)),
    support_until: nullable(date()),
  },
  indexes: [["name_key"], ["avatar"]],
};
const OF_ACCOUNTS: AddedColumns = {
  columns: { name_key: nullable(string(100)), owner_offered_to: nullable(string(36)) },
  indexes: [["name_key"]],
};
const OF_SESSIONS: AddedColumns = { columns: { parent_id: nullable(string(36)) }, indexes: [["parent_id"]] };
const OF_TOKENS: AddedColumns = {
  columns: { account_id: nullable(string(36)), data: nullable(text()) },
};

const SOCIAL_LOGINS: Table = {
  columns: {
    id: string(36),
    provider: string(16),
    subject: string(190),
    user_id: string(36),
    created_at: date(),
  },
  unique: [
    ["provider", "subject"],
    ["user_id", "provider"],
  ],
};

export const waysIn: Migration = {
  name: "0005-ways-in",

  async up(schema) {
    await schema.addColumns("users", OF_USERS);
    await schema.fillLowerCase("users", "name_key", "name");
    await schema.addColumns("accounts", OF_ACCOUNTS);
    await schema.fillLowerCase("accounts", "name_key", "name");
    await schema.addColumns("sessions", OF_SESSIONS);
    await schema.addColumns("tokens", OF_TOKENS);
    await schema.createTable("two_factors", {
      columns: {
        id: string(36),
        secret: nullable(text()),
        pending_secret: nullable(text()),
        last_step: integer(),
        enabled_at: nullable(date()),
      },
    });
    await schema.createTable("backup_codes", {
      columns: { id: string(36), user_id: string(36), code_hash: string(64), created_at: date() },
      unique: [["user_id", "code_hash"]],
    });
    await schema.createTable("social_logins", SOCIAL_LOGINS);
    await schema.createTable("invites", {
      columns: {
        id: string(36),
        account_id: string(36),
        email: string(190),
        role: string(16),
        token_hash: string(64),
        invited_by_id: string(36),
        sent_at: date(),
        expires_at: date(),
        created_at: date(),
      },
      unique: [["account_id", "email"], ["token_hash"]],
      indexes: [["account_id", "created_at"], ["email"]],
    });
    await schema.createTable("logins", {
      columns: {
        id: string(36),
        user_id: string(36),
        device_hash: string(64),
        address: string(64),
        agent: string(255),
        created_at: date(),
      },
      unique: [["user_id", "device_hash"]],
      indexes: [["user_id", "created_at"]],
    });
  },

  async down(schema) {
    for (const table of ["logins", "invites", "social_logins", "backup_codes", "two_factors"]) {
      await schema.dropTable(table);
    }
    await schema.dropColumns("tokens", OF_TOKENS);
    await schema.dropColumns("sessions", OF_SESSIONS);
    await schema.dropColumns("accounts", OF_ACCOUNTS);
    await schema.dropColumns("users", OF_USERS);
  },
};
