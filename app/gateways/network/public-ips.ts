/** Which IPs belong to the public internet. A webhook must not reach servers that only this network can reach. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** From the registries of special addresses of IANA (RFC 6890), multicast, and what a cloud serves to its own machines. */
const SPECIAL_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  // Azure's platform, which has a public address and serves a machine's configuration to it.
  ["168.63.129.16", 32],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** IANA gives out addresses of 2000::/3 only; some of them lead to an IPv4 address, or nowhere. */
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const special4 = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special4.addSubnet(network, prefix, "ipv4");
const special6 = new BlockList();
for (const [network, prefix] of SPECIAL_IPV6) special6.addSubnet(network, prefix, "ipv6");
const given6 = new BlockList();
given6.addSubnet("2000::", 3, "ipv6");

/** False for every text that is no IP. An IPv4 address in the form of IPv6 is never public: no receiver needs it. */
export function isPublicIp(ip: string): boolean {
  if (isIPv4(ip)) return !special4.check(ip, "ipv4");
  return isIPv6(ip) && given6.check(ip, "ipv6") && !special6.check(ip, "ipv6");
}
