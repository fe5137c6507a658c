/** The keys of hashes by which rows are found, one for each purpose. docs/decisions/0072-a-secret-is-rotated-by-two.md */
import { date, encrypted, string, type Entity } from "./store/entity";
import { DuplicateError, type Store } from "./store/store";

interface HashKeyRow {
  /** The purpose of its hashes. */
  id: string;
  /** Encrypted. It never changes, only what encrypts it. */
  encryptedKey: string;
  createdAt: Date;
}

export const hashKeyEntity: Entity<HashKeyRow> = {
  table: "hash_keys",
  belongsTo: null,
  fields: { id: string(64), encryptedKey: encrypted("hash_key", "id"), createdAt: date() },
};

/** The keys of all purposes: at most one row for each. */
export function listHashKeys(store: Store): Promise<HashKeyRow[]> {
  return store.find(hashKeyEntity, {});
}

/** Stores a key unless the purpose has one; returns the one that it has. Must run outside of a transaction. */
export async function keepHashKey(
  store: Store,
  key: Pick<HashKeyRow, "id" | "encryptedKey">,
): Promise<HashKeyRow> {
  const row = { ...key, createdAt: new Date() };
  try {
    await store.insert(hashKeyEntity, row);
    return row;
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    return (await store.findOne(hashKeyEntity, { id: key.id })) ?? row;
  }
}
