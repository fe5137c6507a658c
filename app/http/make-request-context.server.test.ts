import { expect, test } from "vitest";
import { networkOf } from "./make-request-context.server";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:49152", "192.0.2.7"],
  ["::ffff:192.0.2.7:49152", "192.0.2.7"],
  ["[2001:db8:1:2::9]:49152", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("tries from %s are counted as %s: an IPv6 customer has a whole /64", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
