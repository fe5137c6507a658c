/** One page of a list: newest first, with cursors, like every list of the provider. */
import { createInvalidRequestError } from "./errors";

const DEFAULT_LIMIT = 10;

export interface Page<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

export interface Cursor {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number };

/**
 * Returns one page of `rows`, which are given oldest first and returned newest first. Throws 400 when a cursor
 * names no row of this list, or when both cursors are given.
 */
export function paginate<T extends { id: string }>(
  rows: readonly T[],
  { url, cursor }: { url: string; cursor: Cursor },
): Page<T> {
  const { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before } = cursor;
  if (after && before) {
    throw createInvalidRequestError(
      "You may only specify one of these parameters: starting_after, ending_before.",
    );
  }
  const newest = [...rows].reverse();
  if (before) {
    const end = findPosition(newest, { id: before, param: "ending_before" });
    const start = Math.max(0, end - limit);
    return { object: "list", data: newest.slice(start, end), has_more: start > 0, url };
  }
  const start = after ? findPosition(newest, { id: after, param: "starting_after" }) + 1 : 0;
  return {
    object: "list",
    data: newest.slice(start, start + limit),
    has_more: newest.length > start + limit,
    url,
  };
}

/** Whether a time lies in the range of a list's filter. */
export function isInRange(seconds: number, range: Range | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return seconds === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return seconds > gt && seconds >= gte && seconds < lt && seconds <= lte;
}

function findPosition(rows: readonly { id: string }[], { id, param }: { id: string; param: string }): number {
  const position = rows.findIndex((row) => row.id === id);
  if (position === -1)
    throw createInvalidRequestError(`No such object: '${id}'`, { code: "resource_missing", param });
  return position;
}
