/** The build: how much script a first visit loads, and in how many files. docs/speed.md has the whole list. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CLIENT, listPageScripts } from "../support/built-routes";

const readScript = (url: string) => readFileSync(join(CLIENT, url));
const measureScripts = (id: string) =>
  listPageScripts(id).reduce((sum, url) => sum + gzipSync(readScript(url), { level: 9 }).length, 0);

test("the sign-in page loads at most 116 kB of compressed script in 5 files", () => {
  expect(measureScripts("routes/auth/sign-in")).toBeLessThanOrEqual(116_000);
  expect(listPageScripts("routes/auth/sign-in").length).toBeLessThanOrEqual(5);
});

test.each([
  ["routes/dashboard/dashboard", 12],
  ["routes/account/users", 19],
  ["routes/account/billing", 19],
])("%s loads at most %i scripts", (id, most) => {
  expect(listPageScripts(id).length).toBeLessThanOrEqual(most);
});
