/** All rows of the product at once, for backups: no account's or user's own, but everyone's. */
import { BACKUP_PAGE_ROWS } from "~/domain/backup-limits";
import { ENTITIES, type EntityName, type Rows } from "./store/entities";
import type { SnapshotReader, Store } from "./store/store";

/**
 * Rows that a backup leaves out: a restore ends all sessions, no mailed link works a second time, jobs begin anew, and its
 * pictures may be elsewhere.
 */
const LEFT_OUT: readonly EntityName[] = ["sessions", "tokens", "jobs", "fileMarkers"];
/** Rows that the product writes into a new database by itself. */
const SELF_MADE: readonly EntityName[] = ["plans", "jobs", "hashKeys", "fileMarkers"];

/** Every entity that a backup holds, in the order in which it holds them. */
export const BACKED_UP: readonly EntityName[] = listEntities().filter((name) => !LEFT_OUT.includes(name));

/** Reads all rows of an entity in the order of their ids, a page at a time. */
export async function* readAllRows<E extends EntityName>(
  reader: Pick<SnapshotReader, "find">,
  entity: E,
): AsyncGenerator<Rows[E][]> {
  const order = { by: "id", direction: "asc" } as const;
  let after: { value: string; id: string } | undefined;
  for (;;) {
    const page = after ? { after } : {};
    const rows = await reader.find(entity, {}, { order, limit: BACKUP_PAGE_ROWS, ...page });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < BACKUP_PAGE_ROWS) return;
    after = { value: last.id, id: last.id };
  }
}

/** Whether the database has nothing but what the product itself writes into a new one. */
export async function isStoreEmpty(store: Store): Promise<boolean> {
  for (const entity of listEntities().filter((name) => !SELF_MADE.includes(name)))
    if ((await store.count(entity, {}, { atMost: 1 })) > 0) return false;
  return true;
}

/** Deletes every row. Only a restore does that, of what it has written itself. */
export async function deleteAllRows(store: Store): Promise<void> {
  for (const entity of listEntities()) await store.remove(entity, { id: { not: "" } });
}

function listEntities(): EntityName[] {
  return Object.keys(ENTITIES) as EntityName[];
}
