/**
 * Which migrations a database has had. Each database keeps their names in a table of its own kind, and next to them the
 * mark of a restore in progress: every start reads that table anyway.
 */
import { MIGRATIONS, PRODUCT_MIGRATIONS } from "../../../migrations";
import { OWN_MIGRATIONS } from "../../../migrations/own";
import type { SchemaState } from "./database";

/** The names of the newest migrations, the product's and the founder's own: which schema this version of the product has. */
export const SCHEMA_VERSION = [PRODUCT_MIGRATIONS, OWN_MIGRATIONS]
  .flatMap((series) => series.at(-1)?.name ?? [])
  .join(" ");

/** The table or collection of finished migrations. An id is the migration's name, or RESTORE_MARK. */
export const DONE_TABLE = "migrations";
/** An id that is there while a restore fills the database. */
export const RESTORE_MARK = "restoring";

/** The state of a database whose table of migrations has these ids; without any, no migration has run. */
export function toSchemaState(ids: readonly string[]): SchemaState {
  const done = listDone(ids);
  return { schema: compareSchema(done), isRestoring: ids.includes(RESTORE_MARK) };
}

/** The names of the migrations that are done, in the order of the ids. */
export function listDone(ids: readonly string[]): string[] {
  return ids.filter((id) => id !== RESTORE_MARK);
}

/** A row of the table, as the driver reads it: the times of one driver compare. */
export interface DoneRow {
  id: string;
  done_at: Date | string | number;
}

/** The ids, oldest first; those of one moment by their names. */
export function listInTime(rows: readonly DoneRow[]): string[] {
  const isBefore = (one: DoneRow, other: DoneRow) =>
    one.done_at < other.done_at || (!(other.done_at < one.done_at) && one.id < other.id);
  return rows.toSorted((one, other) => (isBefore(one, other) ? -1 : 1)).map(({ id }) => id);
}

/** The names of the migrations that are still to run, in order. */
export function listPending(ids: readonly string[]): string[] {
  return MIGRATIONS.map(({ name }) => name).filter((name) => !ids.includes(name));
}

function compareSchema(done: readonly string[]): SchemaState["schema"] {
  if (listPending(done).length > 0) return done.length === 0 ? "none" : "older";
  return done.length > MIGRATIONS.length ? "newer" : "current";
}
