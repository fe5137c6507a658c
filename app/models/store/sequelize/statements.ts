/** The store's statements, which Sequelize's generator writes from the models. Every value is bound. */
import { keepLatest } from "~/domain/keep-latest";
import type { AnyEntity } from "../entity";
import { toColumnName } from "../names";
import type { Scalar } from "../conditions";
import { checkValue, getField } from "../values";
import { bindValue, bindWhere, toSequelizeWhere, type BoundWhere, type Draft } from "./conditions";
import type { Models, QueryGenerator } from "./models";
import { bindPlace, findIndex, listOrder, nameIndex, toSequelizePlace, type Order } from "./pages";

export const LIMIT_DEFAULT = 100;
/** Lists of many lengths create many texts, so the oldest one is dropped. */
const TEXTS_MAX = 500;

export interface Statement {
  sql: string;
  bind: Scalar[];
}

/** A statement that may violate a unique constraint of its entity. */
export interface ChangeStatement extends Statement {
  entity: AnyEntity;
}

export interface Selection {
  order?: Order;
  foundBy?: string;
  limit?: number;
  after?: { value: Scalar; id: string };
  /** The fields that are selected; all of them by default. */
  fields?: readonly string[];
  /** The values of the statements that come before in the same text. */
  bound?: readonly Scalar[];
  /** Whether the rows that are found stay unchanged until the transaction ends. */
  isLocking?: boolean;
}

export type Statements = ReturnType<typeof createStatements>;

/** Creates the builders for one database. They throw TypeError or RangeError for what the port does not allow. */
export function createStatements(models: Models) {
  const keepText = createTextCache();
  return {
    keepText,
    select: createSelect(models, keepText),
    ...createCounts(models, keepText),
    ...createChanges(models, keepText),
  };
}

/** Returns the text that `write` writes for this shape of statement; the same text for the same shape. */
type KeepText = (shape: readonly unknown[], write: () => string) => string;

function createTextCache(): KeepText {
  const texts = new Map<string, string>();
  return (shape, write) => {
    const key = JSON.stringify(shape);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = write().replace(/;$/, "");
    keepLatest(texts, [key, text], TEXTS_MAX);
    return text;
  };
}

function createSelect(models: Models, keepText: KeepText) {
  const { dialect, generator } = models;
  const { IndexHints, Op, TableHints } = models.sequelize;
  return (entity: AnyEntity, where: object, selection: Selection): Statement => {
    const { order, foundBy = order?.by, limit = LIMIT_DEFAULT, bound, isLocking = false } = selection;
    const fields = selection.fields ?? Object.keys(entity.fields);
    checkLimit(limit);
    const draft = createDraft(models, entity, bound);
    const bounds = bindWhere(draft, where);
    const orders = listOrder(draft, order, where);
    const place = bindPlace(draft, { where, ...selection });
    const index = findIndex(entity, where, foundBy);
    const sql = keepText(
      ["select", entity.table, selection.fields, bounds, place, orders, limit, isLocking, index],
      () => {
        const conditions = [
          toSequelizeWhere(models, bounds),
          ...(place ? toSequelizePlace(models, place) : []),
        ];
        const attributes = fields.map(toColumnName);
        const limited = { where: { [Op.and]: conditions }, order: orders, limit };
        if (isLocking && dialect.locksByIds) {
          const ids = writeSelect(models, entity, { attributes: ["id"], ...limited }).replace(/;$/, "");
          // The conditions stay, so that they are checked again after waiting for another transaction.
          const where = { [Op.and]: [...conditions, { id: { [Op.in]: [ids] } }] };
          return writeSelect(models, entity, { attributes, where, order: orders, lock: true });
        }
        const text = writeSelect(models, entity, {
          attributes,
          ...limited,
          lock: isLocking,
          ...(isLocking && { tableHint: TableHints.UPDLOCK }),
          ...(index && { indexHints: [{ type: IndexHints.FORCE, values: [index] }] }),
        });
        return index && dialect.namesIndex ? nameIndex(generator, { entity, text, index }) : text;
      },
    );
    return { sql, bind: draft.bind };
  };
}

function createCounts(models: Models, keepText: KeepText) {
  const { generator } = models;
  const { fn, col } = models.sequelize;
  return {
    ...createGroups(models, keepText),
    count(entity: AnyEntity, where: object, { atMost }: { atMost?: number } = {}): Statement {
      const draft = createDraft(models, entity);
      const bounds = bindWhere(draft, where);
      const sql = keepText(["count", entity.table, bounds, atMost], () => {
        const counted = toSequelizeWhere(models, bounds);
        if (atMost === undefined)
          return writeSelect(models, entity, {
            attributes: [[fn("COUNT", col("*")), "rows"]],
            where: counted,
          });
        const found = writeSelect(models, entity, { attributes: ["id"], where: counted, limit: atMost });
        const rows = generator.quoteIdentifier("rows");
        return `SELECT COUNT(*) AS ${rows} FROM (${found.replace(/;$/, "")}) ${generator.quoteIdentifier("found")}`;
      });
      return { sql, bind: draft.bind };
    },
  };
}

