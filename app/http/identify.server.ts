/** Identifies the caller by the headers of a request. */
import type { App } from "~/services/platform/app.server";
import type { Caller, Context, Operation } from "~/services/platform/operation.server";
import { hashToken } from "~/services/platform/crypto/secrets.server";
import { findByBearer, findByCookie } from "~/services/identity/sessions.server";
import { findByKey, isMeantAsKey, type CallOrigin } from "~/services/keys/key-calls.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { readDeviceCookie, readSessionCookie } from "./cookies.server";

/** The headers that identify the caller. */
export interface ClientHints {
  cookie: string | undefined;
  authorization: string | undefined;
  isBrowser: boolean;
}

export type Identity = Pick<Context, "viewer" | "cookieHash" | "deviceHash">;

export async function identifyPage(app: App, hints: ClientHints): Promise<Viewer | null> {
  const cookie = readSessionCookie(app.config, hints.cookie);
  return cookie ? findByCookie(app, cookie) : null;
}

/**
 * For `/api`: the bearer token decides. The cookie counts only where the operation accepts it, and never beside an API
 * key. Throws for an API key that is refused.
 */
export async function identifyCall(
  app: App,
  { hints, origin }: { hints: ClientHints; origin: CallOrigin },
  acceptsCookie: Operation["acceptsCookie"],
): Promise<Identity> {
  const hashes = { cookieHash: hashSessionCookie(app, hints), deviceHash: hashDeviceCookie(app, hints) };
  const [, bearer] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(hints.authorization ?? "") ?? [];
  if (bearer && isMeantAsKey(bearer)) return { viewer: await findByKey(app, bearer, origin), ...hashes };
  const findViewerByBearer = () => (bearer ? findByBearer(app, bearer) : null);
  const findViewerByCookie = () => identifyPage(app, hints);
  if (acceptsCookie === "alone")
    return { viewer: (await findViewerByCookie()) ?? (await findViewerByBearer()), ...hashes };
  const viewer = await findViewerByBearer();
  if (viewer || !bearer || acceptsCookie === undefined) return { viewer, ...hashes };
  return { viewer: await findViewerByCookie(), ...hashes };
}

export function hashSessionCookie(app: App, hints: ClientHints): string | null {
  const cookie = readSessionCookie(app.config, hints.cookie);
  return cookie === undefined ? null : hashToken(cookie);
}

export function hashDeviceCookie(app: App, hints: ClientHints): string | null {
  const token = readDeviceCookie(app.config, hints.cookie);
  return token === undefined ? null : hashToken(token);
}

export function toCaller(hints: ClientHints): Caller {
  return hints.isBrowser ? "browser" : "script";
}
