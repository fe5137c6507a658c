/** Sessions: starting, finding, extending and rotating them, and the tokens that name them. */
import { setTimeout as wait } from "node:timers/promises";
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
import { findViewer } from "~/models/viewer.server";
import { hashToken, createRandomToken } from "~/crypto/secrets.server";
import type { App } from "../platform/app.server";
import { hasOwnCookie, refuseImpersonator } from "../platform/access.server";
import { requireSession, type Context, type SessionChange } from "../platform/operation.server";
import { canStillImpersonate } from "../users/support-access.server";
import { toViewer, type SessionViewer } from "../platform/viewer.server";

const SESSION_LIFETIMES: Record<SessionKind, { idleMs: number; maxMs: number }> = {
  browser: { idleMs: SESSION_IDLE_MS, maxMs: SESSION_MAX_MS },
  script: { idleMs: SCRIPT_SESSION_IDLE_MS, maxMs: SCRIPT_SESSION_MAX_MS },
};

/** How long a request waits until its session is extended; then it goes on, and the session is extended beside it. */
const EXTENDED_WITHIN_MS = 1000;

/** The user and the account of a new session. */
export interface SessionOwner {
  userId: string;
  accountId: string;
  isDuplicateUser?: boolean;
  /** The user has given their password or a second-factor code. A mailed link or a network alone is neither. */
  gaveCredential?: boolean;
  /** The session of the master who impersonates the user, and the end of the impersonation. That session is kept. */
  impersonatedBy?: { session: SessionRow; until: Date };
}

export interface IssuedSession {
  sessionId: string;
  /** For `/api`: a bearer token. */
  token: string;
  /** For a browser: its cookie. A script gets none. */
  change?: SessionChange;
}

/**
 * Creates a session and ends the browser's previous one. Runs in the transaction that authenticates the user. A browser
 * gets a cookie, and a bearer token that is valid as long as the cookie's session; a script gets one token.
 */
export async function issueSession(
  store: Store,
  context: Context,
  owner: SessionOwner,
): Promise<IssuedSession> {
  // A master must not turn an impersonation into an ordinary session of the user.
  if (context.viewer?.user.id === owner.userId) refuseImpersonator(context.viewer);
  const kind = getKind(context, owner);
  const secret = createRandomToken(kind === "script" ? "scr" : "ses");
  const session = toSessionRow(kind, secret, { ...owner, ip: context.ip, agent: context.agent });
  await createSession(store, session);
  if (owner.impersonatedBy) return toIssuedSession(context.app, session, secret);
  await endOldestSessions(store, { userId: owner.userId });
  if (kind === "browser" && context.cookieHash !== null)
    await endSessionByToken(store, { tokenHash: context.cookieHash, kind });
  return toIssuedSession(context.app, session, secret);
}

/**
 * An impersonation is of the kind of the master's session, whatever the request looks like: from a browser's session, a
 * request without the headers of browsers would otherwise get a token that needs no cookie.
 */
function getKind({ caller }: Context, { impersonatedBy }: SessionOwner): SessionKind {
  return impersonatedBy?.session.kind ?? (caller === "script" ? "script" : "browser");
}

/**
 * Moves the current session to another account of the user, under a new token; its kind and its expiry stay. The
 * credential of the sign-in was given for the account before, and does not count in this one. Only operations that need
 * the session's own cookie call it, because a browser gets a new one.
 */
export async function moveSessionToAccount(
  store: Store,
  context: Context,
  to: { accountId: string; isDuplicateUser: boolean },
): Promise<IssuedSession> {
  const { session } = requireSession(context);
  const secret = createRandomToken(session.kind === "script" ? "scr" : "ses");
  const changes = { ...to, tokenHash: hashToken(secret), credentialAt: null };
  if (!(await replaceSessionToken(store, session, changes)))
    throw new AppError("conflict", "errors:conflict");
  return toIssuedSession(context.app, { ...session, ...changes }, secret);
}

/**
 * Creates the bearer token of a browser's session. It contains the session's id and its own expiry, signed together
 * with the hash of the session's cookie. So it needs no row, it ends with the session, and renewing it writes nothing.
 */
export function createBearerToken(app: App, session: SessionRow, now = new Date()): string {
  const expires = Math.floor((now.getTime() + BEARER_LIFE_MS) / 1000).toString(36);
  const payload = `${session.id}.${expires}`;
  return `ref_${payload}.${app.secrets.sign("bearer", `${payload}.${session.tokenHash}`)}`;
}

/** Finds the viewer of a session cookie; null when the cookie is invalid or the session has ended. */
export async function findByCookie(app: App, cookie: string): Promise<SessionViewer | null> {
  if (!/^ses_[\w-]{43}$/.test(cookie)) return null;
  return findLiveViewer(app, { tokenHash: hashToken(cookie) });
}

