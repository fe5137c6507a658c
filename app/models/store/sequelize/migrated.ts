/**
 * Checks which migrations a database has had. At nearly every start it has had all of them, and nothing more is
 * loaded.
 */
import { MIGRATIONS } from "../../../../migrations";
import type { Database } from "./database";

/** The table of finished migrations. A row's id is the migration's name. */
export const DONE_TABLE = "migrations";

/** Also false when the check fails: migrating then reports the reason. */
export async function isMigrated({ select }: Database): Promise<boolean> {
  try {
    const done = new Set(
      (await select({ sql: `SELECT id FROM ${DONE_TABLE}`, bind: [] })).map(({ id }) => id),
    );
    return MIGRATIONS.every(({ name }) => done.has(name));
  } catch {
    return false;
  }
}
