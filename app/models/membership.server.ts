/** A user's role in an account. */
import { v7 as uuid } from "uuid";
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import type { Role } from "~/domain/roles";
import { date, id, nullable, string, type Entity } from "./store/entity";
import { findPage, type ListPage } from "./store/list-page";
import type { Store } from "./store/store";
import { findTwoFactor } from "./two-factor.server";
import type { UserRow } from "./user.server";

export interface MembershipRow {
  id: string;
  userId: string;
  accountId: string;
  role: Role;
  /** Copied from the user, so that a search among an account's members reads one range of an index. */
  nameKey: string | null;
  email: string | null;
  /** Copied from the user and the second factor, so that the list is sorted and filtered by an index. */
  verifiedAt: Date | null;
  signedInAt: Date | null;
  twoFactorAt: Date | null;
  /** `accountId` for the owner, `id` for other members: an account has one owner. */
  ownerClaim: string;
  createdAt: Date;
}

export const membershipEntity: Entity<MembershipRow> = {
  table: "memberships",
  belongsTo: { account: "accountId", user: "userId" },
  keptWhenDeleted: {
    account: "They are deleted before the account, page by page, because each member gets a mail.",
  },
  fields: {
    id: id(),
    userId: id(),
    accountId: id(),
    role: string(16),
    nameKey: nullable(string(100)),
    email: nullable(string()),
    verifiedAt: nullable(date()),
    signedInAt: nullable(date()),
    twoFactorAt: nullable(date()),
    ownerClaim: string(36),
    createdAt: date(),
  },
  unique: [["userId", "accountId"], ["ownerClaim"]],
  // One for each order of the list. The id continues an order of equal values, and the filters skip rows unread.
  indexes: [
    ["accountId", "createdAt", "id", "role", "verifiedAt"],
    ["accountId", "nameKey", "id", "role", "verifiedAt"],
    ["accountId", "email", "id", "role", "verifiedAt"],
    ["accountId", "role", "id", "verifiedAt"],
    ["accountId", "verifiedAt", "id", "role"],
    ["accountId", "signedInAt", "id", "role", "verifiedAt"],
    ["accountId", "twoFactorAt", "id", "role", "verifiedAt"],
  ],
};

type Member = Pick<MembershipRow, "accountId" | "userId">;
type AccountIds = { accountIds: readonly string[] };
type UserIds = { userIds: readonly string[] };

/** The columns that a membership copies from its user and their second factor. */
type CopiedColumns = Pick<MembershipRow, "nameKey" | "email" | "verifiedAt" | "signedInAt" | "twoFactorAt">;

/** The user's membership of the account; null when they are not a member. */
export function findMembership(store: Store, { accountId, userId }: Member): Promise<MembershipRow | null> {
  return store.findOne(membershipEntity, { userId, accountId });
}

/** The membership of the account's owner; null when the account has been closed. */
export function findOwner(store: Store, { accountId }: { accountId: string }): Promise<MembershipRow | null> {
  return store.findOne(membershipEntity, { ownerClaim: accountId });
}

/** The memberships of the owners of these accounts. */
export function listOwners(store: Store, { accountIds }: AccountIds): Promise<MembershipRow[]> {
  return store.find(membershipEntity, { ownerClaim: { in: accountIds } });
}

/** The user's memberships, at most `limit`: the oldest first, unless `direction` is "desc". */
export function listMemberships(
  store: Store,
  { userId, direction = "asc", limit = 100 }: { userId: string; direction?: "asc" | "desc"; limit?: number },
): Promise<MembershipRow[]> {
  return store.find(membershipEntity, { userId }, { order: { by: "createdAt", direction }, limit });
}

/** The ids of the accounts that the user owns. */
export async function listOwnedAccountIds(store: Store, { userId }: { userId: string }): Promise<string[]> {
  const owned = await store.find(membershipEntity, { userId, role: "owner" });
  return owned.map(({ accountId }) => accountId);
}

/** Up to `limit` memberships of these users, in any account and in no particular order. */
export function listMembershipsOfUsers(
  store: Store,
  { userIds, limit }: UserIds & { limit: number },
): Promise<MembershipRow[]> {
  return store.find(membershipEntity, { userId: { in: userIds } }, { limit });
}

/** Those of these users who are members of the account, 100 at most. */
export function listMembersByUser(
  store: Store,
  { accountId, userIds }: { accountId: string } & UserIds,
): Promise<MembershipRow[]> {
  return store.find(membershipEntity, { accountId, userId: { in: userIds } });
}

