/** An account: the customer, shared by its members. Spec §3. */
import { date, id, string, type Entity } from "./store/entity";

export interface AccountRow {
  id: string;
  name: string;
  createdAt: Date;
}

export const accountEntity: Entity<AccountRow> = {
  table: "accounts",
  fields: { id: id(), name: string(100), createdAt: date() },
};
