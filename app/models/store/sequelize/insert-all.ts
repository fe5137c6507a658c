/** Inserts many rows with few statements: one by one, a million of them would take minutes longer. */
import type { AnyEntity } from "../entity";
import type { Dialect } from "./dialects";
import type { ChangeStatement, Statement } from "./statements";

const ROWS_MAX = 1000;

/**
 * Joins the statements that insert one row each, as many as the database takes at once. Throws TypeError for more rows than
 * the port allows, and what `insert` throws for a row.
 */
export function createInsertAllStatements(
  { valuesMax, insertsOneByOne }: Pick<Dialect, "valuesMax" | "insertsOneByOne">,
  insert: (entity: AnyEntity, row: object) => ChangeStatement,
  { entity, rows }: { entity: AnyEntity; rows: readonly object[] },
): ChangeStatement[] {
  if (rows.length > ROWS_MAX) throw new TypeError(`too many rows at once: ${rows.length}`);
  const inserts = rows.map((row) => insert(entity, row));
  const columns = inserts[0]?.bind.length ?? 1;
  const size = insertsOneByOne ? 1 : Math.floor(valuesMax / columns);
  const parts: ChangeStatement[] = [];
  for (let from = 0; from < inserts.length; from += size)
    parts.push({ ...joinInserts(inserts.slice(from, from + size)), entity });
  return parts;
}

function joinInserts(inserts: readonly ChangeStatement[]): Statement {
  const tuples = inserts.map(({ bind }, row) => {
    const places = bind.map((_, index) => `$${row * bind.length + index + 1}`);
    return `(${places.join(", ")})`;
  });
  const { sql = "" } = inserts[0] ?? {};
  // The text of the first row ends with its own places.
  return {
    sql: `${sql.slice(0, sql.lastIndexOf("("))}${tuples.join(", ")}`,
    bind: inserts.flatMap(({ bind }) => bind),
  };
}
