/** Which IPs setup may reach for the operator: a server of the own network, and never a machine's metadata. */
import { BlockList, isIP, isIPv6 } from "node:net";

const refused = new BlockList();
// "This network", and link-local, where clouds serve a machine's credentials: RFC 6890.
refused.addSubnet("0.0.0.0", 8, "ipv4");
refused.addSubnet("169.254.0.0", 16, "ipv4");
// Alibaba's, Azure's and Oracle's servers of metadata.
refused.addAddress("100.100.100.200", "ipv4");
refused.addAddress("168.63.129.16", "ipv4");
refused.addSubnet("192.0.0.0", 24, "ipv4");
refused.addSubnet("224.0.0.0", 3, "ipv4");
refused.addAddress("::", "ipv6");
refused.addSubnet("fe80::", 10, "ipv6");
refused.addSubnet("ff00::", 8, "ipv6");
// Amazon's, Google's and Scaleway's.
refused.addSubnet("fd00:ec2::", 32, "ipv6");
refused.addAddress("fd20:ce::254", "ipv6");
refused.addAddress("fd00:42::42", "ipv6");
// They contain an IPv4 address that another rule would have to read.
refused.addSubnet("64:ff9b::", 96, "ipv6");
refused.addSubnet("64:ff9b:1::", 48, "ipv6");
refused.addSubnet("2002::", 16, "ipv6");

/** False for every text that is no IP. Loopback and private networks are allowed: databases are there. */
export function mayOperatorReach(ip: string): boolean {
  const [address = ""] = ip.split("%", 1);
  if (isIP(address) === 0) return false;
  return !refused.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
