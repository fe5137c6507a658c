/** Sessions: begun, found again, kept alive and ended. Design: identity. */
import { v7 as uuid } from "uuid";
import {
  BEARER_LIFE_MS,
  LAST_SEEN_EVERY_MS,
  SCRIPT_SESSION_IDLE_MS,
  SCRIPT_SESSION_MAX_MS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
} from "~/domain/limits";
import { AppError } from "~/domain/errors";
import {
  createSession,
  endOldestSessions,
  endSessionByToken,
  endSessions,
  replaceSessionToken,
  updateSession,
  type SessionKind,
  type SessionRow,
} from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { revokeSignInTokens } from "~/models/token.server";
import type { App } from "../platform/app.server";
import {
  refuseImpersonator,
  requireViewer,
  type Context,
  type SessionChange,
} from "../platform/operation.server";
import { hashToken, createRandomToken } from "../platform/crypto/secrets.server";
import { canStillImpersonate } from "../people/support-access.server";
import { toViewer, type Viewer } from "../platform/viewer.server";

const SESSION_LIFETIMES: Record<SessionKind, { idleMs: number; maxMs: number }> = {
  browser: { idleMs: SESSION_IDLE_MS, maxMs: SESSION_MAX_MS },
  script: { idleMs: SCRIPT_SESSION_IDLE_MS, maxMs: SCRIPT_SESSION_MAX_MS },
};

/** The user and the account of a new session. */
export interface SessionOwner {
  userId: string;
  accountId: string;
  isDuplicateUser?: boolean;
  /** The session of the master who acts as this person, until then. It stays, to come back to. */
  actedBy?: { session: SessionRow; until: Date };
}

export interface StartedSession {
  sessionId: string;
  /** For `/api`: a bearer token. */
  token: string;
  /** For a browser: its cookie. A script gets none. */
  change?: SessionChange;
}

/**
 * Creates a session for `userId` in `accountId`; the browser's former one ends. Called inside the transaction that
 * proved the person. A browser gets a cookie, and a bearer token that only lives with it; a script gets one token.
 */
export async function issueSession(
  store: Store,
  context: Context,
  person: SessionOwner,
): Promise<StartedSession> {
  // A master who acts as somebody must not come to a session that is theirs for good.
  if (context.viewer?.user.id === person.userId) refuseImpersonator(context.viewer);
  const kind: SessionKind = context.caller === "script" ? "script" : "browser";
  const secret = createRandomToken(kind === "script" ? "scr" : "ses");
  const session = buildSession(kind, secret, { ...person, address: context.ip, agent: context.agent });
  await createSession(store, session);
  if (!person.actedBy) await endOldestSessions(store, { userId: person.userId });
  if (kind === "script") return { sessionId: session.id, token: secret };
  if (context.cookieHash !== null && !person.actedBy) {
    await endSessionByToken(store, { tokenHash: context.cookieHash, kind });
  }
  return toStartedSession(context.app, session, secret);
}

/**
 * Takes the present session over to another account of the same person, under another token. Nothing was proved by
 * it, so the session stays of its kind and as old as it is. Throws forbidden for a browser's bearer token alone.
 */
export async function moveSessionToAccount(
  store: Store,
  context: Context,
  to: { accountId: string; isDuplicateUser: boolean },
): Promise<StartedSession> {
  requireOwnCookie(context);
  const { session } = requireViewer(context);
  const secret = createRandomToken(session.kind === "script" ? "scr" : "ses");
  const changes = { ...to, tokenHash: hashToken(secret) };
  if (!(await replaceSessionToken(store, session, changes)))
    throw new AppError("conflict", "errors:conflict");
  if (session.kind === "script") return { sessionId: session.id, token: secret };
  return toStartedSession(context.app, { ...session, ...changes }, secret);
}

/**
 * Throws forbidden for a browser's bearer token that came without the browser's cookie: who got hold of the one must
 * not come to a session of their own by it. ADR 0004.
 */
export function requireOwnCookie(context: Context): void {
  if (requireViewer(context).session.kind === "browser" && !hasOwnCookie(context)) {
    throw new AppError("forbidden", "errors:own_browser");
  }
}

/** Whether the session's own cookie came along, and not its bearer token alone. */
export function hasOwnCookie({ viewer, cookieHash }: Context): boolean {
  return cookieHash !== null && viewer?.session.tokenHash === cookieHash;
}

/**
 * The bearer token of a browser's session: it names the session and its own end, signed together with the hash of
 * the session's cookie. So it needs no row, dies with the session, and renewing it costs no write.
 */
export function createBearerToken(app: App, session: SessionRow, now = new Date()): string {
  const expires = Math.floor((now.getTime() + BEARER_LIFE_MS) / 1000).toString(36);
  const named = `${session.id}.${expires}`;
  return `ref_${named}.${app.secrets.sign("bearer", `${named}.${session.tokenHash}`)}`;
}

