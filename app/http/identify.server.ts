/** Identifies the caller by the headers of a request. */
import type { App } from "~/services/platform/app.server";
import type { Caller, Context, Operation } from "~/services/platform/operation.server";
import { hashToken } from "~/crypto/secrets.server";
import { findByBearer, findByCookie } from "~/services/identity/sessions.server";
import { findByKey, isKeyBearer, type CallOrigin } from "~/services/keys/key-calls.server";
import type { SessionViewer } from "~/services/platform/viewer.server";
import { readBrowserCookie, readDeviceCookie, readSessionCookie } from "./cookies.server";

/** The headers that identify the caller. */
export interface ClientHints {
  cookie: string | undefined;
  authorization: string | undefined;
  isBrowser: boolean;
}

type Identity = Pick<Context, "viewer" | "cookieHash" | "deviceHash" | "browserHash" | "scriptToken">;

export async function identifyPage(app: App, hints: ClientHints): Promise<SessionViewer | null> {
  const cookie = readSessionCookie(app.config, hints.cookie);
  return cookie ? findByCookie(app, cookie) : null;
}

/**
 * For `/api`: the bearer token decides. The cookie counts only where the operation accepts it, and never next to an API
 * key. Throws for an API key that is refused.
 */
export async function identifyCall(
  app: App,
  { hints, origin }: { hints: ClientHints; origin: CallOrigin },
  acceptsCookie: Operation["acceptsCookie"],
): Promise<Identity> {
  const hashes = {
    cookieHash: hashSessionCookie(app, hints),
    deviceHash: hashDeviceCookie(app, hints),
    browserHash: hashBrowserCookie(app, hints),
  };
  const [, bearer] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(hints.authorization ?? "") ?? [];
  if (bearer && isKeyBearer(bearer)) return { viewer: await findByKey(app, bearer, origin), ...hashes };
  const byCookie = async () => ({ viewer: await identifyPage(app, hints), ...hashes });
  const byBearer = async () => ({ ...(await identifyBearer(app, bearer)), ...hashes });
  if (acceptsCookie === "alone") {
    const identity = await byCookie();
    return identity.viewer ? identity : byBearer();
  }
  const identity = await byBearer();
  return identity.viewer || !bearer || acceptsCookie === undefined ? identity : byCookie();
}

async function identifyBearer(
  app: App,
  bearer: string | undefined,
): Promise<Pick<Identity, "viewer" | "scriptToken">> {
  const viewer = bearer === undefined ? null : await findByBearer(app, bearer);
  return { viewer, scriptToken: viewer?.session.kind === "script" ? bearer : undefined };
}

export function hashSessionCookie(app: App, hints: ClientHints): string | null {
  const cookie = readSessionCookie(app.config, hints.cookie);
  return cookie === undefined ? null : hashToken(cookie);
}

export function hashDeviceCookie(app: App, hints: ClientHints): string | null {
  const token = readDeviceCookie(app.config, hints.cookie);
  return token === undefined ? null : hashToken(token);
}

export function hashBrowserCookie(app: App, hints: ClientHints): string | null {
  const token = readBrowserCookie(app.config, hints.cookie);
  return token === undefined ? null : hashToken(token);
}

export function toCaller(hints: ClientHints): Caller {
  return hints.isBrowser ? "browser" : "script";
}
