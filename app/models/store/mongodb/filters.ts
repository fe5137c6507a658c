/**
 * Writes the port's conditions as MongoDB's filters. A value always stands behind an operator that is written here: the
 * keys of a caller's object never reach the database.
 */
import type { AnyEntity } from "../entity";
import type { Scalar } from "../conditions";
import { checkPlace, isNull, requireSortable } from "../places";
import { canHold, checkCondition, checkType, checkValue, getField } from "../values";
import { toFieldKey } from "./documents";

/** The same limit as in SQL, so that a list which is too long for another engine is found in every test. */
const LIST_MAX = 1000;
const LIMIT_DEFAULT = 100;
const RANGES: Record<string, string> = { lt: "$lt", lte: "$lte", gt: "$gt", gte: "$gte" };

export type Filter = Record<string, object>;

export interface Selection {
  order?: { by: string; direction: "asc" | "desc" };
  limit?: number;
  after?: { value: Scalar; id: string };
}

/** A list as MongoDB finds it. */
export interface Query {
  filter: Filter;
  sort: Record<string, 1 | -1>;
  limit: number;
}

/** Returns the filter of the conditions, all of which must hold. Throws TypeError for an invalid condition. */
export function createFilter(entity: AnyEntity, where: object): Filter {
  return Object.fromEntries(
    Object.entries(where).map(([name, condition]) => [
      toFieldKey(name),
      createOperators(entity, name, condition as unknown),
    ]),
  );
}

/** As `createFilter`. Throws TypeError without a condition, which would match every row. */
export function requireFilter(entity: AnyEntity, where: object): Filter {
  const filter = createFilter(entity, where);
  if (Object.keys(filter).length === 0)
    throw new TypeError("an update or removal of all rows is not allowed: add a condition");
  return filter;
}

/** Returns a list's query. Throws TypeError for an invalid order or limit, InvalidPlaceError for an invalid place. */
export function createQuery(entity: AnyEntity, where: object, selection: Selection): Query {
  const { order, limit = LIMIT_DEFAULT, after } = selection;
  if (!Number.isInteger(limit) || limit < 1) throw new TypeError("a limit is a whole number from 1");
  const conditions = createFilter(entity, where);
  if (!order) {
    if (after) throw new TypeError("a page needs an order");
    return { filter: conditions, sort: {}, limit };
  }
  requireSortable(entity.fields, where, order.by);
  const direction = order.direction === "asc" ? 1 : -1;
  const sort = { [toFieldKey(order.by)]: direction, _id: direction } as const;
  if (!after) return { filter: conditions, sort, limit };
  const place = createPlace(entity, where, { order, after });
  return { filter: { $and: [conditions, ...place] }, sort, limit };
}

function createOperators(entity: AnyEntity, name: string, condition: unknown): object {
  const field = getField(entity.fields, name);
  checkCondition(name, field, condition);
  if (!isRecord(condition)) return createEqual(entity, name, checkType(name, field, condition));
  const [operator, ...more] = Object.keys(condition);
  if (operator === undefined) throw new TypeError(`${name} has an empty condition`);
  if (operator === "in" && more.length === 0) return createIn(entity, name, condition.in);
  // Null differs from every value, and MongoDB sees it so, too.
  if (operator === "not" && more.length === 0) return { $ne: checkValue(name, field, condition.not) };
  const ranges = Object.entries(condition).map(([key, value]) => {
    const comparison = Object.hasOwn(RANGES, key) ? RANGES[key] : undefined;
    if (!comparison) throw new TypeError(`${name} has the unknown condition ${key}`);
    return [comparison, checkValue(name, { ...field, nullable: false }, value)] as const;
  });
  return Object.fromEntries(ranges);
}

/** `$eq: null` also matches a document without the value. A list without values matches nothing. */
function createEqual(entity: AnyEntity, name: string, value: Scalar): object {
  const isPossible = value === null || canHold(getField(entity.fields, name).type, value);
  return isPossible ? { $eq: value } : { $in: [] };
}

function createIn(entity: AnyEntity, name: string, values: unknown): object {
  if (!Array.isArray(values) || values.length > LIST_MAX) {
    throw new TypeError(`${name} must be in a list of at most ${LIST_MAX}`);
  }
  const field = { ...getField(entity.fields, name), nullable: false };
  const checked = values.map((value: unknown) => checkType(name, field, value));
  return { $in: checked.filter((value) => canHold(field.type, value)) };
}

/** The conditions of all places after the given one. From the first, the index can start. */
function createPlace(
  entity: AnyEntity,
  where: object,
  { order, after }: Required<Pick<Selection, "order" | "after">>,
): Filter[] {
  const [beyond, from] = order.direction === "asc" ? ["$gt", "$gte"] : ["$lt", "$lte"];
  const isBeyondId = { _id: { [beyond]: checkPlace(entity.fields, "id", after.id) } };
  if (order.by === "id" || isNull(where, order.by)) return [isBeyondId];
  const key = toFieldKey(order.by);
  const value = checkPlace(entity.fields, order.by, after.value);
  const isBeyond = [{ [key]: { [beyond]: value } }, { [key]: { $eq: value }, ...isBeyondId }];
  return [{ [key]: { [from]: value } }, { $or: isBeyond }];
}

/** A plain object. Any other value that is not a scalar is rejected. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
