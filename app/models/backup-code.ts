/** Codes for somebody without their authenticator app: kept as a hash, removed by being used. */
import { date, id, string, type Entity } from "./store/entity";

export interface BackupCodeRow {
  id: string;
  userId: string;
  /** SHA-256 of the code, in hex. */
  codeHash: string;
  createdAt: Date;
}

export const backupCodeEntity: Entity<BackupCodeRow> = {
  table: "backup_codes",
  fields: { id: id(), userId: id(), codeHash: string(64), createdAt: date() },
  unique: [["userId", "codeHash"]],
};
