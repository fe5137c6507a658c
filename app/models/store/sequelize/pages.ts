/** How a list is ordered, continued after a row, and read from the index that holds it in this order. */
import type { AnyEntity } from "../entity";
import { indexName, toColumnName } from "../names";
import type { Scalar } from "../conditions";
import { checkPlace, isNull, requireSortable } from "../places";
import { bindValue, type Draft, type Placeholder } from "./conditions";
import type { Models, QueryGenerator } from "./models";

export interface Order {
  by: string;
  direction: "asc" | "desc";
}

/** The row after which a page begins, with its values bound. Null values are ordered by their ids alone. */
interface BoundPlace {
  by: string | null;
  direction: Order["direction"];
  value: Placeholder | null;
  id: Placeholder;
}

/** Returns the columns that order the rows. Throws TypeError when some rows may have null in the field. */
export function listOrder(draft: Draft, order: Order | undefined, where: object): [string, "ASC" | "DESC"][] {
  if (!order) return [];
  requireSortable(draft.fields, where, order.by);
  const direction = order.direction === "asc" ? "ASC" : "DESC";
  const isByIdAlone = order.by === "id" || (isNull(where, order.by) && draft.dialect.sortsByNull);
  return isByIdAlone
    ? [["id", direction]]
    : [
        [toColumnName(order.by), direction],
        ["id", direction],
      ];
}

/** Binds the place to continue after. Throws InvalidPlaceError when no row can be there. */
export function bindPlace(
  draft: Draft,
  { where, order, after }: { where: object; order?: Order; after?: { value: Scalar; id: string } },
): BoundPlace | null {
  if (!after) return null;
  if (!order) throw new TypeError("a page needs an order");
  const id = bindValue(draft, checkPlace(draft.fields, "id", after.id));
  const { direction } = order;
  if (order.by === "id" || isNull(where, order.by)) return { by: null, direction, value: null, id };
  const value = bindValue(draft, checkPlace(draft.fields, order.by, after.value));
  return { by: toColumnName(order.by), direction, value, id };
}

/** Two of the comparisons look redundant: from the first and from the pair an index can start, each on other engines. */
export function toSequelizePlace({ sequelize: { Op } }: Models, place: BoundPlace): object[] {
  const { by, value, id } = place;
  const [beyond, from] = place.direction === "asc" ? [Op.gt, Op.gte] : [Op.lt, Op.lte];
  if (by === null) return [{ id: { [beyond]: id } }];
  return [
    { [by]: { [from]: value } },
    { [Op.or]: [{ [by]: { [beyond]: value } }, { [by]: value, id: { [beyond]: id } }] },
  ];
}

/**
 * Finds the index that holds the rows in the order of `by`, and no other rows if there is one; null when there is none. The
 * statement names it: for an account with most of all rows, SQLite prefers another index and sorts all of the
 * account's rows, and MariaDB scans the table from its start, whichever page is requested.
 */
export function findIndex(entity: AnyEntity, where: object, by: string | undefined): string | null {
  if (by === undefined) return null;
  const { table, indexes = [] } = entity;
  const equal = Object.entries(where).flatMap(([name, value]) => (typeof value === "object" ? [] : [name]));
  const ordered = indexes.filter((index) => {
    const at = index.indexOf(by);
    const isOrdered = at >= 0 && (index[at + 1] ?? "id") === "id";
    return isOrdered && index.slice(0, at).every((name) => equal.includes(name));
  });
  // The more conditions an index begins with, the fewer rows are read that the conditions then exclude.
  const [fields] = ordered.sort((one, other) => other.indexOf(by) - one.indexOf(by));
  return fields ? indexName(table, fields.map(toColumnName), "index") : null;
}

/** SQLite's hint, which Sequelize's generator does not know: it follows the table in the text. */
export function nameIndex(
  generator: QueryGenerator,
  { entity, text, index }: { entity: AnyEntity; text: string; index: string },
): string {
  const { table } = entity;
  const source = ` FROM ${generator.quoteTable(table)} AS ${generator.quoteIdentifier(table)}`;
  return text.replace(source, `${source} INDEXED BY ${generator.quoteIdentifier(index)}`);
}
