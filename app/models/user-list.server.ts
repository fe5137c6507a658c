/** For mission control only, which has no owner: the list of all users, with its search, filters and orders. */
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { MasterUserFilter, MasterUserSort } from "~/domain/mission-control";
import type { SortDirection, PagePosition } from "~/domain/paging";
import { findPage, toUserSearch, type ListPage } from "./store/list-page";
import type { Where } from "./store/conditions";
import type { Store } from "./store/store";
import { userEntity, type UserRow } from "./user.server";

interface UserListQuery extends PagePosition {
  /** The beginning of a name or an email; "" finds all. */
  search: string;
  filter: MasterUserFilter | null;
  /** Only of the whole list: an index holds it in each of these orders. */
  sort: MasterUserSort | null;
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
  const found = await toUserSearch(
    search,
    async (byName) => (await store.findOne(userEntity, byName)) !== null,
  );
  if (found) {
    const where: Where<UserRow> = { ...selected?.where, ...found.where };
    return findPage(store, userEntity, { where, at, order: { by: found.by, direction: "asc" }, size });
  }
  if (selected) return findPage(store, userEntity, { ...selected, at, size });
  const order: Order = { by: ORDERS[sort ?? "created"].by, direction: sort === null ? "desc" : direction };
  return findPage(store, userEntity, { where: ORDERS[sort ?? "created"].where, at, order, size });
}

/** Ids grow with time. The conditions leave out rows without a value, which no order has a place for. */
const ORDERS: Record<MasterUserSort, { by: keyof UserRow; where: Where<UserRow> }> = {
  created: { by: "id", where: {} },
  name: { by: "nameKey", where: { nameKey: { gte: "" } } },
  last_login: { by: "lastSignInAt", where: { lastSignInAt: { gte: new Date(0) } } },
};

/** The users that each filter selects, in the order of the index that finds them. */
const FILTERS: Record<MasterUserFilter, (now: Date) => { where: Where<UserRow>; order: Order }> = {
  verified: () => ({ where: { verifiedAt: { not: null } }, order: { by: "id", direction: "desc" } }),
  unverified: () => ({ where: { verifiedAt: null }, order: { by: "createdAt", direction: "desc" } }),
  master: () => ({ where: { isMaster: true }, order: { by: "id", direction: "desc" } }),
  support: (now) => ({
    where: { supportUntil: { gt: now }, isMaster: false },
    order: { by: "supportUntil", direction: "desc" },
  }),
};
