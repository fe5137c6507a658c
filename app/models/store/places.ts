/** The place that a list continues after, checked for every engine alike. */
import type { Scalar } from "./conditions";
import { InvalidPlaceError } from "./store";
import { checkValue, getField, type Fields } from "./values";

/**
 * Throws TypeError when rows that match may have null in the field. Engines sort nulls differently, so a page could not be
 * continued. A range contains no nulls, or all are null.
 */
export function requireSortable(fields: Fields, where: object, by: string): void {
  if (getField(fields, by).nullable && !isRanged(where, by) && !isNull(where, by))
    throw new TypeError(`${by} may be null, so rows cannot be ordered by it`);
}

/** Returns the value when a row can have it in the field. Throws InvalidPlaceError otherwise. */
export function checkPlace(fields: Fields, name: string, value: Scalar): Scalar {
  try {
    return checkValue(name, getField(fields, name), value);
  } catch (cause) {
    throw new InvalidPlaceError(cause);
  }
}

/** Whether all rows that match have null in the field: then only their ids order them. */
export function isNull(where: object, name: string): boolean {
  return (where as Record<string, unknown>)[name] === null;
}

function isRanged(where: object, name: string): boolean {
  const condition = (where as Record<string, unknown>)[name];
  return typeof condition === "object" && condition !== null && ("gt" in condition || "gte" in condition);
}
