/** Sequelize is loaded when it is first needed. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../migrations";

const SCRIPT = fileURLToPath(new URL("sequelize-process.ts", import.meta.url));

test("a start on a migrated SQLite with users does not load Sequelize; the first statement with a condition does", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sequelize-module-"));
  const file = join(folder, "app.db");
  try {
    await markAsMigrated(file);
    // A process of its own, in which no other test has loaded it.
    const printed = execFileSync(process.execPath, ["--import", "tsx", SCRIPT, `sqlite:${file}`], {
      encoding: "utf8",
    });
    expect(JSON.parse(printed)).toEqual({ hasUsers: true, afterStart: false, afterCondition: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Creates a database that only knows that it has had all migrations, and a verified user. */
async function markAsMigrated(file: string): Promise<void> {
  const { default: sqlite3 } = await import("sqlite3");
  const database = new sqlite3.Database(file);
  const names = MIGRATIONS.map(({ name }) => `('${name}')`).join(", ");
  const statements = [
    `CREATE TABLE migrations (id TEXT); INSERT INTO migrations VALUES ${names};`,
    "CREATE TABLE setup_closings (id TEXT, closed_at TEXT);",
    "INSERT INTO setup_closings VALUES ('closed', '2026-11-29T12:00:00.000Z');",
  ];
  await new Promise<void>((resolve, reject) => {
    database.exec(statements.join("\n"), (error) => (error ? reject(error) : resolve()));
  });
  await new Promise((done) => database.close(done));
}
