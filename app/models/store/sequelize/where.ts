/** Writes the port's conditions as SQL. Values go into the list of bound values, never into the text. */
import type { Field } from "../entity";
import { toColumnName } from "../names";
import type { Scalar } from "../store";
import { canHold, checkType, checkValue } from "../values";
import type { Dialect } from "./dialects";

/** A limit that every engine accepts in one list. */
const LIST_MAX = 1000;
const NEVER = "1 = 0";
const RANGES: Record<string, string> = { lt: "<", lte: "<=", gt: ">", gte: ">=" };

/** A statement in progress: the names it may use, and the values it has bound so far. */
export interface Draft {
  dialect: Dialect;
  fields: Readonly<Record<string, Field>>;
  bind: Scalar[];
}

/**
 * Returns ` WHERE …` for the conditions, all of which must hold; empty without conditions. Throws TypeError for an
 * invalid condition.
 */
export function createWhereClause(draft: Draft, where: object): string {
  const terms = Object.entries(where).flatMap(([name, condition]) =>
    createTerms(draft, name, condition as unknown),
  );
  return terms.length === 0 ? "" : ` WHERE ${terms.join(" AND ")}`;
}

/** Returns the definition of the field `name`. Throws TypeError when there is none, because names go into the text. */
export function getField(draft: Draft, name: string): Field {
  const field = Object.hasOwn(draft.fields, name) ? draft.fields[name] : undefined;
  if (!field) throw new TypeError(`there is no field ${name}`);
  return field;
}

export function quoteColumn(draft: Draft, name: string): string {
  return draft.dialect.quote(toColumnName(name));
}

/** Binds the value and returns its placeholder. */
export function bindValue(draft: Draft, value: Scalar): string {
  draft.bind.push(draft.dialect.encode(value));
  return `$${draft.bind.length}`;
}

function createTerms(draft: Draft, name: string, condition: unknown): string[] {
  const field = getField(draft, name);
  if (!isRecord(condition)) return [createEqualTerm(draft, name, checkType(name, field, condition))];
  const [operator, ...more] = Object.keys(condition);
  if (operator === undefined) throw new TypeError(`${name} has an empty condition`);
  if (operator === "in" && more.length === 0) return [createInTerm(draft, name, condition.in)];
  if (operator === "not" && more.length === 0)
    return [createNotEqualTerm(draft, name, checkValue(name, field, condition.not))];
  return Object.entries(condition).map(([key, value]) => {
    const comparison = Object.hasOwn(RANGES, key) ? RANGES[key] : undefined;
    if (!comparison) throw new TypeError(`${name} has the unknown condition ${key}`);
    const limit = checkValue(name, { ...field, nullable: false }, value);
    return `${quoteColumn(draft, name)} ${comparison} ${bindValue(draft, limit)}`;
  });
}

function createEqualTerm(draft: Draft, name: string, value: Scalar): string {
  if (value === null) return `${quoteColumn(draft, name)} IS NULL`;
  return canHold(getField(draft, name).type, value)
    ? `${quoteColumn(draft, name)} = ${bindValue(draft, value)}`
    : NEVER;
}

/** Null differs from every value, as in JavaScript. Plain SQL would not match it. */
function createNotEqualTerm(draft: Draft, name: string, value: Scalar): string {
  if (value === null) return `${quoteColumn(draft, name)} IS NOT NULL`;
  const differing = `${quoteColumn(draft, name)} <> ${bindValue(draft, value)}`;
  return getField(draft, name).nullable ? `(${differing} OR ${quoteColumn(draft, name)} IS NULL)` : differing;
}

function createInTerm(draft: Draft, name: string, values: unknown): string {
  if (!Array.isArray(values) || values.length > LIST_MAX) {
    throw new TypeError(`${name} must be in a list of at most ${LIST_MAX}`);
  }
  const field = { ...getField(draft, name), nullable: false };
  const possible = values
    .map((value: unknown) => checkType(name, field, value))
    .filter((value) => canHold(field.type, value));
  if (possible.length === 0) return NEVER;
  return `${quoteColumn(draft, name)} IN (${possible.map((value) => bindValue(draft, value)).join(", ")})`;
}

/** A plain object. Any other value that is not a scalar is rejected. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
