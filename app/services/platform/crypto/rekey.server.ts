/** Encrypts again what a secret that only reads has encrypted, while the product serves. */
import type { EncryptedRowKind } from "~/domain/encryption";
import {
  ENCRYPTED_COLUMNS,
  readEncryptedTexts,
  replaceEncryptedTexts,
  type EncryptedColumn,
  type Replacement,
} from "~/models/encrypted-rows.server";
import type { Store } from "~/models/store/store";
import type { EncryptedWith, Secrets } from "~/crypto/secrets.server";

const REKEY_BATCH_ROWS = 50;

/** A kind's counts: how many texts the secret in use has encrypted, how many another known one; and the others. */
interface EncryptedCount extends Record<Exclude<EncryptedWith, "unknown">, number> {
  /** The ids of the rows that no known secret decrypts. */
  unreadable: string[];
}

type EncryptedCounts = Map<EncryptedRowKind, EncryptedCount>;

interface RekeyOptions {
  /** Asked before each batch. */
  isStopped?: () => boolean;
  /** Receives how many rows a batch has changed. */
  onChange?: (count: number) => void;
  /** REKEY_PAGE_ROWS and REKEY_BATCH_ROWS by default. */
  pageRows?: number;
  batchRows?: number;
}

/**
 * Encrypts every row's text with the secret in use. A batch of rows is changed at once or not at all, and each row only while
 * it still has the text that was read: so it can be stopped and repeated at any time. Returns how many of each kind were
 * changed.
 */
export async function rekeyRows(
  store: Store,
  secrets: Secrets,
  options: RekeyOptions = {},
): Promise<Map<EncryptedRowKind, number>> {
  const { isStopped = () => false, onChange } = options;
  const done = new Map<EncryptedRowKind, number>();
  for (const column of ENCRYPTED_COLUMNS) {
    const { kind } = column.encryption;
    if (!done.has(kind)) done.set(kind, 0);
    for await (const batch of readBatches(store, secrets, { ...options, column })) {
      if (isStopped()) return done;
      const count = await replaceEncryptedTexts(store, column, batch);
      done.set(kind, (done.get(kind) ?? 0) + count);
      onChange?.(count);
    }
  }
  return done;
}

/** The texts of a column that another secret than the one in use has encrypted, with what replaces each. */
async function* readBatches(
  store: Store,
  secrets: Secrets,
  { column, pageRows, batchRows = REKEY_BATCH_ROWS }: RekeyOptions & { column: EncryptedColumn },
): AsyncGenerator<Replacement[]> {
  let batch: Replacement[] = [];
  for await (const { id, purpose, encrypted: from } of readEncryptedTexts(store, column, pageRows)) {
    if (secrets.findSecret(purpose, from) !== "other") continue;
    batch.push({ id, from, to: secrets.encrypt(purpose, secrets.decrypt(purpose, from)) });
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
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
