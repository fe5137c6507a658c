/** Who is asking, from the headers of a request. */
import type { App } from "~/services/app.server";
import type { Caller } from "~/services/operation.server";
import { findByBearer, findByCookie } from "~/services/sessions.server";
import type { Viewer } from "~/services/viewer.server";
import { readSessionCookie } from "./cookies.server";

/** The headers by which a browser says that it is one. */
export interface ClientHints {
  cookie: string | undefined;
  authorization: string | undefined;
  isBrowser: boolean;
}

export interface Identity {
  viewer: Viewer | null;
  isByCookie: boolean;
}

export async function identifyPage(app: App, hints: ClientHints): Promise<Viewer | null> {
  const cookie = readSessionCookie(app.config, hints.cookie);
  return cookie ? findByCookie(app, cookie) : null;
}

/** For `/api`: the bearer token decides; the cookie counts only where the operation says so. */
export async function identifyCall(app: App, hints: ClientHints, acceptsCookie: boolean): Promise<Identity> {
  if (acceptsCookie) {
    const viewer = await identifyPage(app, hints);
    if (viewer) return { viewer, isByCookie: true };
  }
  const [, bearer] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(hints.authorization ?? "") ?? [];
  return { viewer: bearer ? await findByBearer(app, bearer) : null, isByCookie: false };
}

export function callerOf(hints: ClientHints): Caller {
  return hints.isBrowser ? "browser" : "script";
}
