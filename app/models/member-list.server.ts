/** An account's members and invitations as one list: sorted, filtered, and read a page at a time. */
import { CHOSEN_MEMBERS_SORTED_MAX } from "~/domain/limits";
import type { MemberQuery, SortDirection } from "~/domain/members";
import {
  comparePlaces,
  createInviteWhere,
  createMemberWhere,
  getChoosingColumn,
  getPlace,
  listOrderParts,
  toCursorValue,
  type ListedRow,
  type OrderPart,
  type Place,
} from "./member-orders.server";
import { readCursor, toListPage, toUserSearch, type ListPage, type UserSearch } from "./store/list-page";
import type { Lookup, Store } from "./store/store";

interface ListReading {
  accountId: string;
  query: MemberQuery;
  search: UserSearch | null;
  parts: readonly OrderPart[];
  direction: SortDirection;
  /** The place to continue after; null from the beginning. */
  seen: Place | null;
  limit: number;
  /** The index that finds the chosen members, when they are so few that all are read and sorted here. */
  fewBy: ReturnType<typeof getChoosingColumn>;
}

/**
 * Returns a page of the members and invitations that match the query. Members are read from the index of the order.
 * Invitations need none: an account sends a limited number a day, and expired ones are deleted. Throws invalid for a
 * cursor that is damaged or belongs to another order.
 */
export async function listMembersAndInvites(
  store: Store,
  { accountId, query, size }: { accountId: string; query: MemberQuery; size: number },
): Promise<ListPage<ListedRow>> {
  const search = await toUserSearch(
    query.search,
    async (byName) => (await store.findOne("memberships", { accountId, ...byName })) !== null,
  );
  const parts = listOrderParts(query.sort ?? (search ? "name" : "date_created"), search);
  const by = parts.map((part) => part.by).join();
  const seen = readCursor(query, by);
  const isBackwards = seen !== null && query.before !== undefined;
  const direction = (query.direction === "desc") !== isBackwards ? "desc" : "asc";
  const fewBy = await findColumnOfFew(store, { accountId, query, search, parts });
  const reading = { accountId, query, search, parts, direction, seen, limit: size + 1, fewBy } as const;
  const pageAt = { by, seen, isBackwards, size, toPlace: (row: ListedRow) => getPlace(row, parts) };
  return toListPage(await readRows(store, reading), pageAt);
}

/**
 * The column that finds the members whom the search or the filters choose, if they are few; null otherwise. The index of
 * another order would be read almost to its end to find few rows, and many are found near its beginning.
 */
async function findColumnOfFew(
  store: Store,
  { accountId, query, search, parts }: Pick<ListReading, "accountId" | "query" | "search" | "parts">,
): Promise<ListReading["fewBy"]> {
  const column = getChoosingColumn(query, search);
  const part = parts.find(({ kind }) => kind === "member");
  if (column === null || part?.kind !== "member" || part.by === column) return null;
  const isNull = column === "verifiedAt";
  const byColumn = { kind: "member", by: column, rank: 0, isNull } as const;
  const chosen = createMemberWhere(byColumn, { accountId, ...query }, search);
  if (!chosen) return null;
  const atMost = CHOSEN_MEMBERS_SORTED_MAX + 1;
  return (await store.count("memberships", chosen, { atMost })) < atMost ? column : null;
}

/** Reads as many rows of each part as the page has, in one statement, and returns the first of all. */
async function readRows(store: Store, reading: ListReading): Promise<ListedRow[]> {
  const { parts, direction, limit, seen } = reading;
  const wanted = parts.flatMap((part) => {
    const lookup = createLookup(part, reading);
    return lookup ? [{ kind: part.kind, lookup }] : [];
  });
  const lookups = Object.fromEntries(wanted.map(({ lookup }, index) => [`part${index}`, lookup]));
  const read = wanted.length === 0 ? {} : await store.findTogether<Record<string, Listed>>(lookups);
  const rows = wanted.flatMap(({ kind }, index) =>
    (read[`part${index}`] ?? []).map((row) => ({ kind, row }) as ListedRow),
  );
  const sign = direction === "asc" ? 1 : -1;
  return rows
    .map((row) => ({ row, place: getPlace(row, parts) }))
    .filter(({ place }) => !seen || sign * comparePlaces(place, seen) > 0)
    .sort((one, other) => sign * comparePlaces(one.place, other.place))
    .slice(0, limit)
    .map(({ row }) => row);
}

type Listed = "memberships" | "invites";

/** The look-up of a part; null when nothing of it can be on the page. */
function createLookup(part: OrderPart, reading: ListReading): Lookup<Listed> | null {
  const { accountId, query, search, direction, seen, limit } = reading;
  const isBefore = seen && (direction === "asc" ? part.rank < seen.rank : part.rank > seen.rank);
  const where =
    part.kind === "member"
      ? createMemberWhere(part, { accountId, ...query }, search)
      : createInviteWhere({ accountId, ...query });
  if (!where || isBefore) return null;
  if (part.kind === "member" && reading.fewBy) {
    const order = { by: reading.fewBy, direction: "asc" } as const;
    return { entity: "memberships", where, order, limit: CHOSEN_MEMBERS_SORTED_MAX } as Lookup<Listed>;
  }
  const after =
    seen?.rank === part.rank ? { value: toCursorValue(part, seen.value), id: seen.id } : undefined;
  const entity = part.kind === "member" ? "memberships" : "invites";
  const order = { by: part.by, direction };
  return { entity, where, order, limit, ...(after && { after }) } as Lookup<Listed>;
}
