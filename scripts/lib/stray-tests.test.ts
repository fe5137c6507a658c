/** No test is left out. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findStrayTests } from "./stray-tests.mjs";

test("a test outside every layer's folders is found; packages and builds are not searched", () => {
  const root = mkdtempSync(join(tmpdir(), "groundwork tests "));
  for (const folder of ["app/domain", "tests/new-idea", "node_modules/other/tests"]) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "some.test.ts"), "");
  }
  const found = findStrayTests(root);
  rmSync(root, { recursive: true });
  expect(found).toEqual(["tests/new-idea/some.test.ts"]);
});
