/** The audit log of an account, readable by its owner and admins. Entries are never changed, and deleted by the cleanup. */
import { v5 as nameUuid, v7 as uuid } from "uuid";
import type { AuditAction } from "~/domain/audit-actions";
import { AUDIT_PAGE_SIZE, MASTER_PAGE_SIZE, SUPPORT_AUDITS_SHOWN } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { date, id, nullable, string, type Entity } from "./store/entity";
import { findPage, findPart, type ListPage, type Part } from "./store/list-page";
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
  ip: string;
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
    ip: string(64),
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
  await store.insert(auditEntity, { ...audit, id, createdAt: new Date() });
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
      await store.insert(auditEntity, entry);
      return { entry, isNew: true };
    } catch (error) {
      if (!(error instanceof DuplicateError)) throw error;
    }
    const known = await store.findOne(auditEntity, { id: entry.id, accountId });
    // It may have been withdrawn in the meantime.
    if (known) return { entry: known, isNew: false };
  }
}

/** Deletes an entry of an event that did not happen. */
export async function withdrawAudit(
  store: Store,
  { accountId, id }: Pick<AuditRow, "accountId" | "id">,
): Promise<void> {
  await store.remove(auditEntity, { id, accountId });
}

/** A page of the account's log, AUDIT_PAGE_SIZE long, newest first. */
export function listAudits(
  store: Store,
  { accountId, at }: { accountId: string; at: PagePosition },
): Promise<ListPage<AuditRow>> {
  const size = AUDIT_PAGE_SIZE;
  return findPage(store, auditEntity, { where: { accountId }, at, order: NEWEST_FIRST, size });
}

/** The newest entries of the account's log. */
export function listNewestAudits(
  store: Store,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<AuditRow[]> {
  return store.find(auditEntity, { accountId }, { order: NEWEST_FIRST, limit });
}

/** Which entries of all accounts; what is undefined limits nothing. */
interface AuditFilter {
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
  return findPage(store, auditEntity, { where, at, order: NEWEST_FIRST, size: MASTER_PAGE_SIZE });
}

/** Lists masters' acts as this user, in any of the user's accounts: at most SUPPORT_AUDITS_SHOWN, newest first. */
export function listSupportAudits(store: Store, { userId }: { userId: string }): Promise<AuditRow[]> {
  const where = { actorId: userId, impersonatorId: { not: null } };
  return store.find(auditEntity, where, { order: NEWEST_FIRST, limit: SUPPORT_AUDITS_SHOWN });
}

/** Lists the user's own acts in all accounts: at most `limit` entries, newest first, continued after `after`. */
export function listOwnAudits(
  store: Store,
  { userId, ...part }: { userId: string } & Part<AuditRow>,
): Promise<AuditRow[]> {
  const where = { actorId: userId, impersonatorId: null };
  return findPart(store, auditEntity, { where, order: NEWEST_FIRST, ...part });
}

/** Which entries of the account's log: those with these actions, after `since`. */
interface RecentAudits {
  accountId: string;
  actions: readonly AuditAction[];
  since: Date;
}

/** How many recent entries there are. */
export function countAudits(store: Store, recent: RecentAudits): Promise<number> {
  return store.count(auditEntity, toWhere(recent));
}

/** The oldest recent entry; null when there is none. */
export async function findOldestAudit(store: Store, recent: RecentAudits): Promise<AuditRow | null> {
  const order = { by: "createdAt", direction: "asc" } as const;
  const [oldest] = await store.find(auditEntity, toWhere(recent), { order, limit: 1 });
  return oldest ?? null;
}

function toWhere({ accountId, actions, since }: RecentAudits) {
  return { accountId, action: { in: actions }, createdAt: { gt: since } };
}
