/** What a request brings with it, made once in server.ts and shared by every loader of the request. */
import type { Locale } from "~/domain/locales";
import type { App } from "~/services/platform/app.server";
import type { Viewer } from "~/services/platform/viewer.server";
import type { ClientHints } from "./identify.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    request: RequestContext;
  }
}

export interface RequestContext {
  app: App;
  /** For the scripts of this one answer. */
  nonce: string;
  id: string;
  /** The request comes from this machine itself: see Context in operation.server.ts. */
  isLocalCaller: boolean;
  ip: string;
  agent: string;
  hints: ClientHints;
  /** Who holds the page's cookie: looked up once, however many loaders ask. */
  viewer(): Promise<Viewer | null>;
  /** The language of the cookie or of the browser, read once however many loaders ask. */
  requestedLocale(): Promise<Locale>;
}
