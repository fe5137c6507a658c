/** The test files that take longest start first. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { LONGEST } from "./layers.mjs";
import { putLongFirst } from "./long-first.mjs";
import { resolveFromRoot } from "./root.mjs";

test("a long file comes first, and the others keep their order", () => {
  const [long = ""] = LONGEST;
  const files = ["/b.test.ts", `/somewhere/${long}`, "/a.test.ts"];
  expect(putLongFirst(files, (file) => file)).toEqual([`/somewhere/${long}`, "/b.test.ts", "/a.test.ts"]);
});

test("every file that is said to take long exists", () => {
  expect(LONGEST.filter((file) => !existsSync(resolveFromRoot(file)))).toEqual([]);
});
