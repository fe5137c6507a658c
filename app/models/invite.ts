/** An invitation to join an account. Accepted or revoked, it is gone. Spec §3. */
import type { Role } from "~/domain/roles";
import { date, id, string, type Entity } from "./store/entity";

export interface InviteRow {
  /** What the account's admins see; the link in the mail has a secret token instead. */
  id: string;
  accountId: string;
  email: string;
  /** Never owner. */
  role: Exclude<Role, "owner">;
  /** SHA-256 of the token in the newest mail, in hex. */
  tokenHash: string;
  invitedById: string;
  sentAt: Date;
  expiresAt: Date;
  createdAt: Date;
}

export const inviteEntity: Entity<InviteRow> = {
  table: "invites",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    email: string(),
    role: string(16),
    tokenHash: string(64),
    invitedById: id(),
    sentAt: date(),
    expiresAt: date(),
    createdAt: date(),
  },
  unique: [["accountId", "email"], ["tokenHash"]],
  indexes: [["accountId", "createdAt"], ["expiresAt"]],
};
