/** No comment turns off a rule of the lint: oxlint has no option to ignore such comments. docs/decisions/0102 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSources, ROOT } from "./sources";

test("no comment turns off a rule of the lint", () => {
  const sources = listSources();
  expect(sources).toContain("server.ts");
  expect(
    sources.filter((file) => /(ox|es)lint-disable/.test(readFileSync(join(ROOT, file), "utf8"))),
  ).toEqual([]);
});
