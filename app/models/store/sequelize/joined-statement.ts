/** The look-ups of rows of several entities: a session, or an API key, with all that belongs to it in one statement. */
import type { AnyEntity } from "../entity";
import { getJoinStart, type Join, type JoinedEntity } from "../joins";
import { toColumnName } from "../names";
import type { Models } from "./models";
import { readRow, type Row } from "./rows";
import { listAliasedColumns, type Statement, type Statements } from "./statements";

/** Throws TypeError for a value that is no string. */
export function createJoinedStatement(
  models: Models,
  { keepText }: Pick<Statements, "keepText">,
  { join, where }: { join: Join; where: Readonly<Record<string, string>> },
): Statement {
  const { field, value } = getJoinStart(join, where);
  return { sql: keepText(["joined", join.name, field], () => writeJoin(models, join, field)), bind: [value] };
}

/** The rows and numbers by the names of the look-up. */
export function readJoined({ parts, counts = {} }: Join, row: Row): Record<string, unknown> {
  const rows = Object.entries(parts).map(([part, { entity, isOptional }]) => {
    const prefix = `${part}_`;
    return [part, isOptional && row[`${prefix}id`] === null ? null : readRow(entity, row, { prefix })];
  });
  const numbers = Object.keys(counts).map((name) => [name, Number(row[toColumnName(name)])]);
  return Object.fromEntries([...rows, ...numbers]) as Record<string, unknown>;
}

function writeJoin(models: Models, join: Join, field: string): string {
  const columns = Object.entries(join.parts).map(([part, { entity }]) =>
    listAliasedColumns(models.generator, { entity }, part),
  );
  const numbers = Object.entries(join.counts ?? {}).map(
    ([name, count]) =>
      `(${writeCount(models, count)}) AS ${models.generator.quoteIdentifier(toColumnName(name))}`,
  );
  const [part = ""] = Object.keys(join.parts);
  const selected = [...columns, ...numbers].join(", ");
  return `SELECT ${selected} ${joinTables(models, join)} WHERE ${quoteReference(models, `${part}.${field}`)} = $1`;
}

function joinTables(models: Models, { parts }: Join): string {
  const { generator } = models;
  return Object.entries(parts)
    .map(([part, { entity, on, isOptional }], index) => {
      const table = `${generator.quoteTable(entity.table)} ${generator.quoteIdentifier(part)}`;
      if (index === 0) return `FROM ${table}`;
      const conditions = Object.entries(on).map(
        ([field, other]) =>
          `${quoteReference(models, `${part}.${field}`)} = ${quoteReference(models, other)}`,
      );
      return `${isOptional ? "LEFT JOIN" : "JOIN"} ${table} ON ${conditions.join(" AND ")}`;
    })
    .join(" ");
}

function writeCount(
  { generator, sequelize: { fn, col, Op }, get }: Models,
  { entity, on }: { entity: AnyEntity; on: JoinedEntity["on"] },
): string {
  const where = Object.entries(on).map(([field, reference]) => [
    toColumnName(field),
    { [Op.col]: toColumnReference(reference) },
  ]);
  const options = {
    attributes: [[fn("COUNT", col("*")), "rows"]],
    where: Object.fromEntries(where) as Record<string, unknown>,
  };
  return generator.selectQuery(entity.table, options, get(entity)).replace(/;$/, "");
}

/** `session.userId` → `session.user_id`. */
function toColumnReference(reference: string): string {
  const [part = "", field = ""] = reference.split(".");
  return `${part}.${toColumnName(field)}`;
}

/** `session.userId` → `"session"."user_id"`. */
function quoteReference({ generator }: Models, reference: string): string {
  const [part = "", column = ""] = toColumnReference(reference).split(".");
  return `${generator.quoteIdentifier(part)}.${generator.quoteIdentifier(column)}`;
}
