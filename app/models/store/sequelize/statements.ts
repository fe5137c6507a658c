/** Builds the store's statements from the entities. Every value is bound; every name comes from an entity. */
import { ENTITIES, type EntityName } from "../entities";
import type { Field } from "../entity";
import { toColumnName, indexName } from "../names";
import { InvalidPlaceError, type Scalar } from "../store";
import { checkValue } from "../values";
import type { Dialect } from "./dialects";
import { bindValue, quoteColumn, getField, createWhereClause, type Draft } from "./where";

const LIMIT_DEFAULT = 100;

export interface Statement {
  sql: string;
  bind: Scalar[];
}

export interface Selection {
  order?: { by: string; direction: "asc" | "desc" };
  foundBy?: string;
  limit?: number;
  after?: { value: Scalar; id: string };
  /** The values of the statements that come before in the same text. */
  bound?: readonly Scalar[];
}

interface AnyEntity {
  table: string;
  fields: Readonly<Record<string, Field>>;
  indexes?: readonly (readonly string[])[];
}

/** Creates the builders for one dialect. They throw TypeError or RangeError for what the port does not allow. */
export function createStatements(dialect: Dialect) {
  return { ...createQueries(dialect), ...createChanges(dialect) };
}

function createQueries(dialect: Dialect) {
  const { createDraft, table } = createNames(dialect);
  return {
    select(
      entity: EntityName,
      where: object,
      { order, foundBy = order?.by, limit = LIMIT_DEFAULT, after, bound = [] }: Selection,
    ): Statement {
      if (!Number.isInteger(limit) || limit < 1) throw new TypeError("a limit is a whole number from 1");
      const draft = createDraft(entity, bound);
      const columns = Object.keys(draft.fields).map((name) => quoteColumn(draft, name));
      const condition = createWhereClause(draft, where);
      const keysetClause = after ? createKeysetClause(draft, { where, order, after }) : "";
      const connected = keysetClause && (condition ? ` AND ${keysetClause}` : ` WHERE ${keysetClause}`);
      const source = `${table(entity)}${dialect.hintIndex(indexFor(entity, where, foundBy))}`;
      const sql = `SELECT ${columns.join(", ")} FROM ${source}${condition}${connected}`;
      return finish(draft, `${sql}${createOrderClause(draft, order, where)} LIMIT ${limit}`);
    },

    count(entity: EntityName, where: object, { atMost }: { atMost?: number } = {}): Statement {
      const draft = createDraft(entity);
      const source = `${table(entity)}${createWhereClause(draft, where)}`;
      const counted =
        atMost === undefined ? source : `(SELECT 1 AS found FROM ${source} LIMIT ${atMost}) some_rows`;
      return finish(draft, `SELECT COUNT(*) AS ${dialect.quote("rows")} FROM ${counted}`);
    },

    countBy(entity: EntityName, where: object, field: string): Statement {
      const draft = createDraft(entity);
      const by = quoteColumn(draft, field);
      const columns = `${by} AS ${dialect.quote("value")}, COUNT(*) AS ${dialect.quote("rows")}`;
      return finish(
        draft,
        `SELECT ${columns} FROM ${table(entity)}${createWhereClause(draft, where)} GROUP BY ${by}`,
      );
    },
  };
}

function createChanges(dialect: Dialect) {
  const { createDraft, table } = createNames(dialect);
  return {
    insert(entity: EntityName, row: object): Statement {
      const draft = createDraft(entity);
      const values = Object.entries(draft.fields).map(([name, field]) =>
        bindValue(draft, checkValue(name, field, (row as Record<string, unknown>)[name])),
      );
      for (const name of Object.keys(row)) getField(draft, name);
      const columns = Object.keys(draft.fields).map((name) => quoteColumn(draft, name));
      return finish(
        draft,
        `INSERT INTO ${table(entity)} (${columns.join(", ")}) VALUES (${values.join(", ")})`,
      );
    },

    update(entity: EntityName, where: object, changes: object): Statement {
      const draft = createDraft(entity);
      const assignments = Object.entries(changes).map(([name, value]) => {
        const checked = checkValue(name, getField(draft, name), value as unknown);
        return `${quoteColumn(draft, name)} = ${bindValue(draft, checked)}`;
      });
      if (assignments.length === 0) throw new TypeError("an update without changes");
      const condition = requireCondition(createWhereClause(draft, where));
      return finish(draft, `UPDATE ${table(entity)} SET ${assignments.join(", ")}${condition}`);
    },

    remove(entity: EntityName, where: object): Statement {
      const draft = createDraft(entity);
      const condition = requireCondition(createWhereClause(draft, where));
      return finish(draft, `DELETE FROM ${table(entity)}${condition}`);
    },
  };
}

