/** An account: the customer, shared by its members. Spec §3. */
import { date, id, nullable, string, type Entity } from "./store/entity";

export interface AccountRow {
  id: string;
  name: string;
  /** The name in lower case, to search for it by its beginning. */
  nameKey: string | null;
  /** The member whom the owner has offered the ownership. */
  ownerOfferedTo: string | null;
  createdAt: Date;
}

export const accountEntity: Entity<AccountRow> = {
  table: "accounts",
  belongsTo: null,
  fields: {
    id: id(),
    name: string(100),
    nameKey: nullable(string(100)),
    ownerOfferedTo: nullable(id()),
    createdAt: date(),
  },
  indexes: [["nameKey"]],
};
