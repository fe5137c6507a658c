/** The context of a request: server.ts creates it once, and passes it to every loader and action of the request. */
import type { IncomingHttpHeaders } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import type { Locale } from "~/domain/locales";
import type { App } from "~/services/platform/app.server";
import type { Viewer } from "~/services/platform/viewer.server";
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

/**
 * Returns what rate limits count by: an IPv4 address, or the /64 network of an IPv6 address, because one customer has a
 * whole /64. Every spelling gives the same result, with or without a port, which some proxies add. All invalid values
 * count as one, so that they do not have a limit each.
 */
export function toClientIp(given: string): string {
  const ip = removePort(given);
  if (isIPv4(ip)) return ip;
  const groups = toIpv6Groups(ip);
  if (!groups) return "unknown";
  const front = groups.slice(0, 6);
  if (front.every((group, index) => group === (index < 5 ? 0 : 0xffff))) return toIpv4(groups.slice(6));
  return `${front
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}${NETWORK}`;
}

/** Returns the address itself: `toClientIp` of an IPv4 address, and the whole IPv6 address in its canonical spelling. */
function toExactIp(given: string): string {
  const ip = toClientIp(given);
  const [address = ""] = removePort(given).split("%", 1);
  return ip.endsWith(NETWORK) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : ip;
}

/** What ends the network of an IPv6 address. */
const NETWORK = "::/64";

function removePort(given: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? /^(.*\d\.\d+)(?::\d+)?$/.exec(given)?.[1] ?? given;
}

/** Returns the eight groups of an IPv6 address; null for any other text. The URL parser normalizes the spelling. */
function toIpv6Groups(text: string): number[] | null {
  const [address = ""] = text.split("%", 1);
  if (!isIPv6(address)) return null;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [front = [], back = []] = canonical.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(8 - front.length - back.length).fill("0");
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16));
}

function toIpv4(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join(".");
}
