/** Encrypts again what a secret that only reads has encrypted, while the product serves. */
import type { EncryptedRowKind } from "~/domain/encryption";
import { ENCRYPTED_COLUMNS, readEncryptedTexts, replaceEncryptedText } from "~/models/encrypted-rows.server";
import type { Store } from "~/models/store/store";
import type { EncryptedWith, Secrets } from "./secrets.server";

/** What a kind has: how many texts the secret in use has encrypted, and how many another that is known; and the others. */
export interface EncryptedCount extends Record<Exclude<EncryptedWith, "unknown">, number> {
  /** The ids of the rows that no known secret decrypts. */
  unreadable: string[];
}

export type EncryptedCounts = Map<EncryptedRowKind, EncryptedCount>;

export interface RekeyOptions {
  /** Asked before each row. */
  isStopped?: () => boolean;
  onChange?: (kind: EncryptedRowKind) => void;
  /** REKEY_PAGE_ROWS by default. */
  pageRows?: number;
}

/**
 * Encrypts every row's text with the secret in use. Each row is changed by itself, and only while it still has the text that
 * was read: so it can be stopped and repeated at any time. Returns how many of each kind were changed.
 */
export async function rekeyRows(
  store: Store,
  secrets: Secrets,
  { isStopped = () => false, onChange, pageRows }: RekeyOptions = {},
): Promise<Map<EncryptedRowKind, number>> {
  const done = new Map<EncryptedRowKind, number>();
  for (const column of ENCRYPTED_COLUMNS) {
    const { kind } = column.encryption;
    if (!done.has(kind)) done.set(kind, 0);
    for await (const { id, purpose, encrypted: from } of readEncryptedTexts(store, column, pageRows)) {
      if (isStopped()) return done;
      if (secrets.findSecret(purpose, from) !== "other") continue;
      const to = secrets.encrypt(purpose, secrets.decrypt(purpose, from));
      if (!(await replaceEncryptedText(store, column, { id, from, to }))) continue;
      done.set(kind, (done.get(kind) ?? 0) + 1);
      onChange?.(kind);
    }
  }
  return done;
}

/** Whether a row still needs a secret that only reads. Ends at the first one. */
export async function needsOtherSecret(store: Pick<Store, "find">, secrets: Secrets): Promise<boolean> {
  for (const column of ENCRYPTED_COLUMNS)
    for await (const { purpose, encrypted } of readEncryptedTexts(store, column))
      if (secrets.findSecret(purpose, encrypted) === "other") return true;
  return false;
}

/** Reads every encrypted text and says which secret it needs. Changes nothing. */
export async function countEncrypted(store: Pick<Store, "find">, secrets: Secrets): Promise<EncryptedCounts> {
  const counts: EncryptedCounts = new Map();
  for (const column of ENCRYPTED_COLUMNS) {
    const { kind } = column.encryption;
    const count = counts.get(kind) ?? { current: 0, other: 0, unreadable: [] };
    counts.set(kind, count);
    for await (const { id, purpose, encrypted } of readEncryptedTexts(store, column)) {
      const found = secrets.findSecret(purpose, encrypted);
      if (found === "unknown") count.unreadable.push(id);
      else count[found] += 1;
    }
  }
  return counts;
}

/** All kinds together. `unreadable` is the number of rows. */
export function sumCounts(counts: EncryptedCounts): { other: number; unreadable: number } {
  const all = [...counts.values()];
  return {
    other: all.reduce((sum, { other }) => sum + other, 0),
    unreadable: all.reduce((sum, { unreadable }) => sum + unreadable.length, 0),
  };
}
