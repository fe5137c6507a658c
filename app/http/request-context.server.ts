/** The context of a request: server.ts creates it once, and passes it to every loader and action of the request. */
import type { IncomingHttpHeaders } from "node:http";
import type { Locale } from "~/domain/locales";
import type { App } from "~/services/platform/app.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { toClientIp, toExactIp } from "./client-ip.server";
import { identifyPage, type ClientHints } from "./identify.server";
import { detectLocale } from "./locale.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    request: RequestContext;
  }
}

export interface RequestContext {
  app: App;
  /** For the scripts of this response. */
  nonce: string;
  id: string;
  /** The request comes from this machine: see Context in operation.server.ts. */
  isLocalCaller: boolean;
  ip: string;
  /** The exact IP, where `ip` is the whole network of an IPv6 address. */
  exactIp: string;
  agent: string;
  hints: ClientHints;
  /** The pattern of the page or call that the request is for, set by its handler; null before, and for any other path. */
  route: string | null;
  /** The user of the session cookie: looked up once for all loaders. */
  viewer(): Promise<Viewer | null>;
  /** The language of the cookie or of the browser: detected once for all loaders. */
  requestedLocale(): Promise<Locale>;
}

export interface Incoming {
  headers: IncomingHttpHeaders;
  ip?: string;
}

/** Looks up the viewer and the language at the first call, and only once. */
export function createRequestContext(
  app: App,
  incoming: Incoming,
  facts: Pick<RequestContext, "nonce" | "id" | "isLocalCaller">,
): RequestContext {
  const { headers } = incoming;
  const hints: ClientHints = {
    cookie: headers.cookie,
    authorization: headers.authorization,
    isBrowser: headers["sec-fetch-site"] !== undefined,
  };
  let viewer: Promise<Viewer | null> | undefined;
  let locale: Promise<Locale> | undefined;
  return {
    app,
    ...facts,
    route: null,
    ip: toClientIp(incoming.ip ?? ""),
    exactIp: toExactIp(incoming.ip ?? ""),
    agent: headers["user-agent"] ?? "",
    hints,
    viewer: () => (viewer ??= identifyPage(app, hints)),
    requestedLocale: () => (locale ??= detectLocale(headers)),
  };
}
