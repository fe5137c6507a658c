/** A build is stale when something that goes into it has changed. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashFiles } from "./build-stamp.mjs";

let root = "";
const hashNow = () => hashFiles(root, ["app", "server.ts", "not-there"]);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "groundwork build "));
  mkdirSync(join(root, "app", "domain"), { recursive: true });
  writeFileSync(join(root, "app", "domain", "money.ts"), "one");
  writeFileSync(join(root, "server.ts"), "two");
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test("the same sources have the same fingerprint", () => {
  expect(hashNow()).toBe(hashNow());
});

test("a changed, added, renamed or removed source changes it", () => {
  const seen = [hashNow()];
  writeFileSync(join(root, "app", "domain", "money.ts"), "three");
  seen.push(hashNow());
  writeFileSync(join(root, "app", "icon.svg"), "");
  seen.push(hashNow());
  renameSync(join(root, "app", "icon.svg"), join(root, "app", "logo.svg"));
  seen.push(hashNow());
  rmSync(join(root, "server.ts"));
  seen.push(hashNow());
  expect(new Set(seen).size).toBe(5);
});

test("a test does not go into the build", () => {
  const before = hashNow();
  writeFileSync(join(root, "app", "domain", "money.test.ts"), "");
  expect(hashNow()).toBe(before);
});
