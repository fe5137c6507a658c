/** The connection to one MongoDB database: the driver's pool, its timeouts, and what counts as written and as read. */
import { setTimeout as pause } from "node:timers/promises";
import type { Collection, Db, MongoClient, MongoClientOptions } from "mongodb";
import { ENTITIES, type EntityName } from "../entities";
import type { StoredDocument } from "./documents";
import { loadMongodb } from "./mongodb-module";

/** The driver times out a little later than the server, so that the server's own error arrives first. */
const DRIVER_GRACE_MS = 500;
const POOL_SIZE = 10;
const IDLE_MS = 60_000;

/** Without a name the driver would use the database "test". */
const NAMES_DATABASE = /^mongodb(\+srv)?:\/\/[^/?]+\/[^/?]+/;

export interface MongoSettings {
  url: string;
  /** The timeout of a command, of waiting for a connection, and of repeating a transaction. */
  timeoutMs: number;
  /** The timeout of connecting to the server. Defaults to the timeout of a command. */
  connectTimeoutMs?: number;
  poolSize?: number;
}

export interface MongoDatabase {
  client: MongoClient;
  db: Db;
  timeoutMs: number;
  collection(entity: EntityName): Collection<StoredDocument>;
  close(): Promise<void>;
}

/** Loads the driver and contacts no server yet. Throws for a URL that the driver rejects or that names no database. */
export async function openMongoDatabase(settings: MongoSettings): Promise<MongoDatabase> {
  const { MongoClient } = await loadMongodb();
  const client = new MongoClient(settings.url, createOptions(settings));
  if (!NAMES_DATABASE.test(settings.url))
    throw new Error("the database URL must name a database, as mongodb://host/groundwork does");
  const db = client.db();
  return {
    client,
    db,
    timeoutMs: settings.timeoutMs,
    collection: (entity) => db.collection(ENTITIES[entity].table),
    // A server that hangs does not answer the end of its sessions either.
    close: () => Promise.race([client.close(), pause(settings.timeoutMs, undefined, { ref: false })]),
  };
}

/** These options win over those of the URL: the promises of the store depend on them. */
function createOptions({ timeoutMs, connectTimeoutMs = timeoutMs, poolSize }: MongoSettings) {
  return {
    appName: "groundwork",
    maxPoolSize: poolSize ?? POOL_SIZE,
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
