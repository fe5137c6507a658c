/** The IPs that an API key may be used from: single ones and networks, as one text. */
import { BlockList, isIP, isIPv6 } from "node:net";

/** The IPs and networks in a text that `formatIpRanges` wrote. */
export function parseIpRanges(text: string | null): string[] {
  return text === null ? [] : text.split(" ");
}

/** Null for every IP: an empty text has no meaning of its own in some databases. */
export function formatIpRanges(ranges: readonly string[]): string | null {
  return ranges.length === 0 ? null : ranges.join(" ");
}

/** Whether the list has this IP. Null is every IP. */
export function isIpAllowed(allowedIps: string | null, ip: string): boolean {
  return allowedIps === null || (isIP(ip) !== 0 && isIpWithin(parseIpRanges(allowedIps), ip));
}

/**
 * Whether each of the IPs and networks in `next` lies within one of `current`, so that no IP is allowed that was not
 * before. Networks that only together cover another count as not covering it.
 */
export function isWithinIpRanges(next: string | null, current: string | null): boolean {
  if (current === null) return true;
  if (next === null) return false;
  const ranges = parseIpRanges(current);
  return parseIpRanges(next).every((inner) => ranges.some((range) => isRangeWithin(range, inner)));
}

function isRangeWithin(range: string, inner: string): boolean {
  const [{ ip, length }, outer] = [parseRange(inner), parseRange(range)];
  return isIPv6(ip) === isIPv6(outer.ip) && length >= outer.length && isIpWithin([range], ip);
}

function isIpWithin(ranges: readonly string[], ip: string): boolean {
  const list = new BlockList();
  for (const network of ranges.map(parseRange))
    list.addSubnet(network.ip, network.length, getFamily(network.ip));
  return list.check(ip, getFamily(ip));
}

/** An IP is the network of itself. */
function parseRange(range: string): { ip: string; length: number } {
  const [ip = "", length] = range.split("/");
  return { ip, length: length === undefined ? (isIPv6(ip) ? 128 : 32) : Number(length) };
}

function getFamily(ip: string): "ipv4" | "ipv6" {
  return isIPv6(ip) ? "ipv6" : "ipv4";
}
