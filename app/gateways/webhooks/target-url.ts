/** Which URLs a webhook may be sent to, as far as the text tells. Names are checked again when they are resolved. */
import { isIP } from "node:net";
import { isPublicIp } from "./public-ips";

export type UrlFault = "https_only" | "port" | "private";

export interface TargetRules {
  /** Allows http, every port, and servers that only this network can reach. */
  allowsPrivate: boolean;
}

/** Below this, other services than web servers listen. */
const FIRST_FREE_PORT = 1024;

/** Null for a URL that may be used. `url` is an http or https URL without a user name. */
export function findUrlFault(url: URL, { allowsPrivate }: TargetRules): UrlFault | null {
  if (allowsPrivate) return null;
  if (url.protocol !== "https:") return "https_only";
  if (url.port !== "" && Number(url.port) < FIRST_FREE_PORT) return "port";
  const host = getHost(url);
  const isPrivate = isIP(host) === 0 ? isLocalName(host) : !isPublicIp(host);
  return isPrivate ? "private" : null;
}

/** The name or the IP, without the brackets of IPv6. `URL` has normalized it: 2130706433 is 127.0.0.1 by now. */
function getHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Names of this machine, of a local network or of a cluster (Kubernetes ends a service's name with svc). */
function isLocalName(host: string): boolean {
  const isReserved = /(^|\.)(localhost|local|internal|svc|home\.arpa)\.?$/.test(host);
  return isReserved || !host.replace(/\.$/, "").includes(".");
}