/** Up to `limit` members of these accounts, in no particular order. */
export function listMembers(
  store: Store,
  { accountIds, limit }: AccountIds & { limit: number },
): Promise<MembershipRow[]> {
  return store.find(membershipEntity, { accountId: { in: accountIds } }, { limit });
}

/** For mission control only: a page of the account's members, MASTER_PAGE_SIZE long, the oldest first. */
export function listMembersOldestFirst(
  store: Store,
  { accountId, at }: { accountId: string; at: PagePosition },
): Promise<ListPage<MembershipRow>> {
  const order = { by: "createdAt", direction: "asc" } as const;
  return findPage(store, membershipEntity, { where: { accountId }, at, order, size: MASTER_PAGE_SIZE });
}

/** Which of these users are members of the account. */
export async function findMemberIds(
  store: Store,
  { accountId, userIds }: UserIds & { accountId: string },
): Promise<Set<string>> {
  const members = await store.find(membershipEntity, { accountId, userId: { in: userIds } });
  return new Set(members.map(({ userId }) => userId));
}

/** How many members the account has. */
export function countMembers(store: Store, { accountId }: { accountId: string }): Promise<number> {
  return store.count(membershipEntity, { accountId });
}

/** How many members each of these accounts has, by its id. */
export function countMembersByAccount(
  store: Store,
  { accountIds }: AccountIds,
): Promise<Map<string, number>> {
  return store.countBy(membershipEntity, { accountId: { in: accountIds } }, "accountId");
}

/** How many accounts each of these users belongs to, by the user's id; a user without any is left out. */
export function countAccountsByUser(store: Store, { userIds }: UserIds): Promise<Map<string, number>> {
  return store.countBy(membershipEntity, { userId: { in: userIds } }, "userId");
}

/** Makes the user a member. Throws DuplicateError when they already are one, or when the account already has an owner. */
export async function createMembership(
  store: Store,
  { user, accountId, role }: { user: UserRow; accountId: string; role: Role },
): Promise<void> {
  const id = uuid();
  const { id: userId, nameKey, email, verifiedAt, lastSignInAt: signedInAt } = user;
  const factor = await findTwoFactor(store, { userId });
  const twoFactorAt = factor?.secret ? factor.enabledAt : null;
  const copied = { nameKey, email, verifiedAt, signedInAt, twoFactorAt };
  const ownerClaim = role === "owner" ? accountId : id;
  await store.insert(membershipEntity, {
    id,
    userId,
    accountId,
    role,
    ...copied,
    ownerClaim,
    createdAt: new Date(),
  });
}

/** Copies what has changed of the user, or of their second factor, to all of their memberships. */
export async function updateMemberships(
  store: Store,
  { userId, ...changes }: { userId: string } & Partial<CopiedColumns>,
): Promise<void> {
  await store.update(membershipEntity, { userId }, changes);
}

/** Gives the member another role. False when their role or membership changed since it was read. */
export async function updateRole(store: Store, { id, role }: MembershipRow, next: Role): Promise<boolean> {
  return (await store.update(membershipEntity, { id, role }, { role: next })) === 1;
}

/**
 * Makes an admin the account's owner, and its owner an admin. Returns the previous owner's user id; null when the account
 * has no owner or the user is no longer an admin of it, and then the caller must roll its transaction back.
 */
export async function transferOwnership(store: Store, { accountId, userId }: Member): Promise<string | null> {
  const previous = await findOwner(store, { accountId });
  if (!previous) return null;
  // The previous owner gives up the claim first, because it is unique.
  const released = await store.update(
    membershipEntity,
    { id: previous.id, ownerClaim: accountId },
    { role: "admin", ownerClaim: previous.id },
  );
  const claimed = await store.update(
    membershipEntity,
    { accountId, userId, role: "admin" },
    { role: "owner", ownerClaim: accountId },
  );
  return released === 1 && claimed === 1 ? previous.userId : null;
}

/** Ends the membership. False when the member's role or membership changed since it was read. */
export async function deleteMembership(store: Store, { id, role }: MembershipRow): Promise<boolean> {
  return (await store.remove(membershipEntity, { id, role })) === 1;
}

/** Ends these memberships, whatever their roles. */
export async function deleteMemberships(store: Store, rows: readonly MembershipRow[]): Promise<void> {
  await store.remove(membershipEntity, { id: { in: rows.map(({ id }) => id) } });
}
