import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { restrictAccess } from "./data-dir.server";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "data-dir-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const readMode = (...names: string[]) => (statSync(join(folder, ...names)).mode & 0o777).toString(8);

function writeOpen(...names: string[]): void {
  const file = join(folder, ...names);
  writeFileSync(file, "kept");
  chmodSync(file, 0o644);
}

function close(databaseUrl = `sqlite:${join(folder, "app.db")}`): string[] {
  return restrictAccess(folder, databaseUrl);
}

const FILES = ["app.db", "app.db-wal", "app.db-shm", "app.secret", "config.json", "sandbox.json"];

test("an existing folder that others can read is closed, with every file the product had in it", () => {
  for (const name of FILES) writeOpen(name);
  for (const name of ["mail", "avatars"]) {
    mkdirSync(join(folder, name), { mode: 0o755 });
    writeOpen(name, "one");
  }
  chmodSync(folder, 0o755);
  expect(close()).toEqual([]);
  expect(readMode()).toBe("700");
  for (const name of FILES) expect(readMode(name), name).toBe("600");
  for (const name of ["mail", "avatars"]) {
    expect(readMode(name), name).toBe("700");
    expect(readMode(name, "one"), name).toBe("600");
  }
});

test("a folder that holds more than the product's own stays as it is, and is named; the product's files are closed", () => {
  writeOpen("app.db");
  writeOpen("letters.txt");
  chmodSync(folder, 0o755);
  expect(close()).toEqual([folder]);
  expect([readMode(), readMode("app.db"), readMode("letters.txt")]).toEqual(["755", "600", "644"]);
});

test("a fresh volume's folder, with nothing in it but its file system's own, is closed", () => {
  mkdirSync(join(folder, "lost+found"));
  chmodSync(folder, 0o775);
  expect(close()).toEqual([]);
  expect(readMode()).toBe("700");
});

test("a database elsewhere is closed with its log, and nothing else there", () => {
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  chmodSync(elsewhere, 0o755);
  for (const name of ["shop.db", "shop.db-wal", "other"]) writeOpen("elsewhere", name);
  expect(restrictAccess(mkdtempSync(join(folder, "data-")), `sqlite:${elsewhere}/shop.db`)).toEqual([]);
  expect(["shop.db", "shop.db-wal", "other"].map((name) => readMode("elsewhere", name))).toEqual([
    "600",
    "600",
    "644",
  ]);
  expect(readMode("elsewhere")).toBe("755");
});

test("a link in the folder changes nothing where it leads", () => {
  const outside = mkdtempSync(join(tmpdir(), "outside-"));
  writeFileSync(join(outside, "file"), "somebody else's");
  chmodSync(join(outside, "file"), 0o644);
  symlinkSync(join(outside, "file"), join(folder, "app.db-backup"));
  symlinkSync(outside, join(folder, "mail"));
  expect(close()).toEqual([]);
  expect(statSync(join(outside, "file")).mode & 0o777).toBe(0o644);
  rmSync(outside, { recursive: true });
});
