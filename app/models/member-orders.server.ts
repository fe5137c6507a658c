/** The orders of the list of members and invitations, and what its filters choose from each table. */
import { NAME_MAX_LENGTH } from "~/domain/limits";
import type { MemberFilter, MemberSort } from "~/domain/members";
import { toPrefixRange, toSearchKey } from "~/domain/text";
import type { InviteRow } from "./invite.server";
import type { MembershipRow } from "./membership.server";
import type { UserSearch } from "./store/list-page";
import type { Scalar, Where } from "./store/conditions";

export type ListedRow = { kind: "member"; row: MembershipRow } | { kind: "invite"; row: InviteRow };

/**
 * One part of an order: rows of one table by one column. Parts of the same rank are merged by that column; a part of a
 * higher rank comes after them.
 */
export type OrderPart =
  | { kind: "member"; by: keyof MembershipRow; rank: number; isNull?: boolean }
  | { kind: "invite"; by: keyof InviteRow; rank: number };

/** Those who never signed in, or have no second factor, come before all others, and invitations before them. */
const splitBy = (by: "signedInAt" | "twoFactorAt" | "verifiedAt", invitesBy: "sentAt" | "expiresAt") =>
  [
    { kind: "invite", by: invitesBy, rank: 0 },
    { kind: "member", by, rank: 1, isNull: true },
    { kind: "member", by, rank: 2 },
  ] as const;

const mergeBy = (by: keyof MembershipRow, invitesBy: keyof InviteRow) =>
  [
    { kind: "member", by, rank: 0 },
    { kind: "invite", by: invitesBy, rank: 0 },
  ] as const;

const ORDERS: Record<MemberSort, readonly OrderPart[]> = {
  name: mergeBy("nameKey", "email"),
  permission: mergeBy("role", "role"),
  // The expired ones first, then the others, the registered and the verified.
  status: splitBy("verifiedAt", "expiresAt"),
  last_login: splitBy("signedInAt", "sentAt"),
  "2fa_enabled": splitBy("twoFactorAt", "sentAt"),
  date_created: mergeBy("createdAt", "sentAt"),
};

/** The parts of an order. The names of a search for an email are ordered by the email. */
export function listOrderParts(sort: MemberSort, search: UserSearch | null): readonly OrderPart[] {
  return sort === "name" && search?.by === "email" ? mergeBy("email", "email") : ORDERS[sort];
}

/** A row's place in the list. */
export interface Place {
  rank: number;
  value: Scalar;
  id: string;
}

export function getPlace({ kind, row }: ListedRow, parts: readonly OrderPart[]): Place {
  for (const part of parts) {
    if (part.kind !== kind) continue;
    const value = (row as unknown as Record<string, Scalar>)[part.by] ?? null;
    const isOfPart = !("isNull" in part) || !part.isNull || value === null;
    if (isOfPart) return { rank: part.rank, value, id: row.id };
  }
  return { rank: 0, value: null, id: row.id };
}

/** Below zero when `one` comes first in ascending order. Texts are compared as the databases do: by code points. */
export function comparePlaces(one: Place, other: Place): number {
  return one.rank - other.rank || compareValues(one.value, other.value) || compareTexts(one.id, other.id);
}

function compareValues(one: Scalar, other: Scalar): number {
  if (typeof one === "string" && typeof other === "string") return compareTexts(one, other);
  return Number(one) - Number(other);
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** The value that a part continues after. An email may be longer than any name. */
export function toCursorValue({ kind, by }: OrderPart, value: Scalar): Scalar {
  const isName = kind === "member" && by === "nameKey";
  return isName && typeof value === "string" ? value.slice(0, NAME_MAX_LENGTH) : value;
}

/** A condition that chooses some of the members, and the column whose index finds them. */
export interface MemberChoice {
  by: "nameKey" | "email" | "role" | "verifiedAt";
  where: Where<MembershipRow>;
}

/** How the search and the filters choose, each alone. Nearly all members are verified, so that chooses few of none. */
export function listChoices({ permission, status }: MemberFilter, search: UserSearch | null): MemberChoice[] {
  return [
    ...(search ? [search] : []),
    ...(permission ? [{ by: "role", where: { role: permission } } as const] : []),
    ...(status === "registered" ? [{ by: "verifiedAt", where: { verifiedAt: null } } as const] : []),
  ];
}

/** The condition for a part's memberships; null when no membership can meet it. */
export function createMemberWhere(
  { by, isNull = false }: OrderPart & { kind: "member" },
  { accountId, status, permission }: { accountId: string } & MemberFilter,
  search: UserSearch | null,
): Where<MembershipRow> | null {
  if (status === "invited" || status === "expired") return null;
  if (by === "verifiedAt" && status && isNull !== (status === "registered")) return null;
  return {
    accountId,
    ...(permission && { role: permission }),
    ...(status && { verifiedAt: status === "registered" ? null : { not: null } }),
    ...createOrderCondition(by, isNull),
    ...search?.where,
  };
}

/** Rows can be ordered by a column that is null for some of them only within its nulls, or within a range. */
function createOrderCondition(by: keyof MembershipRow, isNull: boolean): Where<MembershipRow> {
  if (by === "nameKey" || by === "email") return { [by]: { gte: "" } };
  const isSplit = by === "signedInAt" || by === "twoFactorAt" || by === "verifiedAt";
  return isSplit ? { [by]: isNull ? null : { gte: EARLIEST } } : {};
}

const EARLIEST = new Date(0);

/** The condition for a part's invitations; null when no invitation can meet it. */
export function createInviteWhere({
  accountId,
  search,
  status,
  permission,
}: { accountId: string } & MemberFilter): Where<InviteRow> | null {
  if (permission === "owner" || status === "registered" || status === "verified") return null;
  const now = new Date();
  const key = toSearchKey(search);
  return {
    accountId,
    ...(permission && { role: permission }),
    ...(status && { expiresAt: status === "expired" ? { lte: now } : { gt: now } }),
    ...(key !== "" && { email: toPrefixRange(key) }),
  };
}
