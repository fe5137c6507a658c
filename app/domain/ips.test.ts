import { expect, test } from "vitest";
import { shortenIp } from "./ips";

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["::FFFF:cb00:714d", "203.0.113.0/24"],
  ["0:0:0:0:0:ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:DB8:1::7", "2001:db8:1::/48"],
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["::1", "0:0:0::/48"],
  ["unknown", "unknown"],
  ["google", "google"],
])("%s is logged as %s", (ip, short) => {
  expect(shortenIp(ip)).toBe(short);
});
