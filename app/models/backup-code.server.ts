/** Backup codes for signing in without the authenticator app. Stored as a keyed hash, deleted when used. */
import { v7 as uuid } from "uuid";
import { date, id, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

interface BackupCodeRow {
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

/** Replaces all codes of the user with new ones. Runs in the caller's transaction. */
export async function replaceBackupCodes(
  store: Store,
  { userId, codeHashes }: { userId: string; codeHashes: readonly string[] },
): Promise<void> {
  const createdAt = new Date();
  await deleteBackupCodes(store, { userId });
  for (const codeHash of codeHashes)
    await store.insert(backupCodeEntity, { id: uuid(), userId, codeHash, createdAt });
}

/** Consumes a code. False when it is not the user's, or was already used. */
export async function consumeBackupCode(
  store: Store,
  { userId, codeHash }: Pick<BackupCodeRow, "userId" | "codeHash">,
): Promise<boolean> {
  return (await store.remove(backupCodeEntity, { userId, codeHash })) === 1;
}

/** How many codes the user has left. */
export function countBackupCodes(store: Store, { userId }: { userId: string }): Promise<number> {
  return store.count(backupCodeEntity, { userId });
}

/** Deletes every code of the user, in the caller's transaction. */
export async function deleteBackupCodes(store: Store, { userId }: { userId: string }): Promise<void> {
  await store.remove(backupCodeEntity, { userId });
}
