/**
 * One table of sessions in SQLite, read with the fastest available driver: the lowest cost of a session look-up.
 * That is Node's own synchronous driver, and before Node 22.5 the product's.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const inNode = process.getBuiltinModule?.("node:sqlite");
/** The driver's name, for the benchmark's report. */
export const REFERENCE_DRIVER = inNode ? "node:sqlite" : "sqlite3";

/** The only session. */
export const REFERENCE_TOKEN = "a-session-of-the-reference-applications";

/**
 * Opens and fills a database below DATA_DIR.
 *
 * @returns {{ find(token: string): Promise<{ name: string, email: string } | undefined> }}
 */
export function openSessions() {
  const folder = process.env.DATA_DIR ?? "";
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "sessions.db");
  const query = inNode ? prepareInNode(inNode, file) : prepareByDriver(file);
  return {
    find: async (token) => (await query)([hash(token), new Date().toISOString()]),
  };
}

const SCHEMA =
  "PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS sessions (token_hash TEXT PRIMARY KEY, name TEXT, email TEXT, expires_at TEXT)";
const INSERT = "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)";
const SESSION = [hash(REFERENCE_TOKEN), "Grace Hopper", "grace@example.com", "2999-01-01"];
const SELECT = "SELECT * FROM sessions WHERE token_hash = ? AND expires_at > ?";

function prepareInNode({ DatabaseSync }, file) {
  const database = new DatabaseSync(file);
  database.exec(SCHEMA);
  database.prepare(INSERT).run(...SESSION);
  const select = database.prepare(SELECT);
  return (values) => select.get(...values);
}

async function prepareByDriver(file) {
  const { default: sqlite3 } = await import("sqlite3");
  const database = new sqlite3.Database(file);
  database.serialize();
  database.exec(SCHEMA);
  database.run(INSERT, SESSION);
  const select = database.prepare(SELECT);
  return (values) =>
    new Promise((resolve, reject) => {
      select.get(values, (error, row) => (error ? reject(error) : resolve(row)));
    });
}

function hash(token) {
  return createHash("sha256").update(token).digest("hex");
}
