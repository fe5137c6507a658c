/** Oracle's forms of values, columns and places of bound values. */
import type { FieldType } from "../entity";
import type { Scalar } from "../conditions";

/** Oracle takes an empty text for null, so it is stored as this character, which sorts before every other one. */
const MARK = "\u0001";

/**
 * A text of nothing but marks gets one more, so that every text is read as it was written and keeps its place in the order.
 * There are no booleans: they become 1 and 0.
 */
export function encodeForOracle(value: Scalar): Scalar {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "string" && isMarks(value) ? `${value}${MARK}` : value;
}

export function decodeFromOracle(text: string): string {
  return isMarks(text) ? text.slice(MARK.length) : text;
}

function isMarks(text: string): boolean {
  return text.replaceAll(MARK, "") === "";
}

/** Lengths are in characters, which the database counts by code points, and a mark may follow. */
export function toOracleType(type: FieldType): string {
  if (typeof type === "object") return `VARCHAR2(${type.string + 1} CHAR)`;
  // A zone of its own could not be in a unique index, and a session's would make the same time differ.
  return {
    text: "CLOB",
    integer: "NUMBER(10)",
    boolean: "NUMBER(1)",
    date: "TIMESTAMP(3) WITH LOCAL TIME ZONE",
  }[type];
}

/**
 * Numbers the places in the order of the text, with the values in the same order: Oracle binds the values of a list to the
 * places one after the other, whatever their names are.
 */
export function orderPlaces({ sql, bind }: { sql: string; bind: Scalar[] }) {
  const ordered: Scalar[] = [];
  const text = sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    ordered.push(bind[Number(number) - 1] ?? null);
    return `:${ordered.length}`;
  });
  return { sql: text, bind: ordered };
}