/** Numbers for each value of a field. The columns of the result are `value` and `rows`. */
function createGroups(models: Models, keepText: KeepText) {
  const { dialect, sequelize } = models;
  const { fn, col } = sequelize;
  const write = (
    [name, entity, where]: [string, AnyEntity, object],
    { by, sum }: { by: string; sum?: string },
  ): Statement => {
    const draft = createDraft(models, entity);
    for (const field of [by, ...(sum === undefined ? [] : [sum])]) getField(draft.fields, field);
    const bounds = bindWhere(draft, where);
    const column = toColumnName(by);
    const sql = keepText([name, entity.table, bounds, by, sum], () => {
      const day = name === "countByDay" ? dialect.toDay(sequelize, column) : null;
      const number = sum === undefined ? fn("COUNT", col("*")) : fn("SUM", col(toColumnName(sum)));
      return writeSelect(models, entity, {
        attributes: [
          [day ?? column, "value"],
          [number, "rows"],
        ],
        where: toSequelizeWhere(models, bounds),
        group: [day ?? column],
      });
    });
    return { sql, bind: draft.bind };
  };
  return {
    countBy: (entity: AnyEntity, where: object, by: string) => write(["countBy", entity, where], { by }),
    countByDay: (entity: AnyEntity, where: object, by: string) =>
      write(["countByDay", entity, where], { by }),
    sumBy: (entity: AnyEntity, where: object, fields: { sum: string; by: string }) =>
      write(["sumBy", entity, where], fields),
  };
}

function createChanges(models: Models, keepText: KeepText) {
  const { generator } = models;
  return {
    insert(entity: AnyEntity, row: object): ChangeStatement {
      const draft = createDraft(models, entity);
      for (const name of Object.keys(row)) getField(draft.fields, name);
      const names = Object.keys(draft.fields);
      const values = bindValues(draft, names, row);
      const sql = keepText(["insert", entity.table], () => {
        const attributes = models.get(entity).getAttributes();
        return generator.insertQuery(entity.table, values, attributes, {}).query;
      });
      return { sql, bind: draft.bind, entity };
    },

    update(entity: AnyEntity, where: object, changes: object): ChangeStatement {
      const draft = createDraft(models, entity);
      const names = Object.keys(changes);
      if (names.length === 0) throw new TypeError("an update without changes");
      const values = bindValues(draft, names, changes);
      const bounds = requireConditions(bindWhere(draft, where));
      const sql = keepText(["update", entity.table, bounds, values], () => {
        const model = models.get(entity);
        const condition = toSequelizeWhere(models, bounds);
        return generator.updateQuery(entity.table, values, condition, { model }, model.getAttributes()).query;
      });
      return { sql, bind: draft.bind, entity };
    },

    remove(entity: AnyEntity, where: object): Statement {
      const draft = createDraft(models, entity);
      const bounds = requireConditions(bindWhere(draft, where));
      const sql = keepText(["remove", entity.table, bounds], () =>
        generator.deleteQuery(entity.table, toSequelizeWhere(models, bounds), {}, models.get(entity)),
      );
      return { sql, bind: draft.bind };
    },
  };
}

function writeSelect({ generator, get }: Models, entity: AnyEntity, options: object): string {
  return generator.selectQuery(entity.table, options, get(entity));
}

function createDraft({ dialect }: Models, entity: AnyEntity, bound: readonly Scalar[] = []): Draft {
  return { dialect, fields: entity.fields, bind: [...bound] };
}

/** Binds the values of these fields, and returns their placeholders by column. */
function bindValues(draft: Draft, names: readonly string[], row: object): Record<string, string> {
  const values = row as Record<string, unknown>;
  return Object.fromEntries(
    names.map((name) => [
      toColumnName(name),
      bindValue(draft, checkValue(name, getField(draft.fields, name), values[name])),
    ]),
  );
}

/** Throws TypeError. */
export function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1) throw new TypeError("a limit is a whole number from 1");
}

function requireConditions(bounds: BoundWhere): BoundWhere {
  if (bounds.length === 0)
    throw new TypeError("an update or removal of all rows is not allowed: add a condition");
  return bounds;
}

/** Returns the column names that a select gives to these fields of `entity` when a row joins several tables. */
export function listAliasedColumns(
  generator: QueryGenerator,
  { entity, fields = Object.keys(entity.fields) }: { entity: AnyEntity; fields?: readonly string[] },
  alias: string,
): string {
  return fields
    .map(toColumnName)
    .map(
      (column) =>
        `${generator.quoteIdentifier(alias)}.${generator.quoteIdentifier(column)} AS ${generator.quoteIdentifier(`${alias}_${column}`)}`,
    )
    .join(", ");
}
