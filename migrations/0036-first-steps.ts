/** When the owner has put the list of first steps away. */
import { date, nullable } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_ACCOUNTS: AddedColumns = { columns: { checklist_dismissed_at: nullable(date()) } };

export const firstSteps: Migration = {
  name: "0036-first-steps",
  up: (schema) => schema.addColumns("accounts", OF_ACCOUNTS),
  down: (schema) => schema.dropColumns("accounts", OF_ACCOUNTS),
};
