/** IPs as numbers, and as the log has them. */

/** The eight groups of an IPv6 address, in any spelling, without a zone; null for any other text. */
export function parseIpv6(text: string): number[] | null {
  if (!text.includes(":") || !URL.canParse(`http://[${text}]`)) return null;
  // The URL parser normalizes the spelling.
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [front = [], back = []] = canonical.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(8 - front.length - back.length).fill("0");
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address that an IPv6 address stands for (::ffff:192.0.2.1); null for any other. */
export function findMappedIpv4(groups: readonly number[]): string | null {
  const isMapped = groups.slice(0, 6).every((group, index) => group === (index < 5 ? 0 : 0xffff));
  if (!isMapped) return null;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/** The beginning of an IPv6 address: `count` of its groups. */
export function formatIpv6Start(groups: readonly number[], count: number): string {
  return groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
}

/**
 * The network of a client, which says enough about an attack, and little about a person: 203.0.113.0/24, or 2001:db8:1::/48.
 * Takes a /64 network too, and leaves any other text as it is.
 */
export function shortenIp(text: string): string {
  const [address = ""] = text.replace(/\/64$/, "").split("%", 1);
  const groups = parseIpv6(address);
  const ipv4 = groups ? findMappedIpv4(groups) : address;
  if (ipv4 !== null && /^\d{1,3}(\.\d{1,3}){3}$/.test(ipv4)) return ipv4.replace(/\d+$/, "0/24");
  return groups ? `${formatIpv6Start(groups, 3)}::/48` : text;
}

/** Whether a URL's host, as `URL` writes it, is this machine by its usual name or any IP of the loopback. */
export function isLoopbackUrlHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
