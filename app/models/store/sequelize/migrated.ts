/** Which migrations a database has seen: at nearly every start all of them, and then nothing needs to be loaded. */
import { MIGRATIONS } from "../../../../migrations";
import type { Database } from "./database";

/** The table of what was done; a row's id is the migration's name. */
export const DONE_TABLE = "migrations";

/** False as well when nobody can tell: to migrate then says why. */
export async function isMigrated({ dialect, select }: Database): Promise<boolean> {
  try {
    const sql = `SELECT ${dialect.quote("id")} FROM ${dialect.quote(DONE_TABLE)}`;
    const done = new Set((await select({ sql, bind: [] })).map(({ id }) => id));
    return MIGRATIONS.every(({ name }) => done.has(name));
  } catch {
    return false;
  }
}
