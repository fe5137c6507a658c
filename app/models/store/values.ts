/**
 * Checks values against their fields before they are written and after they are read, so that every engine rejects
 * the same ones.
 */
import type { Field, FieldType } from "./entity";
import type { Scalar } from "./conditions";

const INTEGER_MAX = 2 ** 31 - 1;
const YEAR_MIN = 1000;
const YEAR_MAX = 9999;

export type Fields = Readonly<Record<string, Field>>;

/** Returns the definition of the field `name`. Throws TypeError when there is none, because names go into statements. */
export function getField(fields: Fields, name: string): Field {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new TypeError(`there is no field ${name}`);
  return field;
}

/**
 * Returns the value when it has the field's type. Throws TypeError otherwise: input is validated before it gets
 * here, so a wrong type is a mistake in the program. Lists, objects and undefined must never pass, because a
 * database library would turn them into `IN` or `IS NULL`.
 */
export function checkType(name: string, field: Field, value: unknown): Scalar {
  if ((value === null && field.nullable) || isOfType(field.type, value)) return value;
  throw new TypeError(`${name} cannot be ${value === null ? "null" : `this ${typeof value}`}`);
}

/** Throws TypeError for any condition on a long text but that it is null, or is not: Oracle compares no long texts. */
export function checkCondition(name: string, { type }: Field, condition: unknown): void {
  if (type === "text" && condition !== null && !isNotNull(condition))
    throw new TypeError(`${name} is a long text, which is not compared`);
}

/**
 * Returns the value when every engine can store it in the field. Throws TypeError for a wrong type, RangeError when
 * it is too large.
 */
export function checkValue(name: string, field: Field, value: unknown): Scalar {
  const checked = checkType(name, field, value);
  if (canHold(field.type, checked)) return checked;
  throw new RangeError(`${name} cannot hold this ${typeof value}`);
}

/**
 * Whether any row can have this value. A user's input may be too long for every row, and then simply finds nothing.
 */
export function canHold(type: FieldType, value: Scalar): boolean {
  if (typeof value === "number") return Math.abs(value) <= INTEGER_MAX;
  if (value instanceof Date) return isKnownYear(value.getUTCFullYear());
  // PostgreSQL cannot store the character NUL, so no engine has a row with it.
  if (typeof value === "string")
    return !value.includes("\0") && (typeof type === "string" || isWithin(value, type.string));
  return true;
}

/** Converts a value that a driver read to what the port promises. */
export function readValue(type: FieldType, raw: unknown): Scalar {
  if (raw === null || raw === undefined) return null;
  if (type === "integer") return Number(raw);
  if (type === "boolean") return raw === true || raw === 1;
  if (type === "date" && !(raw instanceof Date)) return new Date(raw as string);
  return raw as string | Date;
}

function isNotNull(condition: unknown): boolean {
  return typeof condition === "object" && condition !== null && "not" in condition && condition.not === null;
}

function isOfType(type: FieldType, value: unknown): value is NonNullable<Scalar> {
  if (type === "integer") return Number.isInteger(value);
  if (type === "boolean") return typeof value === "boolean";
  if (type === "date") return value instanceof Date && !Number.isNaN(value.getTime());
  return typeof value === "string";
}

function isKnownYear(year: number): boolean {
  return year >= YEAR_MIN && year <= YEAR_MAX;
}

/** Databases count characters; JavaScript counts an emoji as two. */
function isWithin(value: string, length: number): boolean {
  return value.length <= length || (value.length <= length * 2 && Array.from(value).length <= length);
}
