/** Measures a queue that is kept in a table: how much is due, and for how long the oldest has been. */
import { DEPTH_COUNTED_MAX } from "~/domain/operator-limits";
import type { EntityName, Rows } from "./entities";
import type { Store, Where } from "./store";

export interface QueueDepth {
  /** At most DEPTH_COUNTED_MAX. */
  depth: number;
  lagSeconds: number;
}

/** `waiting` selects what is due at `at`, and `dueSince` is the date that it is ordered by. An index must have both. */
export async function readQueueDepth<E extends EntityName>(
  store: Store,
  entity: E,
  { waiting, dueSince, at }: { waiting: Where<Rows[E]>; dueSince: keyof Rows[E] & string; at: Date },
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
