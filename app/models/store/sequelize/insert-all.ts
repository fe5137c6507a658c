/** Inserts many rows in one statement: what a restore does a million times, one by one, would take minutes. */
import type { EntityName, Rows } from "../entities";
import { ENTITIES } from "../entities";
import { checkValue } from "../values";
import type { Dialect } from "./dialects";
import type { Runner } from "./runner";
import { getFields, type Statement } from "./statements";
import { bindValue, quoteColumn, type Draft } from "./where";

/** SQLite binds at most 32,766 values, PostgreSQL and MySQL 65,535. */
const VALUES_MAX = 32_000;
const ROWS_MAX = 1000;

export function createInsertAll(dialect: Dialect, runner: Runner) {
  return async <E extends EntityName>(entity: E, rows: readonly Rows[E][]): Promise<void> => {
    if (rows.length === 0) return;
    await runner.insert(createStatement(dialect, entity, rows));
  };
}

/** Throws TypeError or RangeError for a row that the port does not allow. */
function createStatement(dialect: Dialect, entity: EntityName, rows: readonly object[]): Statement {
  const draft: Draft = { dialect, fields: getFields(entity), bind: [] };
  const fields = Object.entries(draft.fields);
  if (rows.length > ROWS_MAX || rows.length * fields.length > VALUES_MAX)
    throw new TypeError(`too many rows at once: ${rows.length}`);
  const tuples = rows.map((row) => {
    const values = fields.map(([name, field]) =>
      bindValue(draft, checkValue(name, field, (row as Record<string, unknown>)[name])),
    );
    return `(${values.join(", ")})`;
  });
  const columns = fields.map(([name]) => quoteColumn(draft, name)).join(", ");
  const table = dialect.quote(ENTITIES[entity].table);
  return { sql: `INSERT INTO ${table} (${columns}) VALUES ${tuples.join(", ")}`, bind: draft.bind };
}
