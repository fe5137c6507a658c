/** IPs of clients: what is counted together, and the exact one. */
import { isIPv4, isIPv6 } from "node:net";

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
export function toExactIp(given: string): string {
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
