/** Everything in a store, to compare before and after: what must not have changed, and what must be deleted. */
import sqlite3 from "sqlite3";
import { ANY_ENTITIES, type EntityName } from "~/models/all-entities";
import type { Store } from "~/models/store/store";

/** Every row as JSON, by table. CHANGING and last-seen times are left out. */
export type WholeStore = Record<string, string[]>;

/** They change by themselves. */
const CHANGING: readonly EntityName[] = ["mails", "jobs", "comparisons", "comparisonFindings"];

const ROWS_MAX = 100_000;

/** The rows that mention none of `ids`, which must not change. */
export async function readStore(store: Store, ids: readonly string[] = []): Promise<WholeStore> {
  const entities = (Object.keys(ANY_ENTITIES) as EntityName[]).filter((entity) => !CHANGING.includes(entity));
  const tables = await Promise.all(
    entities.map(async (entity) => {
      const rows = await store.find(ANY_ENTITIES[entity], { id: { not: "" } }, { limit: ROWS_MAX });
      const texts = rows.map((row) =>
        JSON.stringify({ ...row, lastSeenAt: null, idleExpiresAt: null, seatsDueAt: null }),
      );
      return [entity, texts.filter((text) => !ids.some((id) => text.includes(id))).sort()] as const;
    }),
  );
  return Object.fromEntries(tables);
}

/** Reads everything in a product's SQLite database: again only once something has been written to it. */
export async function openStoreReader(store: Store, file: string) {
  const database = new sqlite3.Database(file, sqlite3.OPEN_READONLY);
  const readVersion = () =>
    new Promise<number>((resolve, reject) => {
      // Changes with every commit of another connection: https://sqlite.org/pragma.html#pragma_data_version
      database.get<{ data_version: number }>("PRAGMA data_version", (error, row) =>
        error ? reject(error) : resolve(row.data_version),
      );
    });
  let [version, latest] = [await readVersion(), await readStore(store)];
  return {
    async read(): Promise<WholeStore> {
      const present = await readVersion();
      if (present !== version) [version, latest] = [present, await readStore(store)];
      return latest;
    },
    close: () => new Promise<void>((resolve) => database.close(() => resolve())),
  };
}

/** Reads what a restore of this store's backup brings: the people sign in again, and the avatars may be elsewhere. */
export async function readRestorable(store: Store): Promise<WholeStore> {
  return { ...(await readStore(store)), sessions: [], tokens: [], fileMarkers: [] };
}

/** The tables in which a row mentions one of `ids`. */
export async function listTablesWith(store: Store, ids: readonly string[]): Promise<string[]> {
  const [all, others] = [await readStore(store), await readStore(store, ids)];
  return Object.keys(all).filter((table) => all[table]?.length !== others[table]?.length);
}
