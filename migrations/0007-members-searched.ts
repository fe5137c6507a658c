/** Search keys of an account's members: the beginning of their name or email. */
import { nullable, string } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_MEMBERSHIPS: AddedColumns = {
  columns: { name_key: nullable(string(100)), email: nullable(string(190)) },
  indexes: [
    ["account_id", "name_key"],
    ["account_id", "email"],
  ],
};

export const membersSearched: Migration = {
  name: "0007-members-searched",

  async up(schema) {
    await schema.addColumns("memberships", OF_MEMBERSHIPS);
    for (const column of Object.keys(OF_MEMBERSHIPS.columns)) {
      await schema.fillFrom("memberships", column, { table: "users", by: "user_id" });
    }
  },

  async down(schema) {
    await schema.dropColumns("memberships", OF_MEMBERSHIPS);
  },
};
