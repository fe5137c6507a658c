/** The limits as the product promises them; whether each is really counted is for the tests of what they limit. */
import { expect, test } from "vitest";
import * as stated from "./rate-limits";

const lists = Object.entries(stated).filter(([, limits]) => Array.isArray(limits)) as [
  string,
  readonly stated.RateLimit[],
][];
const all = Object.values(stated).flat();

test("in every list the caller's address is counted before whom the call is about", () => {
  const mixed = lists.filter(([, limits]) => limits.some(({ by }) => by === "address"));
  expect(mixed.length).toBeGreaterThan(5);
  for (const [name, [first]] of mixed) expect(first?.by, name).toBe("address");
});

test("no two limits share a name: they would count together", () => {
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
])("%s: %i tries in %i seconds", (name, tries, seconds) => {
  expect(all.find((limit) => limit.name === name)).toMatchObject({ tries, seconds });
});
