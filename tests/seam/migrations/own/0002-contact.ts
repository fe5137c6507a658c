/** A phone number of users, and a website of accounts. */
import { nullable, string } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_USERS: AddedColumns = { columns: { phone: nullable(string(100)) } };
const OF_ACCOUNTS: AddedColumns = { columns: { website: nullable(string(100)) } };

export const contact: Migration = {
  name: "own/0002-contact",
  async up(schema) {
    await schema.addColumns("users", OF_USERS);
    await schema.addColumns("accounts", OF_ACCOUNTS);
  },
  async down(schema) {
    await schema.dropColumns("accounts", OF_ACCOUNTS);
    await schema.dropColumns("users", OF_USERS);
  },
};
