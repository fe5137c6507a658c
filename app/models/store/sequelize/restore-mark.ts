/** The mark of a restore in progress: a row in the table that each start reads. */
import { DuplicateError } from "../store";
import type { Dialect } from "./dialects";
import { DONE_TABLE, RESTORE_MARK } from "../done-migrations";
import type { Runner } from "./runner";

/** Marking twice, and removing a mark that is not there, change nothing. */
export function createRestoreMark({ encode, name }: Pick<Dialect, "encode" | "name">, runner: Runner) {
  return async (isRestoring: boolean): Promise<void> => {
    // A statement takes 2,100 values there, fewer than `insertAll` sends.
    if (name === "mssql") throw new Error("a restore into SQL Server is not available in this version");
    if (!isRestoring) {
      await runner.remove({ sql: `DELETE FROM ${DONE_TABLE} WHERE id = $1`, bind: [RESTORE_MARK] });
      return;
    }
    const sql = `INSERT INTO ${DONE_TABLE} (id, done_at) VALUES ($1, $2)`;
    await runner.insert({ sql, bind: [RESTORE_MARK, encode(new Date())] }).catch((error: unknown) => {
      if (!(error instanceof DuplicateError)) throw error;
    });
  };
}
