/** The audit log of an account, readable by its owner and admins. Entries are never changed, and deleted by the cleanup. */
import { v5 as nameUuid, v7 as uuid } from "uuid";
import type { AuditAction } from "~/domain/audit-actions";
import { ACTIVITY_PAGE_SIZE, MASTER_PAGE_SIZE, SUPPORT_ACTIVITY_SHOWN } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { deleteInBatches, type Cleanup } from "./store/delete-in-batches";
import { date, id, nullable, string, type Entity } from "./store/entity";
import { findPage, type ListPage } from "./store/list-page";
import { DuplicateError, type Store } from "./store/store";

export interface AuditRow {
  id: string;
  accountId: string;
  actorId: string;
  /** The name at the time of the event, because the user may be deleted later. */
  actorName: string;
  /** The master who acted as `actorId`. */
  impersonatorId: string | null;
  impersonatorName: string | null;
  action: AuditAction;
  /** The person or thing that the event affected, in words: an email, a name, a reason. */
  target: string | null;
  /** The client's IP. */
  address: string;
  createdAt: Date;
}

export const auditEntity: Entity<AuditRow> = {
  table: "audits",
  belongsTo: { account: "accountId", user: "actorId" },
  keptWhenDeleted: {
    user: "The account keeps the log of what its former members did, under the names they had.",
  },
  fields: {
    id: id(),
    accountId: id(),
    actorId: id(),
    actorName: string(100),
    impersonatorId: nullable(id()),
    impersonatorName: nullable(string(100)),
    action: string(40),
    target: nullable(string()),
    address: string(64),
    createdAt: date(),
  },
  // Where the log of one user in one account is read, the first that fits is named: a user has fewer entries.
  indexes: [
    ["actorId", "createdAt"],
    ["accountId", "createdAt"],
    ["createdAt"],
    ["action", "createdAt"],
    ["actorId", "action", "createdAt"],
    ["accountId", "action", "createdAt"],
  ],
};

const NEWEST_FIRST = { by: "createdAt", direction: "desc" } as const;

/** Adds an entry to the account's log. Returns its id. */
export async function createAudit(store: Store, audit: Omit<AuditRow, "id" | "createdAt">): Promise<string> {
  const id = uuid();
  await store.insert("audits", { ...audit, id, createdAt: new Date() });
  return id;
}

/** Entries with a key get their id from it, within this namespace. */
const KEYED = "6f1d9a51-4a0e-4c0b-9b2e-0d7f3a7c52e4";

/**
 * Adds an entry whose event may be requested several times at once: the same `key` adds it once in an account. Returns the
 * account's entry of this key, and whether this call has added it. Must run outside of a transaction.
 */
export async function createAuditOnce(
  store: Store,
  audit: Omit<AuditRow, "id" | "createdAt">,
  key: string,
): Promise<{ entry: AuditRow; isNew: boolean }> {
  const { accountId } = audit;
  const entry = { ...audit, id: nameUuid(`${accountId}:${key}`, KEYED), createdAt: new Date() };
  for (;;) {
    try {
      await store.insert("audits", entry);
      return { entry, isNew: true };
    } catch (error) {
      if (!(error instanceof DuplicateError)) throw error;
    }
    const known = await store.findOne("audits", { id: entry.id, accountId });
    // It may have been withdrawn in the meantime.
    if (known) return { entry: known, isNew: false };
  }
}

/** Deletes an entry of an event that did not happen. */
export async function withdrawAudit(
  store: Store,
  { accountId, id }: Pick<AuditRow, "accountId" | "id">,
): Promise<void> {
  await store.remove("audits", { id, accountId });
}

/** A page of the account's log, ACTIVITY_PAGE_SIZE long, newest first. */
export function listAudits(
  store: Store,
  { accountId, at }: { accountId: string; at: PagePosition },
): Promise<ListPage<AuditRow>> {
  const size = ACTIVITY_PAGE_SIZE;
  return findPage(store, "audits", { where: { accountId }, at, order: NEWEST_FIRST, size });
}

/** The newest entries of the account's log. */
export function listNewestAudits(
  store: Store,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<AuditRow[]> {
  return store.find("audits", { accountId }, { order: NEWEST_FIRST, limit });
}

/** Which entries of all accounts; what is undefined limits nothing. */
export interface AuditFilter {
  accountId: string | undefined;
  actorId: string | undefined;
  action: AuditAction | undefined;
  since: Date | undefined;
  before: Date | undefined;
}

/** For mission control only: a page of the log of all accounts, MASTER_PAGE_SIZE long, newest first. */
export function listAllAudits(
  store: Store,
  { at, accountId, actorId, action, since, before }: AuditFilter & { at: PagePosition },
): Promise<ListPage<AuditRow>> {
  const period = { ...(since && { gte: since }), ...(before && { lt: before }) };
  const where = {
    ...(accountId !== undefined && { accountId }),
    ...(actorId !== undefined && { actorId }),
    ...(action !== undefined && { action }),
    ...((since ?? before) && { createdAt: period }),
  };
  return findPage(store, "audits", { where, at, order: NEWEST_FIRST, size: MASTER_PAGE_SIZE });
}

/** What masters did as this user, in any of the user's accounts: at most SUPPORT_ACTIVITY_SHOWN, newest first. */
export function listSupportAudits(store: Store, { userId }: { userId: string }): Promise<AuditRow[]> {
  const where = { actorId: userId, impersonatorId: { not: null } };
  return store.find("audits", where, { order: NEWEST_FIRST, limit: SUPPORT_ACTIVITY_SHOWN });
}

/** What the user did themselves in all accounts: at most `limit` entries, newest first, continued after `after`. */
export function listOwnAudits(
  store: Store,
  { userId, after, limit }: { userId: string; after: AuditRow | undefined; limit: number },
): Promise<AuditRow[]> {
  return store.find(
    "audits",
    { actorId: userId, impersonatorId: null },
    {
      order: NEWEST_FIRST,
      limit,
      ...(after && { after: { value: after.createdAt, id: after.id } }),
    },
  );
}

/** Which entries of the account's log: those with these actions, after `since`. */
export interface RecentAudits {
  accountId: string;
  actions: readonly AuditAction[];
  since: Date;
}

/** How many recent entries there are. */
export function countAudits(store: Store, recent: RecentAudits): Promise<number> {
  return store.count("audits", toWhere(recent));
}

/** The oldest recent entry; null when there is none. */
export async function findOldestAudit(store: Store, recent: RecentAudits): Promise<AuditRow | null> {
  const order = { by: "createdAt", direction: "asc" } as const;
  const [oldest] = await store.find("audits", toWhere(recent), { order, limit: 1 });
  return oldest ?? null;
}

/** For the cleanup only: deletes the entries of all accounts that were written before `before`. */
export function deleteOldAudits(store: Store, { before, isStopped }: Cleanup): Promise<number> {
  return deleteInBatches(store, "audits", { where: { createdAt: { lt: before } }, isStopped });
}

function toWhere({ accountId, actions, since }: RecentAudits) {
  return { accountId, action: { in: actions }, createdAt: { gt: since } };
}
