/** Makes the context that server.ts hands to every loader and action of a request. */
import type { IncomingHttpHeaders } from "node:http";
import type { App } from "~/services/app.server";
import type { Viewer } from "~/services/viewer.server";
import { identifyPage, type ClientHints } from "./identify.server";
import type { RequestContext } from "./request-context.server";

export interface Incoming {
  headers: IncomingHttpHeaders;
  ip?: string;
}

/** The viewer is looked up when first asked for, and only once. */
export function makeRequestContext(
  app: App,
  incoming: Incoming,
  answer: { nonce: string; id: string },
): RequestContext {
  const { headers } = incoming;
  const hints: ClientHints = {
    cookie: headers.cookie,
    authorization: headers.authorization,
    isBrowser: headers["sec-fetch-site"] !== undefined,
  };
  let viewer: Promise<Viewer | null> | undefined;
  return {
    app,
    nonce: answer.nonce,
    id: answer.id,
    address: networkOf(incoming.ip ?? ""),
    agent: headers["user-agent"] ?? "",
    hints,
    viewer: () => (viewer ??= identifyPage(app, hints)),
  };
}

/** What limits are counted by: an IPv4 address, or the /64 that one IPv6 customer has. Some proxies name the port, too. */
export function networkOf(given: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(given)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const address = /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? given;
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::", 2);
  const front = head.split(":").filter(Boolean);
  const back = tail.split(":").filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return `${[...front, ...zeros, ...back].slice(0, 4).join(":")}::/64`;
}
