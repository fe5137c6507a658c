/** Sessions of browsers and scripts. A row holds the hash of a token, never the token. */
import { SESSIONS_MAX } from "~/domain/limits";
import { boolean, date, id, nullable, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export type SessionKind = "browser" | "script";

export interface SessionRow {
  id: string;
  /** SHA-256 of the 256-bit token, in hex. */
  tokenHash: string;
  kind: SessionKind;
  userId: string;
  accountId: string;
  /** The user had registered before and joined another account by this sign-in: `duplicate_user` in responses. */
  isDuplicateUser: boolean;
  ip: string;
  agent: string;
  createdAt: Date;
  /** When the user signed in, by whatever means. */
  authenticatedAt: Date;
  /** When the user gave their password or a code in signing in to this account; null after a link or a provider alone. */
  credentialAt: Date | null;
  /** When the user last reauthenticated in this session with the password or a second-factor code; null until then. */
  reauthenticatedAt: Date | null;
  /** Written at most once a minute. */
  lastSeenAt: Date;
  idleExpiresAt: Date;
  expiresAt: Date;
  /** The master who acts as the user in this session. */
  impersonatorId: string | null;
  /** The master's own session. This session ends with it, and ending this one returns to it. */
  parentId: string | null;
}

export const sessionEntity: Entity<SessionRow> = {
  table: "sessions",
  belongsTo: { account: "accountId", user: "userId" },
  fields: {
    id: id(),
    tokenHash: string(64),
    kind: string(16),
    userId: id(),
    accountId: id(),
    isDuplicateUser: boolean(),
    ip: string(64),
    agent: string(255),
    createdAt: date(),
    authenticatedAt: date(),
    credentialAt: nullable(date()),
    reauthenticatedAt: nullable(date()),
    lastSeenAt: date(),
    idleExpiresAt: date(),
    expiresAt: date(),
    impersonatorId: nullable(id()),
    parentId: nullable(id()),
  },
  unique: [["tokenHash"]],
  indexes: [
    ["userId", "createdAt"],
    ["accountId"],
    ["accountId", "lastSeenAt"],
    ["expiresAt"],
    ["idleExpiresAt"],
    ["impersonatorId"],
  ],
};

/** Stores a new session. `endOldestSessions` ends the user's oldest ones. */
export function createSession(store: Store, session: SessionRow): Promise<void> {
  return store.insert(sessionEntity, session);
}

/** A session of this user, expired or not; null when it has ended. */
export function findSession(
  store: Store,
  { id, userId }: Pick<SessionRow, "id" | "userId">,
): Promise<SessionRow | null> {
  return store.findOne(sessionEntity, { id, userId });
}

/** Whether this session of the user has neither ended nor expired. */
export async function hasLiveSession(
  store: Store,
  { id, userId }: Pick<SessionRow, "id" | "userId">,
): Promise<boolean> {
  const now = new Date();
  const live = { id, userId, idleExpiresAt: { gt: now }, expiresAt: { gt: now } };
  return (await store.count(sessionEntity, live)) > 0;
}

/** The user's sessions that have not expired, without `exceptId`: newest first, SESSIONS_MAX with that one. */
export function listLiveSessions(
  store: Store,
  { userId, exceptId }: { userId: string; exceptId: string },
): Promise<SessionRow[]> {
  const now = new Date();
  return store.find(
    sessionEntity,
    { userId, id: { not: exceptId }, idleExpiresAt: { gt: now }, expiresAt: { gt: now } },
    { order: { by: "createdAt", direction: "desc" }, limit: SESSIONS_MAX - 1 },
  );
}

/** The user's sessions without those of a master who acts as them: newest first, expired ones too. */
export function listOwnSessions(
  store: Store,
  { userId, limit }: { userId: string; limit: number },
): Promise<SessionRow[]> {
  return store.find(
    sessionEntity,
    { userId, impersonatorId: null },
    { order: { by: "createdAt", direction: "desc" }, limit },
  );
}

/** Changes the session, unless it has ended. */
export async function updateSession(
  store: Store,
  { id, userId }: Pick<SessionRow, "id" | "userId">,
  changes: Partial<Omit<SessionRow, "tokenHash">>,
): Promise<void> {
  await store.update(sessionEntity, { id, userId }, changes);
}

/**
 * Replaces the session's token, together with other changes. False when the session has ended, or its token is no longer
 * `tokenHash`: of two concurrent requests that replace the token, one succeeds.
 */
export async function replaceSessionToken(
  store: Store,
  { id, userId, tokenHash }: Pick<SessionRow, "id" | "userId" | "tokenHash">,
  changes: Partial<SessionRow> & Pick<SessionRow, "tokenHash">,
): Promise<boolean> {
  return (await store.update(sessionEntity, { id, userId, tokenHash }, changes)) === 1;
}

/** Ends one session of this user; false when it has ended already. */
export async function endSession(
  store: Store,
  { id, userId }: Pick<SessionRow, "id" | "userId">,
): Promise<boolean> {
  return (await store.remove(sessionEntity, { id, userId })) === 1;
}

/** Ends the session that has this token, if it is of this kind. */
export async function endSessionByToken(
  store: Store,
  { tokenHash, kind }: Pick<SessionRow, "tokenHash" | "kind">,
): Promise<void> {
  await store.remove(sessionEntity, { tokenHash, kind });
}

/** Ends the user's sessions, in this account or in all, without `exceptId`; returns how many. */
export function endSessions(
  store: Store,
  { userId, accountId, exceptId }: { userId: string; accountId?: string; exceptId?: string },
): Promise<number> {
  return store.remove(sessionEntity, {
    userId,
    ...(accountId !== undefined && { accountId }),
    ...(exceptId !== undefined && { id: { not: exceptId } }),
  });
}

/** Ends the user's oldest sessions beyond SESSIONS_MAX. Those of a master who acts as the user do not count. */
export async function endOldestSessions(store: Store, { userId }: { userId: string }): Promise<void> {
  const newest = await listOwnSessions(store, { userId, limit: SESSIONS_MAX });
  const oldestKept = newest.at(SESSIONS_MAX - 1);
  if (!oldestKept) return;
  await store.remove(sessionEntity, {
    userId,
    impersonatorId: null,
    createdAt: { lt: oldestKept.createdAt },
  });
}

/** Ends every session in which a master acts as this user. */
export async function endSupportSessions(store: Store, { userId }: { userId: string }): Promise<void> {
  await store.remove(sessionEntity, { userId, impersonatorId: { not: null } });
}

/** Ends every session in which one of these masters acts as another user. */
export async function endImpersonations(
  store: Store,
  { masterIds }: { masterIds: readonly string[] },
): Promise<void> {
  await store.remove(sessionEntity, { impersonatorId: { in: masterIds } });
}
