/** Turns the port's conditions into Sequelize's. Values go into the list of bound values, never into the text. */
import type { Field } from "../entity";
import { toColumnName } from "../names";
import type { Scalar } from "../conditions";
import { canHold, checkCondition, checkType, checkValue, getField, type Fields } from "../values";
import type { Dialect } from "./dialects";
import type { Models } from "./models";

/** A limit that every engine accepts in one list. */
const LIST_MAX = 1000;
const RANGES = new Set(["lt", "lte", "gt", "gte"]);

/** A statement in progress: the names it may use, and the values it has bound so far. */
export interface Draft {
  dialect: Dialect;
  fields: Fields;
  bind: Scalar[];
}

/** The placeholder of a bound value, such as `$1`. */
export type Placeholder = string;

/** The port's condition on one column, with placeholders in place of the values. An empty list holds for no row. */
type BoundCondition =
  | Placeholder
  | null
  | { in: Placeholder[] }
  | { not: Placeholder | null; orNull: boolean }
  | BoundRange;

type BoundRange = Record<string, Placeholder>;

export type BoundWhere = readonly (readonly [column: string, condition: BoundCondition])[];

/** Checks the conditions and binds their values. Throws TypeError for an invalid condition. */
export function bindWhere(draft: Draft, where: object): BoundWhere {
  return Object.entries(where).map(([name, condition]) => [
    toColumnName(name),
    bindCondition(draft, name, condition as unknown),
  ]);
}

/** Converts conditions, all of which must hold, to the where clause of Sequelize's generator. */
export function toSequelizeWhere({ sequelize: { Op } }: Models, where: BoundWhere): object {
  return {
    [Op.and]: where.map(([column, condition]) => {
      if (condition === null || typeof condition === "string") return { [column]: condition };
      if (!("not" in condition)) return { [column]: toOperators(Op, condition) };
      const differs = { [column]: { [Op.ne]: condition.not } };
      return condition.orNull ? { [Op.or]: [differs, { [column]: null }] } : differs;
    }),
  };
}

/** Binds the value and returns its placeholder. */
export function bindValue(draft: Draft, value: Scalar): Placeholder {
  draft.bind.push(draft.dialect.encode(value));
  return `$${draft.bind.length}`;
}

function toOperators(Op: Models["sequelize"]["Op"], condition: { in: Placeholder[] } | BoundRange): object {
  const names = Object.keys(condition) as ("in" | "lt" | "lte" | "gt" | "gte")[];
  return Object.fromEntries(names.map((name) => [Op[name], condition[name as never]]));
}

function bindCondition(draft: Draft, name: string, condition: unknown): BoundCondition {
  const field = getField(draft.fields, name);
  checkCondition(name, field, condition);
  if (!isRecord(condition)) return bindEqual(draft, field, checkType(name, field, condition));
  const [operator, ...more] = Object.keys(condition);
  if (operator === undefined) throw new TypeError(`${name} has an empty condition`);
  if (operator === "in" && more.length === 0) return { in: bindList(draft, name, condition.in) };
  if (operator === "not" && more.length === 0) return bindNotEqual(draft, name, condition.not);
  const limits = Object.entries(condition).map(([key, value]) => {
    if (!RANGES.has(key)) throw new TypeError(`${name} has the unknown condition ${key}`);
    return [key, bindValue(draft, checkValue(name, { ...field, nullable: false }, value))] as const;
  });
  return Object.fromEntries(limits);
}

function bindEqual(draft: Draft, field: Field, value: Scalar): BoundCondition {
  if (value === null) return null;
  return canHold(field.type, value) ? bindValue(draft, value) : { in: [] };
}

/** Null differs from every value, as in JavaScript. Plain SQL would not match it. */
function bindNotEqual(draft: Draft, name: string, value: unknown): BoundCondition {
  const field = getField(draft.fields, name);
  const checked = checkValue(name, field, value);
  if (checked === null) return { not: null, orNull: false };
  return { not: bindValue(draft, checked), orNull: field.nullable };
}

function bindList(draft: Draft, name: string, values: unknown): Placeholder[] {
  if (!Array.isArray(values) || values.length > LIST_MAX) {
    throw new TypeError(`${name} must be in a list of at most ${LIST_MAX}`);
  }
  const field = { ...getField(draft.fields, name), nullable: false };
  return values
    .map((value: unknown) => checkType(name, field, value))
    .filter((value) => canHold(field.type, value))
    .map((value) => bindValue(draft, value));
}

/** A plain object. Any other value that is not a scalar is rejected. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
