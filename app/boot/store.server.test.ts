/** Whatever keeps the product from using its database ends its start with one sentence about DATABASE_URL. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startEndingMysql, startEndingPostgres } from "../../tests/support/ending-servers";
import { createMigratedFile } from "../../tests/support/migrated-stores";
import { readConfig } from "../config/config.server";
import { makeLog } from "../log.server";
import { openStore } from "../models/store/open-store";
import { describeStartFailure } from "./failure.server";
import { openPrepared } from "./store.server";

const folder = mkdtempSync(join(tmpdir(), "boot-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const createFile = (name: string) => join(mkdtempSync(join(folder, "data-")), name);
const NOWHERE = "user:password@127.0.0.1:1/app";
const UNREACHED = "DATABASE_URL: the database is not available: connect ECONNREFUSED 127.0.0.1:1";

test.each([
  ["PostgreSQL that does not run", () => `postgres://${NOWHERE}`, UNREACHED],
  ["MariaDB that does not run", () => `mariadb://${NOWHERE}`, UNREACHED],
  [
    "MongoDB without the name of a database",
    () => "mongodb://127.0.0.1",
    "DATABASE_URL: the database URL must name a database",
  ],
  ["PostgreSQL that ends every connection", () => keepOpen(startEndingPostgres), "is not queryable"],
  ["MariaDB that ends every connection", () => keepOpen(startEndingMysql), "in closed state"],
  ["a file that is no database", createTextFile, "is not available: SQLITE_NOTADB: file is not a database"],
  ["the tables of another program", createForeignTables, "no such column: email_claim in: CREATE UNIQUE"],
  ["a restore that has not ended", createHalfRestored, "a restore into this database has not ended: run"],
])("the start ends with one sentence: %s", async (_, createUrl, sentence) => {
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: await createUrl() });
  const failure = await openPrepared(config, makeLog("silent")).then(
    () => "started",
    (error: unknown) => describeStartFailure(error),
  );
  expect(failure).toContain(sentence);
  expect(failure).toMatch(/^DATABASE_URL: [^\n]*$/);
});

async function keepOpen(start: typeof startEndingPostgres): Promise<string> {
  const server = await start();
  onTestFinished(() => server.close());
  return server.url;
}

function createTextFile(): string {
  const file = createFile("app.db");
  writeFileSync(file, "no database ".repeat(1000));
  return `sqlite:${file}`;
}

async function createForeignTables(): Promise<string> {
  const { default: sqlite3 } = await import("sqlite3");
  const file = createFile("app.db");
  const database = new sqlite3.Database(file);
  await new Promise((done) => database.exec("CREATE TABLE users (id INTEGER)", done));
  await new Promise((done) => database.close(done));
  return `sqlite:${file}`;
}

async function createHalfRestored(): Promise<string> {
  const file = createFile("app.db");
  await createMigratedFile(file);
  const store = await openStore(`sqlite:${file}`);
  await store.markRestoring(true);
  await store.close();
  return `sqlite:${file}`;
}
