/** IPs of clients: what is counted together, and the exact one. */
import { isIPv4, isIPv6 } from "node:net";
import { findMappedIpv4, formatIpv6Start, parseIpv6 } from "~/domain/ips";

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
  return findMappedIpv4(groups) ?? `${formatIpv6Start(groups, 4)}${NETWORK}`;
}

/** Returns the address itself: `toClientIp` of an IPv4 address, and the whole IPv6 address in its canonical spelling. */
export function toExactIp(given: string): string {
  const ip = toClientIp(given);
  const [address = ""] = removePort(given).split("%", 1);
  return ip.endsWith(NETWORK) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : ip;
}

/** The end of the network of an IPv6 address. */
const NETWORK = "::/64";

function removePort(given: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? /^(.*\d\.\d+)(?::\d+)?$/.exec(given)?.[1] ?? given;
}

/** The groups without the zone. */
function toIpv6Groups(text: string): number[] | null {
  const [address = ""] = text.split("%", 1);
  return isIPv6(address) ? parseIpv6(address) : null;
}
