/** What a request brings with it, made once in server.ts and shared by every loader of the request. */
import type { App } from "~/services/app.server";
import type { Viewer } from "~/services/viewer.server";
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
  address: string;
  agent: string;
  hints: ClientHints;
  /** Who holds the page's cookie: looked up once, however many loaders ask. */
  viewer(): Promise<Viewer | null>;
}
