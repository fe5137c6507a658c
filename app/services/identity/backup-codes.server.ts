/** Backup codes: shown once, stored as a keyed hash, and removed when used. */
import { randomInt } from "node:crypto";
import { BACKUP_CODE_ALPHABET, formatBackupCode, isLegacyBackupCode } from "~/domain/forms/reauthentication";
import { BACKUP_CODE_LENGTH, BACKUP_CODES } from "~/domain/limits";
import { consumeBackupCode, replaceBackupCodes } from "~/models/backup-code.server";
import type { Store } from "~/models/store/store";
import { hashToken, type Secrets } from "../platform/crypto/secrets.server";

/** Whose code it is; the hash counts for this user alone. */
interface UserCode {
  userId: string;
  /** As `parseBackupCode` returns it. */
  code: string;
}

/** Makes new codes in the place of all earlier ones. Returns them formatted for reading. */
export async function issueBackupCodes(store: Store, secrets: Secrets, userId: string): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, createCode);
  const codeHashes = codes.map((code) => hashBackupCode(secrets, { userId, code }));
  await replaceBackupCodes(store, { userId, codeHashes });
  return codes.map(formatBackupCode);
}

/** Uses a code up; false when it is not one of this user's, or was used before. */
export function redeemBackupCode(
  store: Store,
  secrets: Secrets,
  { userId, code }: UserCode,
): Promise<boolean> {
  return consumeBackupCode(store, { userId, codeHash: hashBackupCode(secrets, { userId, code }) });
}

/**
 * 50 bits can be tried out against a plain hash, so the hash is under a key that is not in the database. Codes of earlier
 * versions have 120 bits, and are stored as the plain SHA-256 that they were stored as then.
 */
function hashBackupCode(secrets: Secrets, { userId, code }: UserCode): string {
  return isLegacyBackupCode(code) ? hashToken(code) : secrets.sign("backup_code", `${userId}.${code}`);
}

function createCode(): string {
  const length = BACKUP_CODE_ALPHABET.length;
  return Array.from({ length: BACKUP_CODE_LENGTH }, () => BACKUP_CODE_ALPHABET[randomInt(length)]).join("");
}
