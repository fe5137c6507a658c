/** The store on MongoDB: a replica set, or a sharded cluster. */
import { randomBytes } from "node:crypto";
import { assembleStore, migrateOlder } from "../assemble-store";
import type { OpenStore, StoreInspection, StoreOptions } from "../database";
import { createCalls } from "./calls";
import { openMongoDatabase, type MongoDatabase } from "./connection";
import { toStoreError } from "./errors";
import { listPendingMigrations, markRestoring, readSchemaState } from "./migrated";
import { requireReplicaSet } from "./replica-set";
import { readSnapshot } from "./snapshot";
import { createRunner, runTransaction, type Counter } from "./transactions";

const STATEMENT_TIMEOUT_MS = 5000;

/**
 * Opens the store. The first use connects to the database, so it may be unavailable before. `url` begins with
 * `mongodb:` or `mongodb+srv:`. Throws when the driver is missing or the URL names no database.
 */
export async function openMongodbStore({
  url,
  ...options
}: StoreOptions & { url: string }): Promise<OpenStore> {
  const timeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const database = await openMongoDatabase({ url, timeoutMs, poolSize: options.poolSize });
  const counter: Counter = { statements: 0 };
  const readState = () => readSchemaState(database);

  return assembleStore({
    tryWrite: options.tryWrite,
    calls: createCalls(database, createRunner(database, counter)),
    runTransaction: (work) =>
      runTransaction(database, counter, (runner) => work(createCalls(database, runner))),
    counter,
    probe: () => ping(database),
    readPool: () => database.readPool(),
    inspect: () => inspect(database),
    async migrate() {
      // Also a database that is complete may have been restored to a single server.
      await requireReplicaSet(database);
      await migrateOlder(readState, async () => {
        const { migrateUp } = await import("./migrate");
        await migrateUp(url, options.log);
      });
    },
    tryTable: () => tryCollection(database),
    readSchemaState: readState,
    markRestoring: (isRestoring) => markRestoring(database, isRestoring),
    snapshot: (work) => readSnapshot(database, counter, work),
    close: () => database.close(),
  });
}

async function inspect(database: MongoDatabase): Promise<StoreInspection> {
  const { version } = await database
    .connect()
    .then((db) => db.command({ buildInfo: 1 }))
    .catch((error: unknown) => {
      throw toStoreError(error, "buildInfo");
    });
  const pendingMigrations = await listPendingMigrations(database);
  return { version: `MongoDB ${String(version)}`, pendingMigrations, connectionLimit: null };
}

/** Its name is new each time, because a process that was killed meanwhile has left its collection. */
async function tryCollection({ connect }: MongoDatabase): Promise<void> {
  const name = `tried_${randomBytes(6).toString("hex")}`;
  try {
    const db = await connect();
    await db.createCollection(name);
    await db.dropCollection(name);
  } catch (error) {
    throw toStoreError(error, "createCollection");
  }
}

function ping({ connect }: MongoDatabase): Promise<unknown> {
  return connect()
    .then((db) => db.command({ ping: 1 }))
    .catch((error: unknown) => {
      throw toStoreError(error, "ping");
    });
}
