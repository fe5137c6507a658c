/** Which accounts still have the name that the product gave them. */
import { date, nullable } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

/** Existing accounts get null: they keep the name that they have. */
const OF_ACCOUNTS: AddedColumns = { columns: { unnamed_since: nullable(date()) } };

export const unnamedAccounts: Migration = {
  name: "0019-unnamed-accounts",
  up: (schema) => schema.addColumns("accounts", OF_ACCOUNTS),
  down: (schema) => schema.dropColumns("accounts", OF_ACCOUNTS),
};
