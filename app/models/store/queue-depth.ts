/** Measures a queue that is kept in a table: how much is due, and for how long the oldest has been. */
import type { Entity, StoredRow } from "./entity";
import type { Where } from "./conditions";
import type { Store } from "./store";

/** A queue is counted no further, so that reading a long one costs the database no more than a short one. */
export const DEPTH_COUNTED_MAX = 10_000;

export interface QueueDepth {
  /** At most DEPTH_COUNTED_MAX. */
  depth: number;
  lagSeconds: number;
}

/** `waiting` selects what is due at `at`, and `dueSince` is the date that it is ordered by. An index must have both. */
export async function readQueueDepth<R extends StoredRow>(
  store: Store,
  entity: Entity<R>,
  { waiting, dueSince, at }: { waiting: Where<NoInfer<R>>; dueSince: keyof NoInfer<R> & string; at: Date },
): Promise<QueueDepth> {
  const [oldest] = await store.find(entity, waiting, {
    order: { by: dueSince, direction: "asc" },
    limit: 1,
  });
  if (!oldest) return { depth: 0, lagSeconds: 0 };
  const lagMs = at.getTime() - (oldest[dueSince] as Date).getTime();
  const depth = await store.count(entity, waiting, { atMost: DEPTH_COUNTED_MAX });
  return { depth, lagSeconds: Math.max(0, lagMs / 1000) };
}
