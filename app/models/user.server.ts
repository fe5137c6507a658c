/** A person: how they sign in and what they prefer. Roles are memberships, not here. Spec §3. */
import { boolean, date, id, nullable, string, type Entity } from "./store/entity";

export interface UserRow {
  id: string;
  name: string;
  /** The name in lower case, to search for it by its beginning. */
  nameKey: string | null;
  /** Normalised: NFKC, trimmed, lower case. */
  email: string;
  /** `email` once this person has proved it is theirs, `id` until then: an address belongs to whoever proves it. */
  emailClaim: string;
  /** Where they want their mail instead, until they prove that address too. */
  pendingEmail: string | null;
  passwordHash: string | null;
  verifiedAt: Date | null;
  onboardedAt: Date | null;
  locale: string;
  darkMode: boolean;
  isMaster: boolean;
  /** The file of their picture, in the folder of pictures. */
  avatar: string | null;
  /** Support may sign in as them until then. */
  supportUntil: Date | null;
  defaultAccountId: string | null;
  lastSignInAt: Date | null;
  createdAt: Date;
}

export const userEntity: Entity<UserRow> = {
  table: "users",
  belongsTo: null,
  fields: {
    id: id(),
    name: string(100),
    nameKey: nullable(string(100)),
    email: string(),
    emailClaim: string(),
    pendingEmail: nullable(string()),
    passwordHash: nullable(string(255)),
    verifiedAt: nullable(date()),
    onboardedAt: nullable(date()),
    locale: string(8),
    darkMode: boolean(),
    isMaster: boolean(),
    avatar: nullable(string(64)),
    supportUntil: nullable(date()),
    defaultAccountId: nullable(id()),
    lastSignInAt: nullable(date()),
    createdAt: date(),
  },
  unique: [["emailClaim"]],
  indexes: [["email", "createdAt"], ["nameKey"], ["avatar"], ["verifiedAt", "createdAt"]],
};
