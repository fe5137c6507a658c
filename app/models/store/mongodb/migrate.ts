/**
 * Migrates a MongoDB database to the current schema: each migration once, in order, even when several processes start
 * at once. No transaction contains it: an interrupted migration is run again.
 */
import type { Db } from "mongodb";
import { runPending, undo, type Migrated } from "../migrator";
import type { StoreLog } from "../database";
import { openMongoDatabase } from "./connection";
import { toStoreError } from "./errors";
import { listIds, openDone } from "./migrated";
import { runWithLock } from "./migration-lock";
import { requireReplicaSet } from "./replica-set";
import { createSchemaEditor } from "./schema-editor";

/** Building an index of a large collection takes long. */
const TIMEOUT_MS = 10 * 60 * 1000;
const CONNECT_TIMEOUT_MS = 5000;

/** Runs the migrations that this database has not had. Throws the errors of the store. */
export function migrateUp(url: string, log?: StoreLog): Promise<void> {
  return withLockedDatabase(url, (database) => runPending({ ...database, log }));
}

/** Undoes migrations, the newest first, down to and including `to`; all of them without it. Data is lost. */
export function migrateDown(url: string, { to }: { to?: string } = {}): Promise<void> {
  return withLockedDatabase(url, (database) => undo(database, { to }));
}

async function withLockedDatabase(url: string, work: (database: Migrated) => Promise<void>): Promise<void> {
  const database = await openMongoDatabase({
    url,
    timeoutMs: TIMEOUT_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    poolSize: 2,
  });
  try {
    await requireReplicaSet(database);
    const db = await database.connect();
    await runWithLock(db, (requireLock) => work({ ...toMigrated(db), beforeEach: requireLock }));
  } catch (error) {
    throw toStoreError(error, "migrate");
  } finally {
    await database.close();
  }
}

function toMigrated(db: Db): Migrated {
  const done = openDone(db);
  return {
    schema: createSchemaEditor(db),
    done: {
      list: () => listIds(db),
      add: (name) => done.insertOne({ _id: name, done_at: new Date() }),
      remove: (name) => done.deleteOne({ _id: name }),
    },
  };
}
