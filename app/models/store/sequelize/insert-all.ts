/** Inserts many rows with one statement: one by one, a million of them would take minutes longer. */
import type { EntityName } from "../entities";
import type { Statement } from "./statements";

/** SQLite binds at most 32,766 values, PostgreSQL and MySQL 65,535. */
const VALUES_MAX = 32_000;
const ROWS_MAX = 1000;

/**
 * Joins the statements that insert one row each. Throws TypeError for more rows than every database takes at once, and
 * what `insert` throws for a row.
 */
export function createInsertAllStatement(
  insert: (entity: EntityName, row: object) => Statement,
  entity: EntityName,
  rows: readonly object[],
): Statement {
  const bind = rows.map((row) => insert(entity, row).bind);
  if (rows.length > ROWS_MAX || bind.flat().length > VALUES_MAX)
    throw new TypeError(`too many rows at once: ${rows.length}`);
  const tuples = bind.map((values, row) => {
    const places = values.map((_, index) => `$${row * values.length + index + 1}`);
    return `(${places.join(", ")})`;
  });
  const { sql } = insert(entity, rows[0] ?? {});
  // The text of the first row ends with its own places.
  return { sql: `${sql.slice(0, sql.lastIndexOf("("))}${tuples.join(", ")}`, bind: bind.flat() };
}
