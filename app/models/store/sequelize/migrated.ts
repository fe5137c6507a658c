/**
 * Checks which migrations a database has had. At nearly every start it has had all of them, and nothing more is
 * loaded.
 */
import { MIGRATIONS } from "../../../../migrations";
import type { SchemaState } from "../store";
import type { Database } from "./database";
import { quoteName } from "./dialects";

/** The table of finished migrations. A row's id is the migration's name, or RESTORE_MARK. */
export const DONE_TABLE = "migrations";
/** A row that is there while a restore fills the database. Every start reads the table anyway. */
export const RESTORE_MARK = "restoring";

type Readable = Pick<Database, "select" | "dialect">;

/** The schema is also `none` when the table cannot be read: migrating then reports the reason. */
export async function readSchemaState(database: Readable): Promise<SchemaState> {
  const done = await readDone(database);
  const isRestoring = done.delete(RESTORE_MARK);
  return { schema: compareSchema(done), isRestoring };
}

/** The names of the migrations that are not done. All of them when the list of those that are cannot be read. */
export async function listPendingMigrations(database: Readable): Promise<string[]> {
  return listMissing(await readDone(database));
}

async function readDone({ select, dialect }: Readable): Promise<Set<string>> {
  const sql = `SELECT ${quoteName(dialect, "id")} FROM ${quoteName(dialect, DONE_TABLE)}`;
  const rows = await select({ sql, bind: [] }).catch(() => []);
  return new Set(rows.map(({ id }) => String(id)));
}

function listMissing(done: ReadonlySet<string>): string[] {
  return MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
}

function compareSchema(done: ReadonlySet<string>): SchemaState["schema"] {
  if (listMissing(done).length > 0) return done.size === 0 ? "none" : "older";
  return done.size > MIGRATIONS.length ? "newer" : "current";
}