/** Who holds this cookie, or null. */
export async function findByCookie(app: App, cookie: string): Promise<Viewer | null> {
  if (!/^ses_[\w-]{43}$/.test(cookie)) return null;
  return findLive(app, { tokenHash: hashToken(cookie) });
}

/** Who holds this bearer token, or null. */
export async function findByBearer(app: App, bearer: string): Promise<Viewer | null> {
  if (/^scr_[\w-]{43}$/.test(bearer)) return findLive(app, { tokenHash: hashToken(bearer) });
  const [, sessionId, expires, signature] =
    /^ref_([\da-f-]{36})\.([\da-z]{6,8})\.([\w-]{43})$/.exec(bearer) ?? [];
  if (!sessionId || !expires || !signature) return null;
  if (Number.parseInt(expires, 36) * 1000 <= Date.now()) return null;
  const viewer = await findLive(app, { sessionId });
  const isOurs =
    viewer &&
    app.secrets.hasValidSignature("bearer", `${sessionId}.${expires}.${viewer.session.tokenHash}`, signature);
  return isOurs ? viewer : null;
}

/**
 * After a change of what somebody signs in with: only this session goes on, under another cookie, and whatever else
 * could still let somebody in is taken back. Returns the change of cookie for the reply.
 */
export async function revokeOtherSessions(
  store: Store,
  context: Context,
): Promise<SessionChange | undefined> {
  const { session } = requireViewer(context);
  await endSessions(store, { userId: session.userId, exceptId: session.id });
  await revokeSignInTokens(store, { userId: session.userId });
  return rotateSession(store, context);
}

/**
 * Gives a browser's session another cookie, so that the one it had opens nothing any more: the present session, or
 * `session`, which it leads back to. A script keeps its token. A browser's bearer token alone changes no cookie: it
 * would hand the session to whoever got hold of the token, and put its owner out.
 */
export async function rotateSession(
  store: Store,
  context: Context,
  session = requireViewer(context).session,
): Promise<SessionChange | undefined> {
  if (session.kind !== "browser" || !hasOwnCookie(context)) return undefined;
  const cookie = createRandomToken("ses");
  if (!(await replaceSessionToken(store, session, { tokenHash: hashToken(cookie) })))
    throw new AppError("conflict", "errors:conflict");
  return { kind: "started", cookie, expiresAt: session.expiresAt };
}

function toStartedSession(app: App, session: SessionRow, cookie: string): StartedSession {
  return {
    sessionId: session.id,
    token: createBearerToken(app, session),
    change: { kind: "started", cookie, expiresAt: session.expiresAt },
  };
}

async function findLive(app: App, by: { tokenHash: string } | { sessionId: string }): Promise<Viewer | null> {
  const row = await app.store.findViewer(by);
  const now = new Date();
  if (!row || row.session.idleExpiresAt <= now || row.session.expiresAt <= now) return null;
  if (row.session.impersonatorId && !(await canStillImpersonate(app.store, row, now))) return null;
  await extendSession(app, row.session, now);
  return toViewer(row);
}

/** Moves the idle end on, at most once a minute: looking a session up must not cost a write. */
async function extendSession(app: App, session: SessionRow, now: Date): Promise<void> {
  if (now.getTime() - session.lastSeenAt.getTime() < LAST_SEEN_EVERY_MS) return;
  const idleExpiresAt = new Date(now.getTime() + SESSION_LIFETIMES[session.kind].idleMs);
  try {
    await updateSession(app.store, session, { lastSeenAt: now, idleExpiresAt });
  } catch (error) {
    // A database that can only be read still serves whoever is signed in.
    app.log.warn({ err: error }, "a session could not be kept alive");
  }
}

function buildSession(
  kind: SessionKind,
  secret: string,
  of: SessionOwner & { address: string; agent: string },
): SessionRow {
  const now = new Date();
  return {
    id: uuid(),
    tokenHash: hashToken(secret),
    kind,
    userId: of.userId,
    accountId: of.accountId,
    isDuplicateUser: of.isDuplicateUser ?? false,
    address: of.address.slice(0, 64),
    agent: of.agent.slice(0, 255),
    createdAt: now,
    authenticatedAt: now,
    reauthenticatedAt: null,
    lastSeenAt: now,
    idleExpiresAt: new Date(now.getTime() + SESSION_LIFETIMES[kind].idleMs),
    expiresAt: of.actedBy?.until ?? new Date(now.getTime() + SESSION_LIFETIMES[kind].maxMs),
    impersonatorId: of.actedBy?.session.userId ?? null,
    parentId: of.actedBy?.session.id ?? null,
  };
}
