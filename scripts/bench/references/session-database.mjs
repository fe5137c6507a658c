/** One table of sessions in SQLite, asked with the driver alone: what a session look-up costs at least. */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sqlite3 from "sqlite3";

/** The one session that is there. */
export const REFERENCE_TOKEN = "a-session-of-the-reference-applications";

/**
 * Opens, and fills, a database below DATA_DIR.
 *
 * @returns {{ find(token: string): Promise<{ name: string, email: string } | undefined> }}
 */
export function openSessions() {
  const folder = process.env.DATA_DIR ?? "";
  mkdirSync(folder, { recursive: true });
  const database = new sqlite3.Database(join(folder, "sessions.db"));
  database.serialize();
  database.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS sessions (token_hash TEXT PRIMARY KEY, name TEXT, email TEXT, expires_at TEXT)",
  );
  database.run("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)", [
    hash(REFERENCE_TOKEN),
    "Grace Hopper",
    "grace@example.com",
    "2999-01-01",
  ]);
  const find = database.prepare("SELECT * FROM sessions WHERE token_hash = ? AND expires_at > ?");
  return {
    find: (token) =>
      new Promise((resolve, reject) => {
        find.get([hash(token), new Date().toISOString()], (error, row) =>
          error ? reject(error) : resolve(row),
        );
      }),
  };
}

function hash(token) {
  return createHash("sha256").update(token).digest("hex");
}
