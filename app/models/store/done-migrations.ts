/**
 * Which migrations a database has had. Each database keeps their names in a table of its own kind, and next to them the
 * mark of a restore in progress: every start reads that table anyway.
 */
import { MIGRATIONS } from "../../../migrations";
import type { SchemaState } from "./database";

/** The name of the newest migration: which schema this version of the product has. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.name ?? "";

/** The table or collection of finished migrations. An id is the migration's name, or RESTORE_MARK. */
export const DONE_TABLE = "migrations";
/** An id that is there while a restore fills the database. */
export const RESTORE_MARK = "restoring";

/** The state of a database whose table of migrations has these ids; without any, no migration has run. */
export function toSchemaState(ids: readonly string[]): SchemaState {
  const done = listDone(ids);
  return { schema: compareSchema(done), isRestoring: ids.includes(RESTORE_MARK) };
}

/** The names of the migrations that are done, in order. */
export function listDone(ids: readonly string[]): string[] {
  return ids.filter((id) => id !== RESTORE_MARK).sort();
}

/** The names of the migrations that are still to run, in order. */
export function listPending(ids: readonly string[]): string[] {
  return MIGRATIONS.map(({ name }) => name).filter((name) => !ids.includes(name));
}

function compareSchema(done: readonly string[]): SchemaState["schema"] {
  if (listPending(done).length > 0) return done.length === 0 ? "none" : "older";
  return done.length > MIGRATIONS.length ? "newer" : "current";
}
