/** Backup codes: told once, kept as hashes, and gone when used. Security E11. */
import { randomInt } from "node:crypto";
import { v7 as uuid } from "uuid";
import { BACKUP_CODE_GROUP, BACKUP_CODE_LENGTH, BACKUP_CODES } from "~/domain/limits";
import type { Store } from "~/models/store/store";
import { hashToken } from "../upkeep/secrets.server";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Makes new codes in the place of all earlier ones. Returns them as they are shown, in groups. */
export async function issueBackupCodes(store: Store, userId: string): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, newCode);
  const createdAt = new Date();
  await store.remove("backupCodes", { userId });
  for (const code of codes) {
    await store.insert("backupCodes", { id: uuid(), userId, codeHash: hashToken(code), createdAt });
  }
  return codes.map(inGroups);
}

/** Uses a code up, given without its dashes; false when it is none of theirs, or used. */
export async function spendBackupCode(store: Store, userId: string, code: string): Promise<boolean> {
  return (await store.remove("backupCodes", { userId, codeHash: hashToken(code) })) === 1;
}

export function countBackupCodes(store: Store, userId: string): Promise<number> {
  return store.count("backupCodes", { userId });
}

function newCode(): string {
  return Array.from({ length: BACKUP_CODE_LENGTH }, () => BASE32[randomInt(BASE32.length)]).join("");
}

function inGroups(code: string): string {
  const groups = code.match(new RegExp(`.{${BACKUP_CODE_GROUP}}`, "g")) ?? [];
  return groups.join("-");
}
