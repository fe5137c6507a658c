/** Pages of long lists, by cursor: each page begins after a row of the previous one. */
import type { PagePosition } from "~/domain/paging";
import type { EntityName, Rows } from "~/models/store/entities";
import type { FindOptions, Store, Where } from "~/models/store/store";

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
