/** Pages of long lists, by cursor: each page begins after a row of the previous one. And the search for users in them. */
import type { PagePosition } from "~/domain/paging";
import { toPrefixRange, toSearchKey } from "~/domain/text";
import type { EntityName, Rows } from "./entities";
import type { FindOptions, Store, Where } from "./store";

export interface ListPage<R> {
  rows: R[];
  /** The next page's `after`; null on the last page. */
  next: string | null;
  /** The previous page's `before`; null on the first page. */
  previous: string | null;
}

export interface ListOrder<R> extends Required<Pick<FindOptions<R>, "order">> {
  size: number;
}

/** Returns a page of the matching rows: the first page when the cursor's row no longer exists or does not match. */
export async function findPage<E extends EntityName>(
  store: Store,
  entity: E,
  { where, at, order, size }: ListOrder<Rows[E]> & { where: Where<Rows[E]>; at: PagePosition },
): Promise<ListPage<Rows[E]>> {
  const seenId = at.before ?? at.after;
  const seen = seenId === undefined ? null : await store.findOne(entity, { ...where, id: seenId });
  const isBackwards = seen !== null && at.before !== undefined;
  const found = await store.find(entity, where, {
    order: isBackwards ? reverseOrder(order) : order,
    limit: size + 1,
    ...(seen && { after: { value: seen[order.by as keyof typeof seen] as Date | string, id: seen.id } }),
  });
  const hasMore = found.length > size;
  const rows = found.slice(0, size);
  if (isBackwards) rows.reverse();
  return {
    rows,
    next: isBackwards || hasMore ? (rows.at(-1)?.id ?? null) : null,
    previous: (isBackwards ? hasMore : seen !== null) ? (rows.at(0)?.id ?? null) : null,
  };
}

function reverseOrder<R>({ by, direction }: ListOrder<R>["order"]): ListOrder<R>["order"] {
  return { by, direction: direction === "asc" ? "desc" : "asc" };
}

type Range = ReturnType<typeof toPrefixRange>;

export type UserSearch =
  { by: "nameKey"; where: { nameKey: Range } } | { by: "email"; where: { email: Range } };

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
