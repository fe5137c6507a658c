/** A person: how they sign in and what they prefer. Roles are memberships, not here. Spec §3. */
import { boolean, date, id, nullable, string, type Entity } from "./store/entity";

export interface UserRow {
  id: string;
  name: string;
  /** Normalised: NFKC, trimmed, lower case. */
  email: string;
  /** `email` once this person has proved it is theirs, `id` until then: an address belongs to whoever proves it. */
  emailClaim: string;
  passwordHash: string | null;
  verifiedAt: Date | null;
  onboardedAt: Date | null;
  locale: string;
  darkMode: boolean;
  isMaster: boolean;
  defaultAccountId: string | null;
  lastSignInAt: Date | null;
  createdAt: Date;
}

export const userEntity: Entity<UserRow> = {
  table: "users",
  fields: {
    id: id(),
    name: string(100),
    email: string(),
    emailClaim: string(),
    passwordHash: nullable(string(255)),
    verifiedAt: nullable(date()),
    onboardedAt: nullable(date()),
    locale: string(8),
    darkMode: boolean(),
    isMaster: boolean(),
    defaultAccountId: nullable(id()),
    lastSignInAt: nullable(date()),
    createdAt: date(),
  },
  unique: [["emailClaim"]],
  indexes: [["email", "createdAt"]],
};
