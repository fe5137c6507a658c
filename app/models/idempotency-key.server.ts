/** Calls that were sent with an Idempotency-Key: each runs once, and its answer is kept for a day. */
import { v7 as uuid } from "uuid";
import { date, encrypted, id, nullable, string, type Entity } from "./store/entity";
import { DuplicateError, type Store } from "./store/store";

export interface IdempotencyKeyRow {
  id: string;
  accountId: string;
  userId: string;
  /** A keyed hash of the caller and their key. */
  keyHash: string;
  /** A keyed hash of the operation and its input, which may contain a password. */
  fingerprint: string;
  /** The encrypted answer; null while the call runs, and for good when its outcome is not known. */
  answer: string | null;
  createdAt: Date;
}

export const idempotencyKeyEntity: Entity<IdempotencyKeyRow> = {
  table: "idempotency_keys",
  belongsTo: { account: "accountId", user: "userId" },
  fields: {
    id: id(),
    accountId: id(),
    userId: id(),
    keyHash: string(64),
    fingerprint: string(64),
    answer: nullable(encrypted("idempotent_answer")),
    createdAt: date(),
  },
  unique: [["keyHash"]],
  indexes: [["accountId"], ["userId"], ["createdAt"]],
};

type NewKey = Pick<IdempotencyKeyRow, "accountId" | "userId" | "keyHash" | "fingerprint">;

/** Claims the key for a call. Returns the row's id; null when the key is in use. Must run outside of a transaction. */
export async function claimIdempotencyKey(store: Store, key: NewKey): Promise<string | null> {
  const claimed = { ...key, id: uuid(), answer: null, createdAt: new Date() };
  try {
    await store.insert(idempotencyKeyEntity, claimed);
    return claimed.id;
  } catch (error) {
    if (error instanceof DuplicateError) return null;
    throw error;
  }
}

/** The call that has the key. */
export function findIdempotencyKey(
  store: Store,
  { keyHash }: Pick<IdempotencyKeyRow, "keyHash">,
): Promise<IdempotencyKeyRow | null> {
  return store.findOne(idempotencyKeyEntity, { keyHash });
}

/** Keeps the call's encrypted answer. */
export async function storeIdempotentAnswer(
  store: Store,
  { id, keyHash, answer }: Pick<IdempotencyKeyRow, "id" | "keyHash" | "answer">,
): Promise<void> {
  await store.update(idempotencyKeyEntity, { id, keyHash, answer: null }, { answer });
}

/** Frees the key for another call. */
export async function releaseIdempotencyKey(
  store: Store,
  { id, keyHash }: Pick<IdempotencyKeyRow, "id" | "keyHash">,
): Promise<void> {
  await store.remove(idempotencyKeyEntity, { id, keyHash });
}
