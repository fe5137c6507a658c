/**
 * Cursors: places in lists as text, which callers send back to continue. A cursor holds the sorted value and the id of a
 * row, not only the id, so that it keeps its place when the row is deleted.
 */
import * as z from "zod/mini";

export interface Cursor {
  /** The order that the place belongs to: the sorted field, or the sorted fields. */
  by: string;
  value: CursorValue;
  id: string;
  /** Where the list has several parts, one after the other: the part. */
  rank: number;
}

export type CursorValue = string | number | boolean | Date | null;

/** The longest sorted value is an email or a name of a hundred characters, of up to four bytes each. */
export const CURSOR_MAX_LENGTH = 1000;

/** When the format changes, so does its number: cursors from before are refused, and not misread. */
const VERSION = 1;

const format = z.tuple([
  z.literal(VERSION),
  z.string(),
  z.int(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.object({ time: z.int() })]),
  z.string(),
]);

/** Returns the text of a cursor: letters, digits, dashes and underscores. */
export function createCursor({ by, value, id, rank }: Cursor): string {
  const written = value instanceof Date ? { time: value.getTime() } : value;
  const bytes = new TextEncoder().encode(JSON.stringify([VERSION, by, rank, written, id]));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads a cursor; null for a text that is none. Its value may still be one that no row can have. */
export function parseCursor(text: string): Cursor | null {
  if (text.length > CURSOR_MAX_LENGTH || !/^[\w-]+$/.test(text)) return null;
  const parsed = format.safeParse(decode(text));
  if (!parsed.success) return null;
  const [, by, rank, written, id] = parsed.data;
  const isTime = typeof written === "object" && written !== null;
  const value = isTime ? new Date(written.time) : written;
  return isTime && Number.isNaN(new Date(written.time).getTime()) ? null : { by, rank, value, id };
}

/** Returns null for what is not the base64url of JSON. */
function decode(text: string): unknown {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
