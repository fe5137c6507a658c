/** The connection to one MongoDB database: the driver's pool, its timeouts, and what counts as written and as read. */
import { setTimeout as pause } from "node:timers/promises";
import type { ClientSession, Collection, Db, MongoClient, MongoClientOptions } from "mongodb";
import { DATABASE_POOL_DEFAULT } from "~/domain/processes";
import { DATABASE_CLIENT_NAME } from "~/domain/stored-names";
import type { AnyEntity } from "../entity";
import type { PoolUse } from "../database";
import { StoreUnavailableError } from "../store";
import type { StoredDocument } from "./documents";
import { loadMongodb } from "./mongodb-module";
import { countConnections } from "./pool-use";
import { createTurns, type Turns } from "./turns";

/** The driver times out a little later than the server, so that the server's own error arrives first. */
const DRIVER_GRACE_MS = 500;
const IDLE_MS = 60_000;

/** Without a name the driver would use the database "test". */
const NAMES_DATABASE = /^mongodb(\+srv)?:\/\/[^/?]+\/[^/?]+/;

interface MongoSettings {
  url: string;
  /** The timeout of a command, of waiting for a connection, and of repeating a transaction. */
  timeoutMs: number;
  /** The timeout of connecting to the server. Defaults to the timeout of a command. */
  connectTimeoutMs?: number;
  poolSize?: number;
}

export interface MongoDatabase {
  /** Resolves when the database is connected, for commands outside of transactions. */
  connect(): Promise<Db>;
  /**
   * Returns a session for a transaction, which has other connections: a change outside of transactions waits on its
   * connection until the transaction that holds its row ends, and if all waited so, the transaction could not end.
   */
  startSession(): Promise<ClientSession>;
  /** A session whose reads all see the moment of its first one. */
  startSnapshot(): Promise<ClientSession>;
  readPool(): PoolUse;
  timeoutMs: number;
  /** Where transactions that met a conflict wait. */
  turns: Turns;
  /** Of the connections that the scope, a transaction or none, uses. */
  collection(entity: AnyEntity, scope: object | null): Collection<StoredDocument>;
  close(): Promise<void>;
}

/** Loads the driver and contacts no server yet. Throws for a URL that the driver rejects or that names no database. */
export async function openMongoDatabase(settings: MongoSettings): Promise<MongoDatabase> {
  const { MongoClient } = await loadMongodb();
  if (!NAMES_DATABASE.test(settings.url))
    throw new Error("the database URL must name a database, as mongodb://host/name does");
  const options = createOptions(settings);
  const [client, transactions] = [
    new MongoClient(settings.url, options),
    new MongoClient(settings.url, options),
  ];
  const [connect, connectTransactions] = [createConnector(client), createConnector(transactions)];
  const close = async () => {
    await Promise.all([client.close(), transactions.close()]);
  };
  return {
    connect: async () => (await connect()).db(),
    startSession: async () => (await connectTransactions()).startSession(),
    startSnapshot: async () => (await connect()).startSession({ snapshot: true }),
    readPool: countConnections([client, transactions], 2 * options.maxPoolSize),
    timeoutMs: settings.timeoutMs,
    turns: createTurns(
      settings.timeoutMs,
      () => new StoreUnavailableError("too many changes of the same rows at once", null),
    ),
    collection: (entity, scope) => (scope ? transactions : client).db().collection(entity.table),
    // A server that hangs does not answer the end of its sessions either.
    close: () => Promise.race([close(), pause(settings.timeoutMs, undefined, { ref: false })]),
  };
}

/** The driver connects by itself, but once: after a first failure every later command would fail, too. */
function createConnector(client: MongoClient): () => Promise<MongoClient> {
  let connected: Promise<MongoClient> | null = null;
  return () =>
    (connected ??= client.connect().catch((error: unknown) => {
      connected = null;
      throw error;
    }));
}

/** These options win over those of the URL: the promises of the store depend on them. */
function createOptions({ timeoutMs, connectTimeoutMs = timeoutMs, poolSize }: MongoSettings) {
  return {
    appName: DATABASE_CLIENT_NAME,
    maxPoolSize: poolSize ?? DATABASE_POOL_DEFAULT,
    maxIdleTimeMS: IDLE_MS,
    serverSelectionTimeoutMS: connectTimeoutMs,
    connectTimeoutMS: connectTimeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs + DRIVER_GRACE_MS,
    // A change counts when most members of the replica set have it, and only such changes are read: a failover takes
    // back nothing that anyone has seen.
    writeConcern: { w: "majority", wtimeoutMS: timeoutMs },
    readConcern: { level: "majority" },
    readPreference: "primary",
    retryReads: true,
    retryWrites: true,
  } satisfies MongoClientOptions;
}
