/** Reads all rows as they were at one moment, without a transaction: those end after a minute. */
import type { ClientSession } from "mongodb";
import type { SnapshotReader } from "../database";
import { StoreUnavailableError } from "../store";
import type { MongoDatabase } from "./connection";
import { readDocument } from "./documents";
import { toStoreError } from "./errors";
import { createFilter, createQuery } from "./filters";
import { isMongoError } from "./mongodb-module";
import type { Counter } from "./transactions";

/** Of a command. */
const TIMEOUT_MS = 10 * 60 * 1000;
/** The server has the moment no longer. */
const SNAPSHOT_TOO_OLD = 239;

/** Resolves with what `work` returns. Throws its errors, and those of the store. */
export async function readSnapshot<T>(
  database: MongoDatabase,
  counter: Counter,
  work: (reader: SnapshotReader) => Promise<T>,
): Promise<T> {
  const session = await database.startSnapshot().catch((error: unknown) => {
    throw toStoreError(error, "start a snapshot");
  });
  try {
    return await work(createReader(database, counter, session));
  } finally {
    await session.endSession();
  }
}

function createReader(database: MongoDatabase, counter: Counter, session: ClientSession): SnapshotReader {
  const run = async <T>(command: string, send: () => Promise<T>): Promise<T> => {
    counter.statements += 1;
    try {
      return await send();
    } catch (error) {
      throw toSnapshotError(error, command);
    }
  };
  // The client's own read concern would be sent instead of the session's. The driver adds the moment to the object.
  const createOptions = () => ({
    session,
    maxTimeMS: TIMEOUT_MS,
    readConcern: { level: "snapshot" } as const,
  });
  return {
    find: (entity, where, options = {}) =>
      run(`find ${entity.table}`, async () => {
        const { filter, sort, limit } = createQuery(entity, where, options);
        const found = database
          .collection(entity, null)
          .find(filter, { sort, limit, batchSize: limit, ...createOptions() });
        return (await found.toArray()).map((document) => readDocument(entity, document));
      }),
    count: (entity, where, { atMost } = {}) =>
      run(`count ${entity.table}`, () =>
        database
          .collection(entity, null)
          .countDocuments(createFilter(entity, where), { limit: atMost, ...createOptions() }),
      ),
  };
}

function toSnapshotError(error: unknown, command: string): unknown {
  const failure = toStoreError(error, command);
  if (!isMongoError(error, "MongoServerError") || error.code !== SNAPSHOT_TOO_OLD) return failure;
  return new StoreUnavailableError(
    "MongoDB keeps the rows of one moment for minSnapshotHistoryWindowInSeconds, 300 by default, and this took longer: raise it",
    failure,
  );
}
