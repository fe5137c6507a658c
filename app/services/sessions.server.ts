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
import type { SessionKind, SessionRow } from "~/models/session";
import type { Store } from "~/models/store/store";
import type { App } from "./app.server";
import type { Context, SessionChange } from "./operation.server";
import { hashToken, newToken } from "./secrets.server";
import { viewerOf, type Viewer } from "./viewer.server";

const LIVES: Record<SessionKind, { idleMs: number; maxMs: number }> = {
  browser: { idleMs: SESSION_IDLE_MS, maxMs: SESSION_MAX_MS },
  script: { idleMs: SCRIPT_SESSION_IDLE_MS, maxMs: SCRIPT_SESSION_MAX_MS },
};

export interface StartedSession {
  sessionId: string;
  /** For `/api`: a bearer token. */
  token: string;
  /** For a browser: its cookie. A script gets none. */
  change?: SessionChange;
}

/**
 * Begins a session for `userId` in `accountId`; a browser's former one ends. Called inside the transaction that
 * proved the person. A browser gets a cookie, and a bearer token that only lives with it; a script gets one token.
 */
export async function startSession(
  store: Store,
  context: Context,
  person: { userId: string; accountId: string; isDuplicateUser?: boolean },
): Promise<StartedSession> {
  const kind: SessionKind = context.caller === "script" ? "script" : "browser";
  const secret = newToken(kind === "script" ? "scr" : "ses");
  const session = newSession(kind, secret, { ...person, address: context.address, agent: context.agent });
  await store.insert("sessions", session);
  if (kind === "script") return { sessionId: session.id, token: secret };
  if (context.viewer) await store.remove("sessions", { id: context.viewer.session.id });
  return {
    sessionId: session.id,
    token: bearerFor(context.app, session),
    change: { kind: "started", cookie: secret, expiresAt: session.expiresAt },
  };
}

/**
 * The bearer token of a browser's session: it names the session and its own end, signed together with the hash of
 * the session's cookie. So it needs no row, dies with the session, and renewing it costs no write.
 */
export function bearerFor(app: App, session: SessionRow, now = new Date()): string {
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
    app.secrets.isSigned("bearer", `${sessionId}.${expires}.${viewer.session.tokenHash}`, signature);
  return isOurs ? viewer : null;
}

/** Ends one session. */
export async function endSession(store: Store, session: SessionRow): Promise<void> {
  await store.remove("sessions", { id: session.id });
}

/** Ends every session of somebody. */
export async function endSessionsOf(store: Store, userId: string): Promise<void> {
  await store.remove("sessions", { userId });
}

async function findLive(app: App, by: { tokenHash: string } | { sessionId: string }): Promise<Viewer | null> {
  const row = await app.store.findViewer(by);
  const now = new Date();
  if (!row || row.session.idleExpiresAt <= now || row.session.expiresAt <= now) return null;
  await keepAlive(app, row.session, now);
  return viewerOf(row);
}

/** Moves the idle end on, at most once a minute: looking a session up must not cost a write. */
async function keepAlive(app: App, session: SessionRow, now: Date): Promise<void> {
  if (now.getTime() - session.lastSeenAt.getTime() < LAST_SEEN_EVERY_MS) return;
  const idleExpiresAt = new Date(now.getTime() + LIVES[session.kind].idleMs);
  try {
    await app.store.update("sessions", { id: session.id }, { lastSeenAt: now, idleExpiresAt });
  } catch (error) {
    // A database that can only be read still serves whoever is signed in.
    app.log.warn({ err: error }, "a session could not be kept alive");
  }
}

function newSession(
  kind: SessionKind,
  secret: string,
  of: { userId: string; accountId: string; isDuplicateUser?: boolean; address: string; agent: string },
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
    lastSeenAt: now,
    idleExpiresAt: new Date(now.getTime() + LIVES[kind].idleMs),
    expiresAt: new Date(now.getTime() + LIVES[kind].maxMs),
    impersonatorId: null,
  };
}
