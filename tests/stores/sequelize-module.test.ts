/** Sequelize is loaded when it is first needed. Files of store tests have a process each, so nothing has loaded it before. */
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import { MIGRATIONS } from "../../migrations";

const { cache } = createRequire(import.meta.url);
const isSequelizeLoaded = () =>
  Object.keys(cache).some((file) => file.endsWith("sequelize/lib/sequelize.js"));

test("a start on a migrated SQLite does not load Sequelize; the first statement does", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sequelize-module-"));
  await markAsMigrated(join(folder, "app.db"));
  const store = await openStore(`sqlite:${join(folder, "app.db")}`);
  try {
    await store.migrate();
    await store.ping();
    expect(isSequelizeLoaded()).toBe(false);
    await expect(store.find("plans", {})).rejects.toThrow("no such table");
    expect(isSequelizeLoaded()).toBe(true);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Creates a database that only knows that it has had all migrations. */
async function markAsMigrated(file: string): Promise<void> {
  const { default: sqlite3 } = await import("sqlite3");
  const database = new sqlite3.Database(file);
  const names = MIGRATIONS.map(({ name }) => `('${name}')`).join(", ");
  await new Promise<void>((resolve, reject) => {
    database.exec(`CREATE TABLE migrations (id TEXT); INSERT INTO migrations VALUES ${names}`, (error) =>
      error ? reject(error) : resolve(),
    );
  });
  await new Promise((done) => database.close(done));
}
