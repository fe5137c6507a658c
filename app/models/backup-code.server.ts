/** Codes for signing in without the authenticator app: stored as a keyed hash, removed when used. */
import { date, id, string, type Entity } from "./store/entity";

export interface BackupCodeRow {
  id: string;
  userId: string;
  /** HMAC-SHA-256 of the user and the code, in base64url; SHA-256 in hex for a code of 24 letters. */
  codeHash: string;
  createdAt: Date;
}

export const backupCodeEntity: Entity<BackupCodeRow> = {
  table: "backup_codes",
  belongsTo: { user: "userId" },
  fields: { id: id(), userId: id(), codeHash: string(64), createdAt: date() },
  unique: [["userId", "codeHash"]],
};
