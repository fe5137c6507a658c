/**
 * Checks which migrations a database has had. At nearly every start it has had all of them, and nothing more is
 * loaded.
 */
import { MIGRATIONS } from "../../../../migrations";
import type { SchemaState } from "../store";
import type { Database } from "./database";

/** The table of finished migrations. A row's id is the migration's name, or RESTORE_MARK. */
export const DONE_TABLE = "migrations";
/** A row that is there while a restore fills the database. Every start reads the table anyway. */
export const RESTORE_MARK = "restoring";

/** The schema is also `none` when the table cannot be read: migrating then reports the reason. */
export async function readSchemaState({ select }: Pick<Database, "select">): Promise<SchemaState> {
  const rows = await select({ sql: `SELECT id FROM ${DONE_TABLE}`, bind: [] }).catch(() => []);
  const done = new Set(rows.map(({ id }) => String(id)));
  const isRestoring = done.delete(RESTORE_MARK);
  return { schema: compareSchema(done), isRestoring };
}

function compareSchema(done: ReadonlySet<string>): SchemaState["schema"] {
  const missing = MIGRATIONS.filter(({ name }) => !done.has(name));
  if (missing.length > 0) return done.size === 0 ? "none" : "older";
  return done.size > MIGRATIONS.length ? "newer" : "current";
}
