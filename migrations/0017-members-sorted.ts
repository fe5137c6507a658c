/** The sort and filter columns of the list of an account's members, each with an index that also holds the filters. */
import { date, nullable } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_MEMBERSHIPS: AddedColumns = {
  columns: {
    verified_at: nullable(date()),
    signed_in_at: nullable(date()),
    two_factor_at: nullable(date()),
  },
  indexes: [
    ["account_id", "created_at", "id", "role", "verified_at"],
    ["account_id", "name_key", "id", "role", "verified_at"],
    ["account_id", "email", "id", "role", "verified_at"],
    ["account_id", "role", "id", "verified_at"],
    ["account_id", "verified_at", "id", "role"],
    ["account_id", "signed_in_at", "id", "role", "verified_at"],
    ["account_id", "two_factor_at", "id", "role", "verified_at"],
  ],
};

/** Where the columns are copied from. */
const SOURCES = {
  verified_at: { table: "users", by: "user_id" },
  signed_in_at: { table: "users", by: "user_id", column: "last_sign_in_at" },
  two_factor_at: { table: "two_factors", by: "user_id", column: "enabled_at" },
};

/** The new indexes begin with these. */
const REPLACED = [
  ["account_id", "created_at"],
  ["account_id", "name_key"],
  ["account_id", "email"],
];

export const membersSorted: Migration = {
  name: "0017-members-sorted",

  async up(schema) {
    await schema.addColumns("memberships", OF_MEMBERSHIPS);
    for (const [column, source] of Object.entries(SOURCES)) {
      await schema.fillFrom("memberships", column, source);
    }
    await schema.dropIndexes("memberships", REPLACED);
  },

  async down(schema) {
    await schema.addIndexes("memberships", REPLACED);
    await schema.dropColumns("memberships", OF_MEMBERSHIPS);
  },
};
