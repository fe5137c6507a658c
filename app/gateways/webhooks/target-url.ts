/** Which URLs a webhook may be sent to, as far as the text tells. Names are checked again when they are resolved. */
import { isIP } from "node:net";
import { isPublicIp } from "../network/public-ips";

/** `local` and `local_port` are of URLs that name this machine. */
export type UrlFault = "https_only" | "port" | "private" | "local" | "local_port";

export interface TargetRules {
  /** Allows http, every port, and servers that only this network can reach. */
  allowsPrivate: boolean;
  /** Allows http to this machine, on some ports. Null where it is not allowed. */
  local: LocalTargets | null;
}

interface LocalTargets {
  /** The ports of this machine that are not a receiver's: those of the product and of what it uses. */
  listTakenPorts(): Promise<readonly number[]>;
}

/** Below this, other services than web servers listen. */
const FIRST_FREE_PORT = 1024;

/** The names of this machine that a webhook may use, each with the IPs that it means. No name server is asked. */
const LOCAL_HOSTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["localhost", ["127.0.0.1", "::1"]],
  ["127.0.0.1", ["127.0.0.1"]],
  ["[::1]", ["::1"]],
]);

/** Null for a URL that may be used. `text` is an http or https URL. */
export async function findUrlFault(
  text: string,
  { allowsPrivate, local }: TargetRules,
): Promise<UrlFault | null> {
  if (allowsPrivate) return null;
  const url = new URL(text);
  if (LOCAL_HOSTS.has(url.hostname)) return findLocalFault(text, local);
  if (url.protocol !== "https:") return "https_only";
  if (url.port !== "" && Number(url.port) < FIRST_FREE_PORT) return "port";
  const host = getHost(url);
  const isPrivate = isIP(host) === 0 ? isLocalName(host) : !isPublicIp(host);
  return isPrivate ? "private" : null;
}

/** Whether a connection for a URL without a fault may go to this IP, which the URL's name has. */
export function mayConnect(ip: string, { hostname }: URL, { allowsPrivate }: TargetRules): boolean {
  if (allowsPrivate) return true;
  return LOCAL_HOSTS.get(hostname)?.includes(ip) ?? isPublicIp(ip);
}

async function findLocalFault(text: string, local: LocalTargets | null): Promise<UrlFault | null> {
  if (!local) return "local";
  const url = new URL(text);
  const port = Number(url.port);
  if (port < FIRST_FREE_PORT) return "local_port";
  if (!isInNormalForm(text, url)) return "private";
  return (await local.listTakenPorts()).includes(port) ? "local_port" : null;
}

/** Whether the host is written as it is: 127.1, 2130706433 and %6cocalhost mean this machine, and are refused. */
function isInNormalForm(text: string, { protocol, host }: URL): boolean {
  const origin = `${protocol}//${host}`;
  return text.toLowerCase().startsWith(origin) && /^($|[/?#])/.test(text.slice(origin.length));
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
