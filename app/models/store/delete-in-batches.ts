/** Deletes many rows in batches, because a single statement would lock all of them until it ends. */
import { SWEEP_BATCH } from "~/domain/limits";
import type { Entity, StoredRow } from "./entity";
import type { Where } from "./conditions";
import type { Store } from "./store";

/** The options of a cleanup: which rows are old enough, and whether to stop before the next batch. */
export interface Cleanup {
  /** Rows from before this time are deleted. */
  before: Date;
  isStopped?: () => boolean;
}

/** Deletes the matching rows in batches until none is left or `isStopped` returns true. Returns how many it found. */
export async function deleteInBatches<R extends StoredRow>(
  store: Store,
  entity: Entity<R>,
  { where, isStopped = () => false }: { where: Where<NoInfer<R>>; isStopped?: Cleanup["isStopped"] },
): Promise<number> {
  let deleted = 0;
  for (let size = SWEEP_BATCH; size === SWEEP_BATCH && !isStopped(); deleted += size) {
    size = await deleteBatch(store, entity, where);
  }
  return deleted;
}

/** On some engines a statement that deletes many rows locks the whole table. */
async function deleteBatch<R extends StoredRow>(
  store: Store,
  entity: Entity<R>,
  where: Where<NoInfer<R>>,
): Promise<number> {
  const rows = await store.find(entity, where, { limit: SWEEP_BATCH });
  if (rows.length === 0) return 0;
  const ids = { id: { in: rows.map(({ id }) => id) } } as Where<R>;
  // The conditions are checked again: a session may have been used in the meantime.
  await store.remove(entity, { ...where, ...ids });
  return rows.length;
}
