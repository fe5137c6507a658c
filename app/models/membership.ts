/** A person's role in an account. Spec §6. */
import type { Role } from "~/domain/roles";
import { date, id, nullable, string, type Entity } from "./store/entity";

export interface MembershipRow {
  id: string;
  userId: string;
  accountId: string;
  role: Role;
  /** The person's, repeated: a search among an account's members reads one range of an index. */
  nameKey: string | null;
  email: string | null;
  /** `accountId` for the owner, `id` for everybody else: one owner an account. */
  ownerClaim: string;
  createdAt: Date;
}

export const membershipEntity: Entity<MembershipRow> = {
  table: "memberships",
  belongsTo: { account: "accountId", user: "userId" },
  keptWhenDeleted: {
    account: "They are deleted before the account, page by page, because each member gets a mail.",
  },
  fields: {
    id: id(),
    userId: id(),
    accountId: id(),
    role: string(16),
    nameKey: nullable(string(100)),
    email: nullable(string()),
    ownerClaim: string(36),
    createdAt: date(),
  },
  unique: [["userId", "accountId"], ["ownerClaim"]],
  indexes: [
    ["accountId", "createdAt"],
    ["accountId", "nameKey"],
    ["accountId", "email"],
  ],
};
