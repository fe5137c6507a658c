/** For mission control only, which has no owner: the list of all accounts, with its search and filters. */
import { createCursor } from "~/domain/cursors";
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { AccountFilter } from "~/domain/mission-control";
import type { PagePosition } from "~/domain/paging";
import type { SubscriptionStatus } from "~/domain/plans";
import { toPrefixRange, toSearchKey } from "~/domain/text";
import { membershipEntity } from "./membership.server";
import { sessionEntity } from "./session.server";
import { accountEntity, listAccounts, type AccountRow } from "./account.server";
import { findPage, readCursor, toListPage, type ListPage } from "./store/list-page";
import type { Where } from "./store/conditions";
import type { Store } from "./store/store";
import { subscriptionEntity, type SubscriptionRow } from "./subscription.server";

/** A search of accounts with a filter reads the accounts with the name in parts of so many rows, and so many parts. */
const ACCOUNTS_SCANNED_AT_ONCE = 500;
const ACCOUNTS_SCANS_MAX = 4;

interface AccountListQuery extends PagePosition {
  /** The beginning of the name; "" finds all. */
  search: string;
  status: AccountFilter | null;
  planId: string | null;
}

const NEWEST_FIRST = { by: "id", direction: "desc" } as const;

/**
 * A page of accounts, MASTER_PAGE_SIZE long: those whose name begins with the search text, by name; or all, newest first.
 * Only those with this plan and status, if they are given. A filtered search may return a shorter page with a next one.
 */
export async function searchAccounts(
  store: Store,
  { search, status, planId, ...at }: AccountListQuery,
): Promise<ListPage<AccountRow>> {
  const size = MASTER_PAGE_SIZE;
  const key = toSearchKey(search);
  const filter = toFilter({ status, planId });
  if (key !== "" && filter) return searchFiltered(store, { key, filter, at });
  if (key !== "") {
    const order = { by: "nameKey", direction: "asc" } as const;
    return findPage(store, accountEntity, { where: { nameKey: toPrefixRange(key) }, at, order, size });
  }
  // Ids grow with time.
  if (!filter) return findPage(store, accountEntity, { where: {}, at, order: NEWEST_FIRST, size });
  const page = await findPage(store, subscriptionEntity, { where: filter, at, order: NEWEST_FIRST, size });
  return { ...page, rows: await listInOrder(store, page.rows) };
}

const STATUSES: Record<AccountFilter, readonly SubscriptionStatus[]> = {
  active: ["active"],
  trialing: ["trialing"],
  overdue: ["requires_payment_method", "requires_action"],
  canceled: ["canceled"],
};

/** Without a plan, the status of a subscription has no meaning. Null when nothing is filtered. */
function toFilter({ status, planId }: Pick<AccountListQuery, "status" | "planId">) {
  if (status === null && planId === null) return null;
  const [first, ...others] = status === null ? [] : STATUSES[status];
  return {
    planId: planId ?? { not: null },
    ...(first && { status: others.length === 0 ? first : { in: [first, ...others] } }),
  } satisfies Where<SubscriptionRow>;
}

async function listInOrder(store: Store, rows: readonly { id: string }[]): Promise<AccountRow[]> {
  const accounts = await listAccounts(store, { ids: rows.map(({ id }) => id) });
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * The name is in one table and the plan in another, so the accounts with the name are read in parts, each with its
 * subscriptions, until the page is full; ACCOUNTS_SCANS_MAX parts at most.
 */
async function searchFiltered(
  store: Store,
  { key, filter, at }: { key: string; filter: Where<SubscriptionRow>; at: PagePosition },
): Promise<ListPage<AccountRow>> {
  const [by, size] = ["nameKey", MASTER_PAGE_SIZE] as const;
  const seen = readCursor(at, by);
  const isBackwards = seen !== null && at.before !== undefined;
  const order = { by, direction: isBackwards ? "desc" : "asc" } as const;
  const found: AccountRow[] = [];
  let last: AccountRow | undefined;
  let after = seen ? { value: seen.value, id: seen.id } : undefined;
  for (let scans = 0; scans < ACCOUNTS_SCANS_MAX && found.length <= size; scans += 1) {
    const options = { order, limit: ACCOUNTS_SCANNED_AT_ONCE, after };
    const part = await store.find(accountEntity, { nameKey: toPrefixRange(key) }, options);
    found.push(...(await pickFiltered(store, part, filter)));
    last = part.length < ACCOUNTS_SCANNED_AT_ONCE ? undefined : part.at(-1);
    if (!last) break;
    after = { value: last.nameKey, id: last.id };
  }
  const toPlace = (row: AccountRow) => ({ value: row.nameKey, id: row.id, rank: 0 });
  const page = toListPage(found, { by, seen, isBackwards, size, toPlace });
  // Where the parts ended before the page was full, the search goes on after the last row that was read.
  if (!last || found.length > size) return page;
  const end = createCursor({ by, ...toPlace(last) });
  return isBackwards ? { ...page, previous: end } : { ...page, next: end };
}

async function pickFiltered(
  store: Store,
  rows: readonly AccountRow[],
  filter: Where<SubscriptionRow>,
): Promise<AccountRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const matching = await store.find(
    subscriptionEntity,
    { ...filter, id: { in: ids } },
    { limit: ids.length },
  );
  const chosen = new Set(matching.map(({ id }) => id));
  return rows.filter(({ id }) => chosen.has(id));
}

/**
 * When each of these accounts was last used: the newest use of a session in it, or else the newest sign-in of a member. An
 * account without either is left out.
 */
export async function readLastUses(
  store: Store,
  { ids }: { ids: readonly string[] },
): Promise<Map<string, Date>> {
  const uses = await Promise.all(ids.map(async (id) => [id, await findLastUse(store, id)] as const));
  return new Map(uses.flatMap(([id, date]) => (date ? [[id, date] as const] : [])));
}

async function findLastUse(store: Store, accountId: string): Promise<Date | null> {
  const [session] = await store.find(
    sessionEntity,
    { accountId },
    { order: { by: "lastSeenAt", direction: "desc" }, limit: 1 },
  );
  if (session) return session.lastSeenAt;
  const [member] = await store.find(
    membershipEntity,
    { accountId, signedInAt: { gte: new Date(0) } },
    { order: { by: "signedInAt", direction: "desc" }, limit: 1 },
  );
  return member?.signedInAt ?? null;
}
