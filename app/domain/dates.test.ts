import { expect, test } from "vitest";
import { isIsoTime } from "./dates";

test.each([
  ["2026-11-20T14:05:00.000Z", true],
  ["2026-11-20T14:05:00+02:00", true],
  ["2026-11-20T14:05Z", true],
  ["2026-11-20", false],
  ["2026-99-99T99:99:99Z", false],
  ["called at 2026-11-20T14:05:00Z", false],
])("%j is an ISO time: %s", (text, isTime) => {
  expect(isIsoTime(text)).toBe(isTime);
});
