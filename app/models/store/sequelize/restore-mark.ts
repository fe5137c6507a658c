/** The mark of a restore in progress: a row in the table that each start reads. */
import { DuplicateError } from "../store";
import { DONE_TABLE, RESTORE_MARK } from "../done-migrations";
import { date, id, type Entity } from "../entity";
import { quoteName, type Dialect } from "./dialects";
import type { Runner } from "./runner";

/** The table of the migrations that have run, which the mark is in. */
const doneEntity: Entity<{ id: string; doneAt: Date }> = {
  table: DONE_TABLE,
  belongsTo: null,
  fields: { id: id(), doneAt: date() },
};

/** Marking twice, and removing a mark that is not there, change nothing. */
export function createRestoreMark(dialect: Pick<Dialect, "encode" | "nameMark">, runner: Runner) {
  const [table, id, doneAt] = [DONE_TABLE, "id", "done_at"].map((name) => quoteName(dialect, name));
  return async (isRestoring: boolean): Promise<void> => {
    if (!isRestoring) {
      await runner.remove({ sql: `DELETE FROM ${table} WHERE ${id} = $1`, bind: [RESTORE_MARK] });
      return;
    }
    const sql = `INSERT INTO ${table} (${id}, ${doneAt}) VALUES ($1, $2)`;
    const bind = [RESTORE_MARK, dialect.encode(new Date())];
    await runner.insert({ sql, bind, entity: doneEntity }).catch((error: unknown) => {
      if (!(error instanceof DuplicateError)) throw error;
    });
  };
}
