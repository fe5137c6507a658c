/**
 * Checks which migrations a database has had. At nearly every start it has had all of them, and nothing more is
 * loaded.
 */
import { MIGRATIONS } from "../../../../migrations";
import type { Database } from "./database";

/** The table of finished migrations. A row's id is the migration's name. */
export const DONE_TABLE = "migrations";

/** Also false when the check fails: migrating then reports the reason. */
export async function isMigrated(database: Database): Promise<boolean> {
  return (await listPendingMigrations(database)).length === 0;
}

/** The names of the migrations that are not done. All of them when the list of those that are cannot be read. */
export async function listPendingMigrations({ dialect, select }: Database): Promise<string[]> {
  const names = MIGRATIONS.map(({ name }) => name);
  try {
    const sql = `SELECT ${dialect.quote("id")} FROM ${dialect.quote(DONE_TABLE)}`;
    const done = new Set((await select({ sql, bind: [] })).map(({ id }) => id));
    return names.filter((name) => !done.has(name));
  } catch {
    return names;
  }
}
