/** For mission control only, which has no owner: the list of all users, with its search, filters and orders. */
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { PersonFilter, PersonSort } from "~/domain/mission-control";
import type { SortDirection } from "~/domain/members";
import type { PagePosition } from "~/domain/paging";
import { findPage, toUserSearch, type ListPage } from "./store/list-page";
import type { Store, Where } from "./store/store";
import type { UserRow } from "./user.server";

export interface UserListQuery extends PagePosition {
  /** The beginning of a name or an email; "" finds all. */
  search: string;
  filter: PersonFilter | null;
  /** Only of the whole list: an index holds it in each of these orders. */
  sort: PersonSort | null;
  direction: SortDirection;
}

interface Order {
  by: keyof UserRow;
  direction: SortDirection;
}

/**
 * A page of users, MASTER_PAGE_SIZE long: those whose name or email begins with the search text, in the order of the
 * searched column; or those that the filter selects; or all, in the chosen order. Newest first by default.
 */
export async function searchUsers(
  store: Store,
  { search, filter, sort, direction, ...at }: UserListQuery,
): Promise<ListPage<UserRow>> {
  const size = MASTER_PAGE_SIZE;
  const selected = filter === null ? null : FILTERS[filter](new Date());
  const found = await toUserSearch(search, async (byName) => (await store.findOne("users", byName)) !== null);
  if (found) {
    const where: Where<UserRow> = { ...selected?.where, ...found.where };
    return findPage(store, "users", { where, at, order: { by: found.by, direction: "asc" }, size });
  }
  if (selected) return findPage(store, "users", { ...selected, at, size });
  const order: Order = { by: ORDERS[sort ?? "created"].by, direction: sort === null ? "desc" : direction };
  return findPage(store, "users", { where: ORDERS[sort ?? "created"].where, at, order, size });
}

/** Ids grow with time. The conditions leave out rows without a value, which no order has a place for. */
const ORDERS: Record<PersonSort, { by: keyof UserRow; where: Where<UserRow> }> = {
  created: { by: "id", where: {} },
  name: { by: "nameKey", where: { nameKey: { gte: "" } } },
  last_login: { by: "lastSignInAt", where: { lastSignInAt: { gte: new Date(0) } } },
};

/** What each filter selects, in the order of the index that finds it. */
const FILTERS: Record<PersonFilter, (now: Date) => { where: Where<UserRow>; order: Order }> = {
  verified: () => ({ where: { verifiedAt: { not: null } }, order: { by: "id", direction: "desc" } }),
  unverified: () => ({ where: { verifiedAt: null }, order: { by: "createdAt", direction: "desc" } }),
  master: () => ({ where: { isMaster: true }, order: { by: "id", direction: "desc" } }),
  support: (now) => ({
    where: { supportUntil: { gt: now }, isMaster: false },
    order: { by: "supportUntil", direction: "desc" },
  }),
};
