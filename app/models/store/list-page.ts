/** Pages of long lists, by cursor: each page begins after the last place of the previous one. And the search for users. */
import { createCursor, parseCursor, type Cursor, type CursorValue } from "~/domain/cursors";
import { AppError } from "~/domain/errors";
import type { PagePosition } from "~/domain/paging";
import { toPrefixRange, toSearchKey } from "~/domain/text";
import type { Entity, StoredRow } from "./entity";
import type { FindOptions, Where } from "./conditions";
import type { Store } from "./store";

export interface ListPage<R> {
  rows: R[];
  /** The next page's `after`; null on the last page. */
  next: string | null;
  /** The previous page's `before`; null on the first page. */
  previous: string | null;
}

interface ListOrder<R> extends Required<Pick<FindOptions<R>, "order">> {
  size: number;
}

/** Returns a page of the matching rows. Throws invalid for a cursor that is damaged or belongs to another order. */
export async function findPage<R extends StoredRow>(
  store: Store,
  entity: Entity<R>,
  { where, at, order, size }: ListOrder<NoInfer<R>> & { where: Where<NoInfer<R>>; at: PagePosition },
): Promise<ListPage<R>> {
  const seen = readCursor(at, order.by);
  const isBackwards = seen !== null && at.before !== undefined;
  const found = await store.find(entity, where, {
    order: isBackwards ? reverseOrder(order) : order,
    limit: size + 1,
    after: seen ? { value: seen.value, id: seen.id } : undefined,
  });
  const { by } = order;
  const toPlace = (row: R) => ({ value: row[by] as CursorValue, id: row.id, rank: 0 });
  return toListPage(found, { by, seen, isBackwards, size, toPlace });
}

/** A part of rows that are read one part after the other: at most `limit`, continued after the row `after`. */
export interface Part<R> {
  after: R | undefined;
  limit: number;
}

/** Returns the next part of the matching rows. */
export function findPart<R extends StoredRow>(
  store: Store,
  entity: Entity<R>,
  {
    where,
    order,
    after,
    limit,
  }: Part<NoInfer<R>> & Pick<ListOrder<NoInfer<R>>, "order"> & { where: Where<NoInfer<R>> },
): Promise<R[]> {
  const place = after && { value: after[order.by] as CursorValue, id: after.id };
  return store.find(entity, where, { order, limit, ...(place && { after: place }) });
}

/** Reads the cursor of a position; null without one. Throws invalid when it is damaged or belongs to another order. */
export function readCursor({ after, before }: PagePosition, by: string): Cursor | null {
  const given = before ?? after;
  if (given === undefined) return null;
  const cursor = parseCursor(given);
  if (cursor?.by === by) return cursor;
  const inputError = before === undefined ? "after" : "before";
  throw new AppError("invalid", "errors:cursor_invalid", { inputError });
}

interface PageAt<R> {
  by: string;
  /** The place that the page continues from; null for the first page. */
  seen: Cursor | null;
  isBackwards: boolean;
  size: number;
  toPlace(row: R): Omit<Cursor, "by">;
}

/** Makes a page of the rows that were found, one more than it holds if there are more. */
export function toListPage<R>(
  found: readonly R[],
  { by, seen, isBackwards, size, toPlace }: PageAt<R>,
): ListPage<R> {
  const hasMore = found.length > size;
  const rows = found.slice(0, size);
  if (isBackwards) rows.reverse();
  const [hasNext, hasPrevious] = isBackwards ? [true, hasMore] : [hasMore, seen !== null];
  // A page whose rows were all deleted leads on from the place that it was asked for.
  const toCursor = (row: R | undefined) => {
    const place = row === undefined ? seen : { by, ...toPlace(row) };
    return place && createCursor(place);
  };
  return {
    rows,
    next: hasNext ? toCursor(rows.at(-1)) : null,
    previous: hasPrevious ? toCursor(rows.at(0)) : null,
  };
}

function reverseOrder<R>({ by, direction }: ListOrder<R>["order"]): ListOrder<R>["order"] {
  return { by, direction: direction === "asc" ? "desc" : "asc" };
}

type Range = ReturnType<typeof toPrefixRange>;

export type UserSearch =
  | { by: "nameKey"; where: { nameKey: Range } }
  | { by: "email"; where: { email: Range } };

/**
 * How to search for users by the beginning of their name or email: a search without @ is for a name if a name begins
 * with it, which `hasName` checks, and for an email otherwise. Each reads one range of an index. Null for an empty search.
 */
export async function toUserSearch(
  search: string,
  hasName: (where: { nameKey: Range }) => Promise<boolean>,
): Promise<UserSearch | null> {
  const key = toSearchKey(search);
  if (key === "") return null;
  const range = toPrefixRange(key);
  return !key.includes("@") && (await hasName({ nameKey: range }))
    ? { by: "nameKey", where: { nameKey: range } }
    : { by: "email", where: { email: range } };
}
