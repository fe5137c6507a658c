/**
 * A stand-in for MongoDB that the official driver connects to: documents in memory, unique indexes, sessions and
 * transactions with snapshots and write conflicts. It is no MongoDB: it has no disk, no plans, no authentication, no
 * second member, and only the commands that the store sends. Queries, updates and aggregations are mingo's.
 */
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Timestamp, type Document } from "bson";
import { CATALOG_COMMANDS, getCollection, type Catalog } from "./catalog";
import { DOCUMENT_COMMANDS } from "./commands";
import { ServerError, toErrorReply } from "./server-error";
import { createSessions, type Sessions } from "./sessions";
import { BlockedError, createStorage, type Collection, type Storage, type Transaction } from "./storage";
import { serveConnection } from "./wire";

const SET_NAME = "rs0";
/** MongoDB 7.0. */
const WIRE_VERSION = 21;
const TIME_MAX_MS = 60_000;

export interface MongodbStandIn {
  port: number;
  /** The URL of a database of this name. */
  getUrl(name: string): string;
  /** Called before each command, by its name: may throw a ServerError, or wait. */
  intercept: ((name: string, command: Document) => Promise<void> | void) | null;
  close(): Promise<void>;
}

/** Starts it on a free port: as the primary of a replica set, or as a single server without transactions. */
export async function startMongodbStandIn({ isReplicaSet = true } = {}): Promise<MongodbStandIn> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.setNoDelay(true);
    serveConnection(socket, (command) => answer(state, command));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const storage = createStorage();
  const standIn: MongodbStandIn = {
    port,
    getUrl: (name) => `mongodb://127.0.0.1:${port}/${name}${isReplicaSet ? `?replicaSet=${SET_NAME}` : ""}`,
    intercept: null,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  const state: State = {
    standIn,
    isReplicaSet,
    storage,
    sessions: createSessions(storage),
    databases: new Map(),
  };
  return standIn;
}

interface State {
  standIn: MongodbStandIn;
  isReplicaSet: boolean;
  storage: Storage;
  sessions: Sessions;
  databases: Map<string, Catalog>;
}

async function answer(state: State, command: Document): Promise<Document> {
  const name = Object.keys(command)[0] ?? "";
  const isInTransaction = command.autocommit === false;
  try {
    if (/^(hello|isMaster|ismaster)$/.test(name)) return { ...createHello(state), ok: 1 };
    await state.standIn.intercept?.(name, command);
    return { ...(await run(state, name, command)), ok: 1 };
  } catch (error) {
    if (isInTransaction) state.sessions.abort(command);
    // A mistake of the stand-in must not look like a broken connection, which the driver would hide by trying again.
    const failure = error instanceof ServerError ? error : new ServerError(1, String(error));
    return toErrorReply(failure, isInTransaction);
  }
}

function createHello({ isReplicaSet, standIn: { port } }: State): Document {
  const me = `127.0.0.1:${port}`;
  return {
    ...(isReplicaSet && { setName: SET_NAME, setVersion: 1, hosts: [me], me, primary: me, secondary: false }),
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
  };
}

/** Runs the command, and again whenever a transaction that it had to wait for has ended. */
async function run(state: State, name: string, command: Document): Promise<Document> {
  const endsAt = Date.now() + Number(command.maxTimeMS ?? TIME_MAX_MS);
  for (;;) {
    try {
      return runOnce(state, name, command);
    } catch (error) {
      if (!(error instanceof BlockedError)) throw error;
      await Promise.race([
        error.by.ended,
        pause(Math.max(0, endsAt - Date.now()), undefined, { ref: false }),
      ]);
      if (Date.now() >= endsAt) throw new ServerError(50, "operation exceeded time limit");
    }
  }
}

function runOnce(state: State, name: string, command: Document): Document {
  if (command.autocommit === false && !state.isReplicaSet)
    throw new ServerError(20, "Transaction numbers are only allowed on a replica set member or mongos");
  if (["ping", "endSessions", "killCursors"].includes(name)) return {};
  if (name === "buildInfo") return { version: "7.0.0-stand-in" };
  if (name === "commitTransaction") return state.sessions.commit(command);
  if (name === "abortTransaction") return state.sessions.abort(command);
  const collections = getDatabase(state, String(command.$db));
  const onCatalog = CATALOG_COMMANDS[name];
  if (onCatalog) return onCatalog(collections, command);
  const onDocuments = DOCUMENT_COMMANDS[name];
  if (!onDocuments) throw new ServerError(59, `no such command: '${name}'`);
  const snapshot = openSnapshot(state.storage, command);
  const transaction = command.autocommit === false ? state.sessions.find(command) : snapshot;
  const open = (wanted: unknown) => ({ collection: getCollection(collections, String(wanted)), transaction });
  const reply = onDocuments({ storage: state.storage, open }, command);
  // Also a duplicate, which is part of an answer, ends the transaction.
  if (transaction && "writeErrors" in reply) state.sessions.abort(command);
  if (snapshot)
    Object.assign(reply.cursor as Document, { atClusterTime: new Timestamp({ t: snapshot.snapshot, i: 1 }) });
  return reply;
}

/** Of a session that reads one moment outside of transactions: the driver repeats the one that the first answer names. */
function openSnapshot(storage: Storage, { readConcern, autocommit }: Document): Transaction | null {
  const { level, atClusterTime } = (readConcern ?? {}) as { level?: string; atClusterTime?: Timestamp };
  if (level !== "snapshot" || autocommit === false) return null;
  return storage.snapshot(atClusterTime?.t);
}

function getDatabase({ databases }: State, name: string): Catalog {
  const existing: Catalog = databases.get(name) ?? new Map<string, Collection>();
  databases.set(name, existing);
  return existing;
}
