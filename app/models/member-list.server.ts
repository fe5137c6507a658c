/** An account's members and invitations as one list: sorted, filtered, and read a page at a time. */
import { CHOSEN_MEMBERS_MAX } from "~/domain/limits";
import type { SortDirection } from "~/domain/paging";
import type { MemberQuery } from "~/domain/members";
import { membershipEntity } from "./membership.server";
import {
  comparePlaces,
  createInviteWhere,
  createMemberWhere,
  getPlace,
  listChoices,
  listOrderParts,
  toCursorValue,
  type ListedRow,
  type MemberChoice,
  type OrderPart,
  type Place,
} from "./member-orders.server";
import { readCursor, toListPage, toUserSearch, type ListPage, type UserSearch } from "./store/list-page";
import { inviteEntity } from "./invite.server";
import type { AnyRow } from "./store/entity";
import type { Lookup } from "./store/joins";
import type { Store } from "./store/store";

interface ListReading {
  accountId: string;
  query: MemberQuery;
  search: UserSearch | null;
  parts: readonly OrderPart[];
  direction: SortDirection;
  /** The place to continue after; null from the beginning. */
  seen: Place | null;
  limit: number;
  /** The column whose index finds the members, when it is not that of the order. */
  foundBy: MemberChoice["by"] | null;
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
    async (byName) => (await store.findOne(membershipEntity, { accountId, ...byName })) !== null,
  );
  const parts = listOrderParts(query.sort ?? (search ? "name" : "date_created"), search);
  const by = parts.map((part) => part.by).join();
  const seen = readCursor(query, by);
  const isBackwards = seen !== null && query.before !== undefined;
  const direction = (query.direction === "desc") !== isBackwards ? "desc" : "asc";
  const foundBy = await findColumnOfFew(store, { accountId, query, search, parts });
  const reading = { accountId, query, search, parts, direction, seen, limit: size + 1, foundBy } as const;
  const pageAt = { by, seen, isBackwards, size, toPlace: (row: ListedRow) => getPlace(row, parts) };
  return toListPage(await readRows(store, reading), pageAt);
}

/**
 * The column whose condition the fewest members meet, if they are few; null otherwise. The index of another order would be
 * read almost to its end to find few rows, and many are found near its beginning.
 */
async function findColumnOfFew(
  store: Store,
  { accountId, query, search, parts }: Pick<ListReading, "accountId" | "query" | "search" | "parts">,
): Promise<ListReading["foundBy"]> {
  const others = listChoices(query, search).filter(({ by }) => parts.every((part) => part.by !== by));
  const atMost = CHOSEN_MEMBERS_MAX + 1;
  const counted = await Promise.all(
    others.map(async ({ by, where }) => ({
      by,
      count: await store.count(membershipEntity, { accountId, ...where }, { atMost }),
    })),
  );
  const [fewest] = counted.sort((one, other) => one.count - other.count);
  return fewest && fewest.count < atMost ? fewest.by : null;
}

/** Reads as many rows of each part as the page has, in one statement, and returns the first of all. */
async function readRows(store: Store, reading: ListReading): Promise<ListedRow[]> {
  const { parts, direction, limit, seen } = reading;
  const wanted = parts.flatMap((part) => {
    const lookup = createLookup(part, reading);
    return lookup ? [{ kind: part.kind, lookup }] : [];
  });
  const lookups = Object.fromEntries(wanted.map(({ lookup }, index) => [`part${index}`, lookup]));
  const read: Record<string, AnyRow[]> = wanted.length === 0 ? {} : await store.findTogether(lookups);
  // By the entity of its look-up, a row is what its kind says.
  const rows = wanted.flatMap(({ kind }, index) =>
    (read[`part${index}`] ?? []).map((row) => ({ kind, row }) as unknown as ListedRow),
  );
  const sign = direction === "asc" ? 1 : -1;
  return rows
    .map((row) => ({ row, place: getPlace(row, parts) }))
    .filter(({ place }) => !seen || sign * comparePlaces(place, seen) > 0)
    .sort((one, other) => sign * comparePlaces(one.place, other.place))
    .slice(0, limit)
    .map(({ row }) => row);
}

/** The look-up of a part; null when nothing of it can be on the page. */
function createLookup(part: OrderPart, reading: ListReading): Lookup<AnyRow> | null {
  const { query, direction, seen, limit, foundBy } = reading;
  const isBefore = seen && (direction === "asc" ? part.rank < seen.rank : part.rank > seen.rank);
  const where = createPartWhere(part, reading);
  if (!where || isBefore) return null;
  // Rows of one role are in the order of their ids. MariaDB does not see that, and sorts them all.
  const isOneRole = part.by === "role" && query.permission !== undefined;
  const isWithin = seen?.rank === part.rank && (!isOneRole || seen.value === query.permission);
  return {
    entity: part.kind === "member" ? membershipEntity : inviteEntity,
    where,
    order: { by: isOneRole ? "id" : part.by, direction },
    limit,
    after: isWithin ? { value: toCursorValue(part, seen.value), id: seen.id } : undefined,
    foundBy: part.kind === "member" ? (foundBy ?? part.by) : undefined,
  };
}

function createPartWhere(part: OrderPart, { accountId, query, search }: ListReading) {
  return part.kind === "member"
    ? createMemberWhere(part, { accountId, ...query }, search)
    : createInviteWhere({ accountId, ...query });
}
