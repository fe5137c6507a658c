/** An installation is due when, and only when, node_modules is not what the lockfile names. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findInstallReason } from "./install.mjs";

const LOCKED = {
  "": { version: "0.1.0" },
  "node_modules/a": { version: "1.0.0" },
  "node_modules/for-another-system": { version: "1.0.0", optional: true },
  "node_modules/sqlite3": { version: "6.0.1" },
};
const INSTALLED = { "node_modules/a": { version: "1.0.0" }, "node_modules/sqlite3": { version: "6.0.1" } };
const BINARY = "node_modules/sqlite3/build/Release/node_sqlite3.node";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "groundwork install "));
  write("package-lock.json", JSON.stringify({ packages: LOCKED }));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test("nothing is due when all that is meant for this machine is there", () => {
  writeInstalled(INSTALLED);
  expect(findInstallReason(root)).toBeUndefined();
});

test("a fresh clone has no node_modules", () => {
  expect(findInstallReason(root)).toBe("node_modules is missing");
});

test("nothing is due in an image, which has no lockfile", () => {
  rmSync(join(root, "package-lock.json"));
  expect(findInstallReason(root)).toBeUndefined();
});

test("an installation that was stopped half-way is made again", () => {
  mkdirSync(join(root, "node_modules"));
  expect(findInstallReason(root)).toBe("an earlier installation did not finish");
});

test("a lockfile that names another version, or one more package, makes an installation due", () => {
  writeInstalled({ ...INSTALLED, "node_modules/a": { version: "0.9.0" } });
  expect(findInstallReason(root)).toBe("package-lock.json names other versions");
  writeInstalled({ "node_modules/sqlite3": { version: "6.0.1" } });
  expect(findInstallReason(root)).toBe("package-lock.json names other versions");
});

test("a SQLite that was never compiled makes an installation due", () => {
  writeInstalled(INSTALLED);
  rmSync(join(root, BINARY));
  expect(findInstallReason(root)).toBe("SQLite was not compiled");
});

function writeInstalled(packages: Record<string, { version: string }>): void {
  write("node_modules/.package-lock.json", JSON.stringify({ packages }));
  write(BINARY, "");
}

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
