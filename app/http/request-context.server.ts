/** The context of a request: server.ts creates it once, and passes it to every loader and action of the request. */
import type { IncomingHttpHeaders } from "node:http";
import { ANSWER_WITHIN_MS } from "~/domain/answer-time";
import type { Locale } from "~/domain/locales";
import type { App } from "~/services/platform/app.server";
import type { SessionViewer, Viewer } from "~/services/platform/viewer.server";
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
  /** When it has to be answered, by `performance.now()`. */
  answerBy: number;
  /** The pattern of the page or call that the request is for, set by its handler; null before, and for any other path. */
  route: string | null;
  /** Whose session or API key it has, for the log; null before it was found, and for a visitor. */
  caller: LoggedCaller | null;
  /** The user of the session cookie: looked up once for all loaders. */
  viewer(): Promise<SessionViewer | null>;
  /** The language of the cookie or of the browser: detected once for all loaders. */
  requestedLocale(): Promise<Locale>;
}

/** Ids only. While a master acts as a user, the user's. */
interface LoggedCaller {
  userId: string;
  accountId: string;
}

export function toLoggedCaller(viewer: Viewer | null): LoggedCaller | null {
  return viewer && { userId: viewer.user.id, accountId: viewer.account.id };
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
  let viewer: Promise<SessionViewer | null> | undefined;
  let locale: Promise<Locale> | undefined;
  const context: RequestContext = {
    app,
    ...facts,
    answerBy: performance.now() + ANSWER_WITHIN_MS,
    route: null,
    caller: null,
    ip: toClientIp(incoming.ip ?? ""),
    exactIp: toExactIp(incoming.ip ?? ""),
    agent: headers["user-agent"] ?? "",
    hints,
    viewer: () => (viewer ??= findViewer()),
    requestedLocale: () => (locale ??= detectLocale(headers)),
  };
  const findViewer = async () => {
    const found = await identifyPage(app, hints);
    context.caller = toLoggedCaller(found);
    return found;
  };
  return context;
}
