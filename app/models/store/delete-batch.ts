/** Deletes in batches what is kept for a limited time. */
import type { EntityName, Rows } from "./entities";
import type { Store, Where } from "./store";

/** Rows from before this time, at most `limit` of them. */
export interface ExpiredBatch {
  before: Date;
  limit: number;
}

/**
 * Deletes up to `limit` of the rows that match; returns how many it found. A statement that deleted all at once would
 * lock them, on some engines the whole table, for as long as it takes.
 */
export async function deleteBatch<E extends EntityName>(
  store: Store,
  entity: E,
  { where, limit }: { where: Where<Rows[E]>; limit: number },
): Promise<number> {
  const rows = await store.find(entity, where, { limit });
  if (rows.length === 0) return 0;
  const ids = { id: { in: rows.map(({ id }) => id) } } as Where<Rows[E]>;
  // The condition is checked once more: a session may have been used since it was found.
  await store.remove(entity, { ...where, ...ids });
  return rows.length;
}
