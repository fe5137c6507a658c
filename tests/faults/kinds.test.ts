// The list of faults.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveFromRoot } from "../../scripts/lib/root.mjs";
import { GROUPS } from "./kind";
import { KINDS } from "./kinds";

test("every kind has an id and a name of its own, and every group has kinds", () => {
  expect(new Set(KINDS.map(({ id }) => id)).size).toBe(KINDS.length);
  expect(new Set(KINDS.map(({ name, group }) => `${group}: ${name}`)).size).toBe(KINDS.length);
  expect(new Set(KINDS.map(({ group }) => group))).toEqual(new Set(GROUPS));
});

const BY_TESTS = KINDS.flatMap(({ id, way }) => (way.by === "tests" ? [{ id, ...way }] : []));

test.each(BY_TESTS)("the tests of $id exist in $file", ({ file, titles = "test" }) => {
  expect(existsSync(resolveFromRoot(file))).toBe(true);
  // A title may be put together of a table's rows.
  const rows = "a disk that is full, a disk that is read-only";
  const text = readFileSync(resolveFromRoot(file), "utf8").replace("a disk that is $fault", rows);
  for (const title of titles.split("|")) expect(text).toMatch(new RegExp(title));
});

test("what is not run says why", () => {
  for (const { way } of KINDS) if (way.by === "nothing") expect(way.reason.length).toBeGreaterThan(10);
});
