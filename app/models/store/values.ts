/** Values on their way into and out of a database: checked against their field, so that every engine refuses alike. */
import type { Field, FieldType } from "./entity";
import type { Scalar } from "./store";

const INTEGER_MAX = 2 ** 31 - 1;
const YEAR_MIN = 1000;
const YEAR_MAX = 9999;

/**
 * The value, if it is of the field's type. Throws TypeError otherwise: input is checked before it comes here, so a
 * wrong type is a mistake in the program. Lists, objects and undefined above all never pass, because a database
 * library would make `IN` or `IS NULL` of them.
 */
export function checkType(name: string, field: Field, value: unknown): Scalar {
  if ((value === null && field.nullable) || isOfType(field.type, value)) return value;
  throw new TypeError(`${name} cannot be ${value === null ? "null" : `this ${typeof value}`}`);
}

/** The value, if the field can hold it on every engine. Throws TypeError for a wrong type, RangeError if it is too big. */
export function checkValue(name: string, field: Field, value: unknown): Scalar {
  const checked = checkType(name, field, value);
  if (canHold(field.type, checked)) return checked;
  throw new RangeError(`${name} cannot hold this ${typeof value}`);
}

/** Whether any row could have this value; what people type may be longer than any row's, and must just not be found. */
export function canHold(type: FieldType, value: Scalar): boolean {
  if (typeof value === "number") return Math.abs(value) <= INTEGER_MAX;
  if (value instanceof Date) return isKnownYear(value.getUTCFullYear());
  // PostgreSQL cannot store the character NUL, so no row of any engine has it.
  if (typeof value === "string")
    return !value.includes("\0") && (typeof type === "string" || isWithin(value, type.string));
  return true;
}

/** The value that a driver read, as the port promises it. */
export function readValue(type: FieldType, raw: unknown): Scalar {
  if (raw === null || raw === undefined) return null;
  if (type === "integer") return Number(raw);
  if (type === "boolean") return raw === true || raw === 1;
  if (type === "date" && !(raw instanceof Date)) return new Date(raw as string);
  return raw as string | Date;
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