function createNames(dialect: Dialect) {
  return {
    createDraft: (entity: EntityName, bound: readonly Scalar[] = []): Draft => ({
      dialect,
      fields: getFields(entity),
      bind: [...bound],
    }),
    table: (entity: EntityName) => dialect.quote(ENTITIES[entity].table),
  };
}

/** Returns the fields of any entity by name. */
export function getFields(entity: EntityName): Readonly<Record<string, Field>> {
  return ENTITIES[entity].fields;
}

function finish(draft: Draft, sql: string): Statement {
  return { sql, bind: draft.bind };
}

function requireCondition(condition: string): string {
  if (condition === "")
    throw new TypeError("an update or removal of all rows is not allowed: add a condition");
  return condition;
}

function createOrderClause(draft: Draft, order: Selection["order"], where: object): string {
  if (!order) return "";
  // Engines sort nulls differently, so a page could not be continued. A range contains no nulls, or all are null.
  if (getField(draft, order.by).nullable && !isRanged(where, order.by) && !isNull(where, order.by))
    throw new TypeError(`${order.by} may be null, so rows cannot be ordered by it`);
  const direction = order.direction === "asc" ? "ASC" : "DESC";
  const byId = `${quoteColumn(draft, "id")} ${direction}`;
  const isByIdAlone = order.by === "id" || (isNull(where, order.by) && draft.dialect.sortsByNull);
  if (isByIdAlone) return ` ORDER BY ${byId}`;
  const tieBreak = `, ${byId}`;
  return ` ORDER BY ${quoteColumn(draft, order.by)} ${direction}${tieBreak}`;
}

function isRanged(where: object, name: string): boolean {
  const condition = (where as Record<string, unknown>)[name];
  return typeof condition === "object" && condition !== null && ("gt" in condition || "gte" in condition);
}

/** Whether all rows have null in the field: then only their ids order them. */
function isNull(where: object, name: string): boolean {
  return (where as Record<string, unknown>)[name] === null;
}

/** Finds the index that holds the rows in the order of `by`, and no other rows if there is one; null when there is none. */
function indexFor(entity: EntityName, where: object, by: string | undefined): string | null {
  if (by === undefined) return null;
  const { table, indexes = [] }: AnyEntity = ENTITIES[entity];
  const equal = Object.entries(where).flatMap(([name, value]) => (typeof value === "object" ? [] : [name]));
  const ordered = indexes.filter((index) => {
    const at = index.indexOf(by);
    const isOrdered = at >= 0 && (index[at + 1] ?? "id") === "id";
    return isOrdered && index.slice(0, at).every((name) => equal.includes(name));
  });
  // The more conditions an index begins with, the fewer rows of it are read in vain.
  const [fields] = ordered.sort((one, other) => other.indexOf(by) - one.indexOf(by));
  return fields ? indexName(table, fields.map(toColumnName), "index") : null;
}

/** Two of the comparisons look redundant: from the first and from the pair an index can start, each on other engines. */
function createKeysetClause(
  draft: Draft,
  { where, order, after }: Pick<Selection, "order"> & { where: object; after: { value: Scalar; id: string } },
): string {
  if (!order) throw new TypeError("a page needs an order");
  const operator = order.direction === "asc" ? ">" : "<";
  const id = checkPlace(draft, "id", after.id);
  const compareIds = () => `${quoteColumn(draft, "id")} ${operator} ${bindValue(draft, id)}`;
  if (order.by === "id" || isNull(where, order.by)) return compareIds();
  const value = checkPlace(draft, order.by, after.value);
  const by = quoteColumn(draft, order.by);
  return `${by} ${operator}= ${bindValue(draft, value)} AND (${by} ${operator} ${bindValue(draft, value)} OR (${by} = ${bindValue(draft, value)} AND ${compareIds()}))`;
}

/** Returns the value when a row can have it in the field. Throws InvalidPlaceError otherwise. */
function checkPlace(draft: Draft, name: string, value: Scalar): Scalar {
  try {
    return checkValue(name, getField(draft, name), value);
  } catch (cause) {
    throw new InvalidPlaceError(cause);
  }
}

/** Returns the column names that a select gives to every field of `entity` when a row joins several tables. */
export function listAliasedColumns(dialect: Dialect, entity: EntityName, alias: string): string {
  return Object.keys(getFields(entity))
    .map(
      (name) =>
        `${alias}.${dialect.quote(toColumnName(name))} AS ${dialect.quote(`${alias}_${toColumnName(name)}`)}`,
    )
    .join(", ");
}
