/** Reads which migrations a database has had. At nearly every start it has had all of them, and nothing more is loaded. */
import { DONE_TABLE, listPending, toSchemaState } from "../done-migrations";
import type { SchemaState } from "../database";
import type { Database } from "./database";
import { quoteName } from "./dialects";
import { isUnavailable, toStoreError } from "./errors";

type Readable = Pick<Database, "select" | "dialect">;

/** The schema is also `none` when the database refuses to read the table. Throws StoreUnavailableError. */
export async function readSchemaState(database: Readable): Promise<SchemaState> {
  return toSchemaState(await readIds(database));
}

/** The names of the migrations that are not done; all of them when their table is not there. Throws StoreUnavailableError. */
export async function listPendingMigrations(database: Readable): Promise<string[]> {
  return listPending(await readIds(database));
}

async function readIds({ select, dialect }: Readable): Promise<string[]> {
  const sql = `SELECT ${quoteName(dialect, "id")} FROM ${quoteName(dialect, DONE_TABLE)}`;
  const rows = await select({ sql, bind: [] }).catch((error: unknown) => {
    // To migrate it would only mean to wait once more, and for a lock of another process ten minutes long.
    if (isUnavailable(error)) throw toStoreError(error);
    return [];
  });
  return rows.map(({ id }) => String(id));
}
