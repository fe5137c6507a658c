/** Reads which migrations a database has had. At nearly every start it has had all of them, and nothing more is loaded. */
import { DONE_TABLE, listPending, toSchemaState } from "../done-migrations";
import type { SchemaState } from "../store";
import type { Database } from "./database";
import { quoteName } from "./dialects";

type Readable = Pick<Database, "select" | "dialect">;

/** The schema is also `none` when the table cannot be read: migrating then reports the reason. */
export async function readSchemaState(database: Readable): Promise<SchemaState> {
  return toSchemaState(await readIds(database));
}

/** The names of the migrations that are not done. All of them when the list of those that are cannot be read. */
export async function listPendingMigrations(database: Readable): Promise<string[]> {
  return listPending(await readIds(database));
}

async function readIds({ select, dialect }: Readable): Promise<string[]> {
  const sql = `SELECT ${quoteName(dialect, "id")} FROM ${quoteName(dialect, DONE_TABLE)}`;
  const rows = await select({ sql, bind: [] }).catch(() => []);
  return rows.map(({ id }) => String(id));
}
