/** Deletes many rows a batch at a time: one statement for all would hold them for as long as it takes. */
import { SWEEP_BATCH } from "~/domain/limits";
import type { EntityName, Rows } from "./entities";
import type { Store, Where } from "./store";

/** What cleanup asks for: the age from which rows go, and whether to begin no further batch. */
export interface Cleanup {
  /** Rows from before this time are deleted. */
  before: Date;
  isStopped?: () => boolean;
}

/** Deletes the rows that match, in batches until none is left or `isStopped` says so; returns how many were found. */
export async function deleteInBatches<E extends EntityName>(
  store: Store,
  entity: E,
  { where, isStopped = () => false }: { where: Where<Rows[E]>; isStopped?: Cleanup["isStopped"] },
): Promise<number> {
  let deleted = 0;
  for (let size = SWEEP_BATCH; size === SWEEP_BATCH && !isStopped(); deleted += size) {
    size = await deleteBatch(store, entity, where);
  }
  return deleted;
}

/** On some engines a statement that deletes many rows holds the whole table meanwhile. */
async function deleteBatch<E extends EntityName>(
  store: Store,
  entity: E,
  where: Where<Rows[E]>,
): Promise<number> {
  const rows = await store.find(entity, where, { limit: SWEEP_BATCH });
  if (rows.length === 0) return 0;
  const ids = { id: { in: rows.map(({ id }) => id) } } as Where<Rows[E]>;
  // The reason for the deletion is asked again: a session may have been used in the meantime.
  await store.remove(entity, { ...where, ...ids });
  return rows.length;
}
