/** The reading connection prepares statements once, and keeps returning current data. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSqliteDriver, type SqliteDriver } from "./sqlite-driver";
import type { SqliteReader } from "./sqlite-reader";

let folder: string;
let driver: SqliteDriver;
let reader: SqliteReader;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-reader-"));
  driver = await loadSqliteDriver(join(folder, "app.db"), 100);
  reader = driver.read();
  await write("CREATE TABLE things (id TEXT, name TEXT)");
});

afterEach(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

test("a prepared statement sees what another connection has written since", async () => {
  const selectNames = () => reader.select({ sql: "SELECT name FROM things WHERE id = $1", bind: ["1"] });
  expect(await selectNames()).toEqual([]);
  await write("INSERT INTO things VALUES ('1', 'first'), ('2', 'second')");
  expect(await selectNames()).toEqual([{ name: "first" }]);
});

test("a table that has got a new column since is read with it", async () => {
  const selectAll = () => reader.select({ sql: "SELECT * FROM things", bind: [] });
  await write("INSERT INTO things VALUES ('1', 'first')");
  expect(await selectAll()).toEqual([{ id: "1", name: "first" }]);
  await write("ALTER TABLE things ADD COLUMN size INTEGER DEFAULT 3");
  expect(await selectAll()).toEqual([{ id: "1", name: "first", size: 3 }]);
});

test("when there are more statements than the cache holds, all of them are still answered", async () => {
  for (const count of [...Array(250).keys(), 0]) {
    expect(await reader.select({ sql: `SELECT $1 + ${count} AS sum`, bind: [1] })).toEqual([
      { sum: count + 1 },
    ]);
  }
});

test("values are bound by their number, whatever their order in the statement", async () => {
  expect(await reader.select({ sql: "SELECT $2 AS second, $1 AS first", bind: ["a", "b"] })).toEqual([
    { first: "a", second: "b" },
  ]);
});

test("a statement that fails does not block those after it", async () => {
  const [failed, answered] = await Promise.allSettled([
    reader.select({ sql: "SELECT nothing FROM nowhere", bind: [] }),
    reader.select({ sql: "SELECT 1 AS one", bind: [] }),
  ]);
  expect([failed.status, answered]).toEqual(["rejected", { status: "fulfilled", value: [{ one: 1 }] }]);
});

async function write(sql: string): Promise<void> {
  const connection = driver.connect();
  await new Promise<void>((resolve, reject) => {
    connection.run(sql, [], (error) => (error ? reject(error) : resolve()));
  });
  await new Promise((done) => connection.close(done));
}
