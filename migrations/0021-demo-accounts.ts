/** Which accounts are sample data of `npm run seed`. */
import { nullable, string } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

/** Existing accounts get null: they are none. */
const OF_ACCOUNTS: AddedColumns = { columns: { demo_state: nullable(string(16)) } };

export const demoAccounts: Migration = {
  name: "0021-demo-accounts",
  up: (schema) => schema.addColumns("accounts", OF_ACCOUNTS),
  down: (schema) => schema.dropColumns("accounts", OF_ACCOUNTS),
};