/** Finds the viewer of a bearer token; null when the token is invalid or the session has ended. */
export async function findByBearer(app: App, bearer: string): Promise<SessionViewer | null> {
  if (/^scr_[\w-]{43}$/.test(bearer)) return findLiveViewer(app, { tokenHash: hashToken(bearer) });
  const [, sessionId, expires, signature] =
    /^ref_([\da-f-]{36})\.([\da-z]{6,8})\.([\w-]{43})$/.exec(bearer) ?? [];
  if (!sessionId || !expires || !signature) return null;
  if (Number.parseInt(expires, 36) * 1000 <= Date.now()) return null;
  const viewer = await findLiveViewer(app, { sessionId });
  const isValid =
    viewer &&
    app.secrets.hasValidSignature("bearer", `${sessionId}.${expires}.${viewer.session.tokenHash}`, signature);
  return isValid ? viewer : null;
}

/**
 * Ends every other session and revokes the tokens that sign in, after a change of a credential. The current session
 * continues under a new cookie. Returns that change for the reply.
 */
export async function revokeOtherSessions(
  store: Store,
  context: Context,
): Promise<SessionChange | undefined> {
  const { session } = requireSession(context);
  await endSessions(store, { userId: session.userId, exceptId: session.id });
  await revokeSignInTokens(store, { userId: session.userId });
  return rotateSession(store, context);
}

/**
 * Replaces the cookie of a browser's session, so that the old one becomes invalid: by default of the current session,
 * or of `session`, which the browser returns to. A script keeps its token. A bearer token without its cookie rotates
 * nothing: a thief of the token would get the session, and its owner would lose it.
 */
export async function rotateSession(
  store: Store,
  context: Context,
  session = requireSession(context).session,
): Promise<SessionChange | undefined> {
  if (session.kind !== "browser" || !hasOwnCookie(context)) return undefined;
  const cookie = createRandomToken("ses");
  if (!(await replaceSessionToken(store, session, { tokenHash: hashToken(cookie) })))
    throw new AppError("conflict", "errors:conflict");
  return { kind: "started", cookie, expiresAt: session.expiresAt };
}

/** The secret is a script's token, or a browser's cookie. */
function toIssuedSession(app: App, session: SessionRow, secret: string): IssuedSession {
  if (session.kind === "script") return { sessionId: session.id, token: secret };
  return {
    sessionId: session.id,
    token: createBearerToken(app, session),
    change: { kind: "started", cookie: secret, expiresAt: session.expiresAt },
  };
}

async function findLiveViewer(
  app: App,
  by: { tokenHash: string } | { sessionId: string },
): Promise<SessionViewer | null> {
  const row = await findViewer(app.store, by);
  const now = new Date();
  if (!row || row.session.idleExpiresAt <= now || row.session.expiresAt <= now) return null;
  if (row.session.impersonatorId && !(await canStillImpersonate(app.store, row, now))) return null;
  await extendSession(app, row.session, now);
  return toViewer(row);
}

/** Extends the idle timeout, at most once a minute, so that most requests write nothing. */
async function extendSession(app: App, session: SessionRow, now: Date): Promise<void> {
  if (now.getTime() - session.lastSeenAt.getTime() < LAST_SEEN_EVERY_MS) return;
  const idleExpiresAt = new Date(now.getTime() + SESSION_LIFETIMES[session.kind].idleMs);
  const extended = updateSession(app.store, session, { lastSeenAt: now, idleExpiresAt }).catch(
    (error: unknown) => {
      // While the database is read-only, signed-in users can still read.
      app.log.warn({ err: error }, "a session could not be extended");
    },
  );
  // Nor does a request wait for a locked database twice, for this and for what it is about.
  await Promise.race([extended, wait(EXTENDED_WITHIN_MS, undefined, { ref: false })]);
}

function toSessionRow(
  kind: SessionKind,
  secret: string,
  owner: SessionOwner & { ip: string; agent: string },
): SessionRow {
  const now = new Date();
  return {
    id: uuid(),
    tokenHash: hashToken(secret),
    kind,
    userId: owner.userId,
    accountId: owner.accountId,
    isDuplicateUser: owner.isDuplicateUser ?? false,
    ip: owner.ip.slice(0, 64),
    agent: owner.agent.slice(0, 255),
    createdAt: now,
    authenticatedAt: now,
    credentialAt: owner.gaveCredential ? now : null,
    reauthenticatedAt: null,
    lastSeenAt: now,
    idleExpiresAt: new Date(now.getTime() + SESSION_LIFETIMES[kind].idleMs),
    expiresAt: owner.impersonatedBy?.until ?? new Date(now.getTime() + SESSION_LIFETIMES[kind].maxMs),
    impersonatorId: owner.impersonatedBy?.session.userId ?? null,
    parentId: owner.impersonatedBy?.session.id ?? null,
  };
}
