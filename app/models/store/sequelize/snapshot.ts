/** Reads all rows as they were at one moment, on a connection of its own whose statements may take long. */
import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { SnapshotReader } from "../database";
import { StoreUnavailableError } from "../store";
import { openDatabase, pin, type Database } from "./database";
import type { DialectName } from "./dialects";
import { toStoreError } from "./errors";
import { createConnectionRunner, type Counter, type Runner } from "./runner";

/** Of a statement, and between two of them while the reader writes what it has read. */
const TIMEOUT_MS = 10 * 60 * 1000;
const CONNECT_TIMEOUT_MS = 5000;
/** A copy this old was left behind by a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Begins a transaction that sees one moment and locks nothing. */
const BEGIN: Record<DialectName, readonly string[]> = {
  sqlite: ["BEGIN"],
  postgres: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"],
  mysql: [
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
  ],
  // Fails where the database does not allow it: ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON.
  mssql: ["SET TRANSACTION ISOLATION LEVEL SNAPSHOT", "BEGIN TRANSACTION"],
  oracle: ["SET TRANSACTION READ ONLY"],
};

interface Snapshot<T> {
  url: string;
  counter: Counter;
  makeReader: (runner: Runner) => SnapshotReader;
  work: (reader: SnapshotReader) => Promise<T>;
}

/** Resolves with what `work` returns. Throws its errors, and those of the store. */
export async function readSnapshot<T>(snapshot: Snapshot<T>): Promise<T> {
  const database = await open(snapshot.url);
  try {
    return database.hasOneWriter
      ? await readCopy(database, snapshot)
      : await readInTransaction(database, snapshot);
  } finally {
    await database.close();
  }
}

function open(url: string): Promise<Database> {
  return openDatabase({ url, timeoutMs: TIMEOUT_MS, connectTimeoutMs: CONNECT_TIMEOUT_MS, poolSize: 1 });
}

/**
 * SQLite: a transaction that reads for minutes would keep the write-ahead log from being emptied, so a copy is read.
 * The copy is next to the database, which is private and on a disk with room.
 */
async function readCopy<T>(database: Database, { url, counter, makeReader, work }: Snapshot<T>): Promise<T> {
  const file = resolve(url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, ""));
  await removeAbandonedCopies(file);
  const copy = `${file}.snapshot-${randomBytes(8).toString("hex")}`;
  let copied: Database | undefined;
  try {
    await database.select({ sql: "VACUUM INTO $1", bind: [copy] }).catch(throwCopyError);
    copied = await open(`sqlite:${copy}`);
    const { select } = copied;
    return await work(makeReader(convertErrors({ ...createConnectionRunner(copied, counter), select })));
  } finally {
    await copied?.close();
    await Promise.all(["", "-wal", "-shm"].map((ending) => rm(copy + ending, { force: true })));
  }
}

async function removeAbandonedCopies(file: string): Promise<void> {
  const names = await readdir(dirname(file));
  for (const name of names.filter((found) => found.startsWith(`${basename(file)}.snapshot-`))) {
    const path = join(dirname(file), name);
    const changedAt = await stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => Date.now());
    if (changedAt < Date.now() - ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

async function readInTransaction<T>(
  database: Database,
  { counter, makeReader, work }: Snapshot<T>,
): Promise<T> {
  const lease = await database.lease().catch(throwStoreError);
  const sequelize = await database.sequelize();
  const transaction = await pin(sequelize, lease.connection);
  try {
    for (const sql of BEGIN[database.dialect.name])
      await sequelize.query(sql, { transaction }).catch(throwStoreError);
    const runner = createConnectionRunner(database, counter, lease.connection);
    return await work(makeReader(convertErrors(runner)));
  } finally {
    // Closing the connection also ends its transaction.
    lease.discard();
  }
}

/** The errors of `work` itself stay as they are: a full disk of the reader is no fault of the database. */
function convertErrors(runner: Runner): Runner {
  return { ...runner, select: (statement) => runner.select(statement).catch(throwStoreError) };
}

function throwStoreError(error: unknown): never {
  throw toStoreError(error);
}

/** SQLite's own message does not say which file has no room. */
function throwCopyError(error: unknown): never {
  const failure = toStoreError(error);
  if (!(failure instanceof StoreUnavailableError)) throw failure;
  const reason = error instanceof Error ? error.message : String(error);
  throw new StoreUnavailableError(`the copy that is read of it could not be written: ${reason}`, failure);
}
