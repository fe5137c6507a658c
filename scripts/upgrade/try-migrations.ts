/** A process that copies a SQLite database, migrates the copy, and prints the name of each migration that ran. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sqlite3 from "sqlite3";
import { openStore } from "~/models/store/open-store";

const [file = ""] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "groundwork-migrations-"));
try {
  const copy = join(folder, "app.db");
  await copyDatabase(file, copy);
  await migrate(copy);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A copy that is whole, also while the product writes. */
function copyDatabase(from: string, to: string): Promise<void> {
  const database = new sqlite3.Database(from);
  return new Promise((resolve, reject) => {
    database.run("VACUUM INTO ?", [to], (error) => {
      database.close();
      if (error) reject(error);
      else resolve();
    });
  });
}

async function migrate(copy: string): Promise<void> {
  const log = (_message: string, { name }: Record<string, unknown>) => console.log(String(name));
  const store = await openStore(`sqlite:${copy}`, { log });
  try {
    await store.migrate();
  } finally {
    await store.close();
  }
}
