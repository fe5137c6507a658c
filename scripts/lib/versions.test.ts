/** Version ranges as the advisories write them. */
import { expect, test } from "vitest";
import { isInRange } from "./versions.mjs";

test.each([
  ["6.37.7", "<6.37.8", true],
  ["6.37.8", "<6.37.8", false],
  ["6.9.0", "<6.37.8", true],
  ["10.0.0", "<9.0.0", false],
  ["4.1.0", ">=4.0.0 <4.2.2", true],
  ["4.2.2", ">=4.0.0 <4.2.2", false],
  ["2.0.0", "<1.0.0 || =2.0.0", true],
  ["1.5.0", "<1.0.0 || =2.0.0", false],
  ["1.0.0-rc.1", "<1.0.0", true],
  ["1.0.0-rc.1", ">=1.0.0", false],
  ["1.0.0+build.5", "=1.0.0", true],
])("%s in %s: %s", (version, range, expected) => {
  expect(isInRange(version, range)).toBe(expected);
});

test("a range of another form is refused, not passed over", () => {
  expect(() => isInRange("1.0.0", "^1.0.0")).toThrow("no comparator");
});
