/** The store on MongoDB: a replica set, or a sharded cluster. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  RestoreUnfinishedError,
  StoreUnavailableError,
  type Store,
  type StoreInspection,
  type StoreOptions,
} from "../store";
import { createCalls, type Calls } from "./calls";
import { openMongoDatabase, type MongoDatabase } from "./connection";
import { toStoreError } from "./errors";
import { listPendingMigrations, markRestoring, readSchemaState } from "./migrated";
import { requireReplicaSet } from "./replica-set";
import { createRunner, runTransaction, type Counter } from "./transactions";

const STATEMENT_TIMEOUT_MS = 5000;
const PING_TIMEOUT_MS = 2000;

/**
 * Opens the store. The first use connects to the database, so it may be unavailable before. `url` begins with
 * `mongodb:` or `mongodb+srv:`. Throws when the driver is missing or the URL names no database.
 */
export async function openMongodbStore({ url, ...options }: StoreOptions & { url: string }): Promise<Store> {
  const timeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const database = await openMongoDatabase({ url, timeoutMs, poolSize: options.poolSize });
  const counter: Counter = { statements: 0 };

  const createStore = (calls: Calls, transaction: Store["transaction"]): Store => ({
    ...calls,
    transaction,
    get statements() {
      return counter.statements;
    },
    ping: () => ping(database),
    async migrate() {
      // Also a database that is complete may have been restored to a single server.
      await requireReplicaSet(database);
      // Umzug is only loaded for a database that needs it.
      const { schema, isRestoring } = await readSchemaState(database);
      if (isRestoring) throw new RestoreUnfinishedError();
      // This version also runs on the schema of a newer one.
      if (schema === "current" || schema === "newer") return;
      const { migrateUp } = await import("./migrate");
      await migrateUp(url, options.log);
    },
    readPool: () => database.readPool(),
    inspect: () => inspect(database),
    tryTable: () => tryCollection(database),
    readSchemaState: () => readSchemaState(database),
    markRestoring: (isRestoring) => markRestoring(database, isRestoring),
    snapshot: () =>
      Promise.reject(new Error("a MongoDB database is backed up by mongodump, and not by this command")),
    close: () => database.close(),
  });
  return createStore(createCalls(database, createRunner(database, counter)), (work) =>
    runTransaction(database, counter, (runner) => {
      const calls = { ...createCalls(database, runner), findTogether: refuseInTransaction };
      const inner: Store = createStore(calls, (nested) => nested(inner));
      return work(inner);
    }),
  );
}

function refuseInTransaction(): Promise<never> {
  return Promise.reject(new TypeError("lists are not found together inside a transaction"));
}

async function inspect(database: MongoDatabase): Promise<StoreInspection> {
  const { version } = await database
    .connect()
    .then((db) => db.command({ buildInfo: 1 }))
    .catch((error: unknown) => {
      throw toStoreError(error, "buildInfo");
    });
  return { version: `MongoDB ${String(version)}`, pendingMigrations: await listPendingMigrations(database) };
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

async function ping({ connect }: MongoDatabase): Promise<void> {
  const late = pause(PING_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${PING_TIMEOUT_MS} ms`);
  });
  try {
    await Promise.race([connect().then((db) => db.command({ ping: 1 })), late]);
  } catch (failure) {
    const error = toStoreError(failure, "ping");
    if (error instanceof StoreUnavailableError) throw error;
    throw new StoreUnavailableError(error instanceof Error ? error.message : String(error), error);
  } finally {
    // It may still reject, and its error is not needed.
    late.catch(() => undefined);
  }
}
