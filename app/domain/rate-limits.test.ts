/** The limits that the product promises. The tests of each operation check that it counts them. */
import { expect, test } from "vitest";
import * as stated from "./rate-limits";

const lists = Object.entries(stated).filter(([, limits]) => Array.isArray(limits)) as [
  string,
  readonly stated.RateLimit[],
][];
const all = Object.values(stated).flat();

test("every list counts by the caller's IP before it counts by the affected user", () => {
  const mixed = lists.filter(([, limits]) => limits.some(({ by }) => by === "ip"));
  expect(mixed.length).toBeGreaterThan(5);
  for (const [name, [first]] of mixed) expect(first?.by, name).toBe("ip");
});

test("no two limits share a name, because they would share a counter", () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test.each([
  ["password-here", 10, 3 * 60],
  ["password-email", 20, 3600],
  ["password-address", 100, 86_400],
  ["code-user", 20, 3600],
  ["magic-mail-here", 3, 900],
  ["magic-mail-email", 20, 3600],
  ["magic-mail-address", 20, 3600],
  ["reset-mail-here", 3, 900],
  ["reset-mail-email", 20, 3600],
  ["verify-mail-user", 3, 900],
  ["email-change-email", 20, 3600],
  ["invite-mail-email", 3, 900],
  ["sign-up-here", 5, 3600],
  ["sign-up-email", 20, 3600],
  ["support-user", 5, 3600],
  ["event-user", 60, 60],
  ["avatar-user", 10, 3600],
  ["plan-address", 120, 3600],
  ["preview-address", 600, 3600],
])("%s allows %i attempts in %i seconds", (name, attempts, seconds) => {
  expect(all.find((limit) => limit.name === name)).toMatchObject({ attempts, seconds });
});
