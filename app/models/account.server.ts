/** An account: the customer, shared by its members. */
import { v7 as uuid } from "uuid";
import { createEmptyValues, type OwnValues } from "~/domain/own-fields";
import { toSearchKey } from "~/domain/text";
import { OWN_ACCOUNT_FIELDS } from "~/product/fields";
import type { MembershipRow } from "./membership.server";
import { createOwnColumns } from "./own-columns";
import { date, id, nullable, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

interface ProductAccountRow {
  id: string;
  name: string;
  /** The name in lower case, for searching by its beginning. */
  nameKey: string | null;
  /** Set while `name` is its owner's name (`toAccountName`); null once its owner has named it. */
  unnamedSince: Date | null;
  /** The member to whom the owner has offered the ownership. */
  ownerOfferedTo: string | null;
  /** Whether it is sample data of `npm run seed`, which may have been stopped before the end; null for all others. */
  demoState: DemoState | null;
  /** Since when it has more members than its plan allows, so that it cannot be used; null otherwise. */
  overLimitAt: Date | null;
  /** When the owner has put the list of first steps away. */
  checklistDismissedAt: Date | null;
  createdAt: Date;
}

export type AccountRow = ProductAccountRow & OwnValues<typeof OWN_ACCOUNT_FIELDS>;

type DemoState = "incomplete" | "complete";

/** The columns without the founder's own. */
export const PRODUCT_ACCOUNT_COLUMNS = {
  id: id(),
  name: string(100),
  nameKey: nullable(string(100)),
  unnamedSince: nullable(date()),
  ownerOfferedTo: nullable(id()),
  demoState: nullable(string(16)),
  overLimitAt: nullable(date()),
  checklistDismissedAt: nullable(date()),
  createdAt: date(),
};

export const accountEntity: Entity<AccountRow> = {
  table: "accounts",
  belongsTo: null,
  fields: { ...PRODUCT_ACCOUNT_COLUMNS, ...createOwnColumns(OWN_ACCOUNT_FIELDS) },
  indexes: [["nameKey"]],
};

/** The account, or null when it has been closed. */
export function findAccount(store: Store, { id }: Pick<AccountRow, "id">): Promise<AccountRow | null> {
  return store.findOne(accountEntity, { id });
}

/**
 * Lets one transaction at a time change the account's members, roles and invitations, so that counts stay correct and
 * transactions do not deadlock. The account's row is locked until the transaction ends. Call it before reading any
 * other row.
 */
export async function lockAccount(store: Store, { id }: Pick<AccountRow, "id">): Promise<void> {
  await findAccount(store, { id });
}

/** Which of these accounts exist. In a transaction, they cannot be closed until its end. */
export async function findAccountIds(
  store: Store,
  { ids }: { ids: readonly string[] },
): Promise<Set<string>> {
  const found = await store.find(accountEntity, { id: { in: ids } }, { limit: Math.max(1, ids.length) });
  return new Set(found.map(({ id }) => id));
}

/** Those of these accounts that exist, in no particular order. For mission control only, which has no owner. */
export async function listAccounts(store: Store, { ids }: { ids: readonly string[] }): Promise<AccountRow[]> {
  return ids.length === 0 ? [] : store.find(accountEntity, { id: { in: ids } }, { limit: ids.length });
}

/** The accounts of these memberships of one user, in no particular order. */
export async function listJoinedAccounts(
  store: Store,
  { memberships }: { memberships: readonly Pick<MembershipRow, "accountId">[] },
): Promise<AccountRow[]> {
  if (memberships.length === 0) return [];
  const ids = memberships.map(({ accountId }) => accountId);
  return store.find(accountEntity, { id: { in: ids } }, { limit: ids.length });
}

/**
 * Creates an account without members or a name of its own: `name` is that of its owner, whom the caller adds in the same
 * transaction.
 */
export async function createAccount(store: Store, { name }: Pick<AccountRow, "name">): Promise<AccountRow> {
  const now = new Date();
  const account = {
    id: uuid(),
    name,
    nameKey: toSearchKey(name),
    unnamedSince: now,
    ownerOfferedTo: null,
    demoState: null,
    overLimitAt: null,
    checklistDismissedAt: null,
    createdAt: now,
    ...createEmptyValues(OWN_ACCOUNT_FIELDS),
  };
  await store.insert(accountEntity, account);
  return account;
}

/** With `asRead`, the account is renamed only while it has that name. False when it has another one, or was closed. */
export async function updateAccountName(
  store: Store,
  { id, name, asRead }: Pick<AccountRow, "id" | "name"> & { asRead?: string },
): Promise<boolean> {
  const named = { name, nameKey: toSearchKey(name), unnamedSince: null };
  return (
    (await store.update(accountEntity, { id, ...(asRead !== undefined && { name: asRead }) }, named)) === 1
  );
}

/** Names those of these accounts that have no name of their own after their owner, whose name this is. */
export async function renameUnnamedAccounts(
  store: Store,
  { ids, name }: { ids: readonly string[]; name: string },
): Promise<void> {
  if (ids.length === 0) return;
  const named = { name, nameKey: toSearchKey(name) };
  await store.update(accountEntity, { id: { in: ids }, unnamedSince: { not: null } }, named);
}

/** Accounts without a name of their own that are stored under one of these names, in the order of their ids, after one. */
export function listUnnamedAccounts(
  store: Store,
  { names, after, limit }: { names: readonly string[]; after: string; limit: number },
): Promise<AccountRow[]> {
  const nameKey = { in: names.map(toSearchKey) };
  const where = { nameKey, unnamedSince: { not: null }, id: { gt: after } };
  return store.find(accountEntity, where, { order: { by: "id", direction: "asc" }, limit });
}

/** Says since when the account has more members than its plan allows; null: it has not. */
export async function setOverLimit(
  store: Store,
  { id, overLimitAt }: Pick<AccountRow, "id" | "overLimitAt">,
): Promise<void> {
  await store.update(accountEntity, { id }, { overLimitAt });
}

/** Puts the list of first steps away; null brings it back. */
export async function setChecklistDismissed(
  store: Store,
  { id, at }: { id: string; at: Date | null },
): Promise<void> {
  await store.update(accountEntity, { id }, { checklistDismissedAt: at });
}

/** For `npm run seed` only: the accounts of the demo, 100 at most. */
export function listDemoAccounts(store: Store): Promise<AccountRow[]> {
  return store.find(accountEntity, { demoState: { not: null } });
}

/** For `npm run seed` only: marks these accounts as sample data, which a banner on their pages says. */
export async function markDemoAccounts(
  store: Store,
  { ids, demoState }: { ids: readonly string[]; demoState: DemoState },
): Promise<void> {
  await store.update(accountEntity, { id: { in: ids } }, { demoState });
}

/** Offers the account's ownership to this user. A previous offer to another user ends. */
export async function offerAccount(
  store: Store,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await store.update(accountEntity, { id }, { ownerOfferedTo: userId });
}

/** Whether the account's ownership is offered to this user. */
export async function isAccountOfferedTo(
  store: Store,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  return (await store.findOne(accountEntity, { id, ownerOfferedTo: userId })) !== null;
}

/**
 * Ends the offer of the account's ownership to this user or, without one, to any user. False when there is no such
 * offer: of several requests that answer one offer at the same time, one gets true.
 */
export async function consumeAccountOffer(
  store: Store,
  { id, userId }: { id: string; userId?: string },
): Promise<boolean> {
  const isOffered = { id, ownerOfferedTo: userId ?? { not: null } };
  return (await store.update(accountEntity, isOffered, { ownerOfferedTo: null })) === 1;
}

/** Deletes the account's own row. False when another request deleted it first. */
export async function deleteAccount(store: Store, { id }: Pick<AccountRow, "id">): Promise<boolean> {
  return (await store.remove(accountEntity, { id })) === 1;
}

/** Deletes the rows of these accounts, whose owners are deleted with them. */
export async function deleteAccounts(store: Store, { ids }: { ids: readonly string[] }): Promise<void> {
  if (ids.length > 0) await store.remove(accountEntity, { id: { in: ids } });
}

/** False when the account has been closed. */
export async function updateAccountRow(
  store: Store,
  { id }: Pick<AccountRow, "id">,
  changes: Partial<AccountRow>,
): Promise<boolean> {
  return (await store.update(accountEntity, { id }, changes)) === 1;
}
