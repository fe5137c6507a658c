/** Which database the migrations are tried on: the clone's SQLite file, and no other. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findDatabase, tryMigrations } from "./migrations.mjs";
import { write } from "./tiny-product";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "groundwork-migrations-"));
});
afterEach(() => rmSync(root, { recursive: true }));

test("the file in the data folder, or the one that the settings name", () => {
  expect(findDatabase(root, {}).reason).toContain("There is no database");
  write(root, { "data/app.db": "", "elsewhere/own.db": "" });
  expect(findDatabase(root, {})).toEqual({ file: join(root, "data/app.db") });
  const own = join(root, "elsewhere/own.db");
  expect(findDatabase(root, { DATABASE_URL: `sqlite:${own}` })).toEqual({ file: own });
});

test("a database of a server is named, by the environment or by what setup has saved", async () => {
  write(root, { "data/app.db": "" });
  expect(findDatabase(root, { DATABASE_URL: "postgres://127.0.0.1/app" }).reason).toContain("not SQLite");
  write(root, { "data/config.json": '{ "version": 1, "settings": { "DATABASE_URL": "encrypted" } }' });
  const { lines } = await tryMigrations(root, { environment: {} });
  expect(lines.join()).toMatch(/^Migrations: not tried. The database is not SQLite/);
});

test("without packages the founder is told how to try them", async () => {
  write(root, { "data/app.db": "" });
  const { isTried, lines } = await tryMigrations(root, { environment: {} });
  expect([isTried, lines.join()]).toEqual([
    false,
    expect.stringContaining("npm ci, then npm run upgrade -- --migrations"),
  ]);
});
