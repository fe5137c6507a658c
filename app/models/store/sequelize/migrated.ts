/** Reads which migrations a database has had. At nearly every start it has had all of them, and nothing more is loaded. */
import { DONE_TABLE, listPending, toSchemaState } from "../done-migrations";
import type { SchemaState } from "../store";
import type { Database } from "./database";

/** The schema is also `none` when the table cannot be read: migrating then reports the reason. */
export async function readSchemaState(database: Pick<Database, "select">): Promise<SchemaState> {
  return toSchemaState(await readIds(database));
}

/** The names of the migrations that are not done. All of them when the list of those that are cannot be read. */
export async function listPendingMigrations(database: Pick<Database, "select">): Promise<string[]> {
  return listPending(await readIds(database));
}

async function readIds({ select }: Pick<Database, "select">): Promise<string[]> {
  const rows = await select({ sql: `SELECT id FROM ${DONE_TABLE}`, bind: [] }).catch(() => []);
  return rows.map(({ id }) => String(id));
}
