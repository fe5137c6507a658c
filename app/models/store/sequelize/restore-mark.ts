/** The mark of a restore in progress: a row in the table that each start reads. */
import { DuplicateError } from "../store";
import { DONE_TABLE, RESTORE_MARK } from "../done-migrations";
import { quoteName, type Dialect } from "./dialects";
import type { Runner } from "./runner";

/** Marking twice, and removing a mark that is not there, change nothing. */
export function createRestoreMark(dialect: Pick<Dialect, "encode" | "nameMark">, runner: Runner) {
  const [table, id, doneAt] = [DONE_TABLE, "id", "done_at"].map((name) => quoteName(dialect, name));
  return async (isRestoring: boolean): Promise<void> => {
    if (!isRestoring) {
      await runner.remove({ sql: `DELETE FROM ${table} WHERE ${id} = $1`, bind: [RESTORE_MARK] });
      return;
    }
    const sql = `INSERT INTO ${table} (${id}, ${doneAt}) VALUES ($1, $2)`;
    await runner.insert({ sql, bind: [RESTORE_MARK, dialect.encode(new Date())] }).catch((error: unknown) => {
      if (!(error instanceof DuplicateError)) throw error;
    });
  };
}
