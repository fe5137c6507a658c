/** Several lists in one statement: a page that shows them waits for one answer of the database. */
import type { AnyEntity } from "../entity";
import { toColumnName } from "../names";
import type { Scalar } from "../conditions";
import type { QueryGenerator } from "./models";
import { readRow, type Row } from "./rows";
import { listAliasedColumns, type Selection, type Statement, type Statements } from "./statements";

/** `Lookup` of the port, of any entity. */
export interface AnyLookup extends Selection {
  entity: AnyEntity;
  where: object;
}

/**
 * Each list is one branch of a UNION ALL, which Sequelize's generator does not write. A row has the columns of all
 * lists, and null in those of the others, which come from a join that finds nothing: so each column has its type on
 * every engine. `= NULL` never holds, and SQLite reads nothing for it, where it would scan the table for `1 = 0`.
 */
export function createTogetherStatement(
  { generator }: { generator: QueryGenerator },
  { select, keepText }: Pick<Statements, "select" | "keepText">,
  lookups: readonly AnyLookup[],
): Statement {
  const bind: Scalar[] = [];
  const lists = lookups.map(({ entity, where, ...selection }): List => {
    const { order, fields } = selection;
    const list = select(entity, where, { ...selection, ...nameSelected(selection), bound: bind });
    bind.splice(0, bind.length, ...list.bind);
    return { entity, fields, sql: list.sql, order };
  });
  return {
    sql: keepText(["together", lists.map((list) => ({ ...list, entity: list.entity.table }))], () =>
      writeTogether(generator, lists),
    ),
    bind,
  };
}

/** The place of a row in its list needs the fields of the order as well. */
function nameSelected({ fields, order }: Selection): Pick<Selection, "fields"> {
  return fields ? { fields: [...new Set([...fields, ...(order ? [order.by, "id"] : [])])] } : {};
}

interface List {
  entity: AnyEntity;
  fields: Selection["fields"];
  /** Its own select. */
  sql: string;
  order: Selection["order"];
}

function writeTogether(generator: QueryGenerator, lists: readonly List[]): string {
  const columns = lists.map((list, index) => listAliasedColumns(generator, list, toAlias(index)));
  const [list, place] = ["list", "place"].map((name) => generator.quoteIdentifier(name));
  const branches = lists.map(({ sql, order }, index) => {
    const others = lists.map((other, position) =>
      position === index ? "" : ` LEFT JOIN ${joinNothing(generator, other.entity, toAlias(position))}`,
    );
    const alias = generator.quoteIdentifier(toAlias(index));
    const number = createPlace(generator, toAlias(index), order);
    return `SELECT ${index} AS ${list}, ${number} AS ${place}, ${columns.join(", ")} FROM (${sql}) ${alias}${others.join("")}`;
  });
  return `${branches.join(" UNION ALL ")} ORDER BY 1, 2`;
}

/** The rows of each list, in the order of the lookups. */
export function readTogether(lookups: readonly AnyLookup[], rows: readonly Row[]): unknown[][] {
  return lookups.map(({ entity, fields }, index) =>
    rows
      .filter(({ list }) => Number(list) === index)
      .map((row) => readRow(entity, row, { prefix: `${toAlias(index)}_`, fields })),
  );
}

function toAlias(index: number): string {
  return `t${index}`;
}

function joinNothing(generator: QueryGenerator, entity: AnyEntity, alias: string): string {
  const quoted = generator.quoteIdentifier(alias);
  return `${generator.quoteTable(entity.table)} ${quoted} ON ${quoted}.${generator.quoteIdentifier("id")} = NULL`;
}

/** The number of the row in its list: an engine keeps the order of a branch only by chance. */
function createPlace(generator: QueryGenerator, alias: string, order: Selection["order"]): string {
  if (!order) return "0";
  const direction = order.direction === "asc" ? "ASC" : "DESC";
  const fields = order.by === "id" ? ["id"] : [order.by, "id"];
  const terms = fields.map(
    (field) =>
      `${generator.quoteIdentifier(alias)}.${generator.quoteIdentifier(toColumnName(field))} ${direction}`,
  );
  return `ROW_NUMBER() OVER (ORDER BY ${terms.join(", ")})`;
}
