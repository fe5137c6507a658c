/** A signed-in browser or script. Design: sessions are rows, and only the hash of their token is kept. */
import { boolean, date, id, nullable, string, type Entity } from "./store/entity";

export type SessionKind = "browser" | "script";

export interface SessionRow {
  id: string;
  /** SHA-256 of the 256-bit token, in hex. */
  tokenHash: string;
  kind: SessionKind;
  userId: string;
  accountId: string;
  /** This person had registered before and joined another account by this sign-in. Spec §3: duplicate_user. */
  isDuplicateUser: boolean;
  address: string;
  agent: string;
  createdAt: Date;
  /** When the user signed in. It never confirms an act on a credential: `reauthenticatedAt` does. */
  authenticatedAt: Date;
  /** When the password or a second-factor code was last given in this session to confirm an act; null until then. */
  reauthenticatedAt: Date | null;
  /** Written at most once a minute. */
  lastSeenAt: Date;
  idleExpiresAt: Date;
  expiresAt: Date;
  /** The master who acts as this person, in this session. */
  impersonatorId: string | null;
  /** The master's own session, which theirs as somebody else ends with and leads back to. */
  parentId: string | null;
}

export const sessionEntity: Entity<SessionRow> = {
  table: "sessions",
  belongsTo: { account: "accountId", user: "userId" },
  fields: {
    id: id(),
    tokenHash: string(64),
    kind: string(16),
    userId: id(),
    accountId: id(),
    isDuplicateUser: boolean(),
    address: string(64),
    agent: string(255),
    createdAt: date(),
    authenticatedAt: date(),
    reauthenticatedAt: nullable(date()),
    lastSeenAt: date(),
    idleExpiresAt: date(),
    expiresAt: date(),
    impersonatorId: nullable(id()),
    parentId: nullable(id()),
  },
  unique: [["tokenHash"]],
  indexes: [["userId", "createdAt"], ["accountId"], ["expiresAt"], ["idleExpiresAt"], ["impersonatorId"]],
};
