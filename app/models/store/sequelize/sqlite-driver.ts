/**
 * SQLite's driver with what Sequelize leaves out: a busy timeout, write-ahead logging, statements in the order in
 * which they were sent, and a database that is reopened after it was unavailable.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "sqlite3";
import { createSqliteReader, type SqliteReader } from "./sqlite-reader";

/** After one of these errors the open file may be lost, so the next statement reopens it. */
const REOPEN_AFTER = new Set([
  "SQLITE_IOERR",
  "SQLITE_READONLY",
  "SQLITE_CORRUPT",
  "SQLITE_NOTADB",
  "SQLITE_CANTOPEN",
  "SQLITE_MISUSE",
]);

type Callback = (this: unknown, error: Error | null, result?: unknown) => void;
type Parameters = Record<string, unknown> | readonly unknown[];

/** The part of the driver's `Database` that Sequelize uses. */
export interface SqliteConnection {
  run(sql: string, parameters?: Parameters, done?: Callback): void;
  all(sql: string, parameters: Parameters | Callback, done?: Callback): void;
  serialize(work: () => void): void;
  /** From now on, a statement waits at most so long for another process's lock. */
  waitForLock(ms: number): void;
  close(done?: (error: Error | null) => void): void;
  /** Drops the open file, and with it a transaction that could not be ended. */
  reset(): void;
}

export interface SqliteDriver {
  connect(): SqliteConnection;
  read(): SqliteReader;
  /** The module that Sequelize uses in place of the driver. */
  module: object;
}

/**
 * Loads the driver for one database file. `busyTimeoutMs` is how long a statement waits for another process's lock.
 */
export async function loadSqliteDriver(file: string, busyTimeoutMs: number): Promise<SqliteDriver> {
  const { default: sqlite3 } = await import("sqlite3");
  const open = () =>
    new Promise<Database>((resolve, reject) => {
      mkdirSync(dirname(file), { recursive: true });
      const database = new sqlite3.Database(file, (error) => {
        if (error) {
          reject(error);
          return;
        }
        database.configure("busyTimeout", busyTimeoutMs);
        // One statement at a time: statements on one connection wait for each other anyway, and would wait in the
        // few threads that everything else needs too.
        database.serialize();
        // This may fail while another process switches to WAL as well; then the other process has done it.
        database.run("PRAGMA journal_mode = WAL", () => resolve(database));
      });
    });

  function Database(_file: string, _mode: number, opened: (error: Error | null) => void): SqliteConnection {
    const connection = createConnection(open);
    process.nextTick(opened, null);
    return connection;
  }
  return {
    connect: () => createConnection(open),
    read: () => createSqliteReader(open, isLost),
    module: { ...sqlite3, Database },
  };
}

function createConnection(open: () => Promise<Database>): SqliteConnection {
  let opening: Promise<Database> | null = null;

  const reset = () => {
    const left = opening;
    opening = null;
    // An error while closing the lost file does not matter, because the file is not used again.
    left?.then((database) => database.close(ignore)).catch(ignore);
  };
  const send = (method: "run" | "all", sql: string, rest: { parameters: Parameters; done: Callback }) => {
    const handleResult: Callback = function (error, result) {
      if (error && isLost(error)) reset();
      rest.done.call(this, error, result);
    };
    opening ??= open();
    opening
      .then((database) => database[method](sql, rest.parameters, handleResult))
      .catch((error: unknown) => {
        opening = null;
        rest.done.call(undefined, error as Error);
      });
  };

  return {
    run: (sql, parameters = [], done = ignore) => send("run", sql, { parameters, done }),
    // The driver allows the parameters to be left out.
    all: (sql, parameters, done = ignore) =>
      typeof parameters === "function"
        ? send("all", sql, { parameters: [], done: parameters })
        : send("all", sql, { parameters, done }),
    serialize: (work) => work(),
    waitForLock(ms) {
      opening ??= open();
      // The statement that follows reports why it cannot be opened.
      opening.then((database) => database.configure("busyTimeout", Math.ceil(ms))).catch(ignore);
    },
    close(done = ignore) {
      const left = opening;
      opening = null;
      if (left) left.then((database) => database.close(done)).catch(() => done(null));
      else done(null);
    },
    reset,
  };
}

function isLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && REOPEN_AFTER.has(String(error.code));
}

function ignore(): void {
  // The result is not needed.
}
