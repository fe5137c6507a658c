/** All rows of the product at once, for backups: no account's or user's own, but everyone's. */
import { ANY_ENTITIES, type EntityName } from "./all-entities";
import type { AnyRow } from "./store/entity";
import type { SnapshotReader } from "./store/database";
import type { Store } from "./store/store";

/** Rows read with one statement. */
const BACKUP_PAGE_ROWS = 500;

/**
 * Rows that a backup leaves out: a restore ends all sessions, no mailed link works a second time, jobs start again, and its
 * avatars may be elsewhere.
 */
const LEFT_OUT: readonly EntityName[] = ["sessions", "tokens", "jobs", "fileMarkers"];
/** Rows that the product writes into a new database by itself. */
const SELF_MADE: readonly EntityName[] = ["plans", "jobs", "hashKeys", "fileMarkers"];

/** Every entity that a backup holds, in the order in which it holds them. */
export const BACKED_UP: readonly EntityName[] = listNames().filter((name) => !LEFT_OUT.includes(name));

/** Reads all rows of an entity in the order of their ids, a page at a time. */
export async function* readAllRows(
  reader: Pick<SnapshotReader, "find">,
  name: EntityName,
): AsyncGenerator<AnyRow[]> {
  const order = { by: "id", direction: "asc" } as const;
  let after: { value: string; id: string } | undefined;
  for (;;) {
    const rows = await reader.find(ANY_ENTITIES[name], {}, { order, limit: BACKUP_PAGE_ROWS, after });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < BACKUP_PAGE_ROWS) return;
    after = { value: last.id, id: last.id };
  }
}

/** Whether the database has nothing but what the product itself writes into a new one. */
export async function isStoreEmpty(store: Store): Promise<boolean> {
  for (const name of listNames().filter((one) => !SELF_MADE.includes(one)))
    if ((await store.count(ANY_ENTITIES[name], {}, { atMost: 1 })) > 0) return false;
  return true;
}

/** Deletes every row. Only a restore does that, of what it has written itself. */
export async function deleteAllRows(store: Store): Promise<void> {
  for (const entity of Object.values(ANY_ENTITIES)) await store.remove(entity, { id: { not: "" } });
}

function listNames(): EntityName[] {
  return Object.keys(ANY_ENTITIES) as EntityName[];
}
