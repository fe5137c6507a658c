/** Which migrations a MongoDB database has had, and the mark of a restore in progress next to them. */
import type { Collection, Db } from "mongodb";
import { DONE_TABLE, listPending, RESTORE_MARK, toSchemaState } from "../done-migrations";
import type { SchemaState } from "../database";
import type { MongoDatabase } from "./connection";
import { isUnavailable, toStoreError } from "./errors";

interface DoneDocument {
  _id: string;
  done_at: Date;
}

export function openDone(db: Db): Collection<DoneDocument> {
  return db.collection(DONE_TABLE);
}

/** The ids of the collection, oldest first: the names of finished migrations, and the mark of a restore. */
export async function listIds(db: Db): Promise<string[]> {
  return (await openDone(db).find().sort({ done_at: 1, _id: 1 }).toArray()).map(({ _id }) => _id);
}

/** The names of the migrations that are still to run; all of them when that cannot be read. Throws StoreUnavailableError. */
export async function listPendingMigrations(database: MongoDatabase): Promise<string[]> {
  return listPending(await readIds(database));
}

/** The schema is also `none` when the database refuses to read the collection. Throws StoreUnavailableError. */
export async function readSchemaState(database: MongoDatabase): Promise<SchemaState> {
  return toSchemaState(await readIds(database));
}

/** Marking twice, and removing a mark that is not there, change nothing. */
export async function markRestoring({ connect }: MongoDatabase, isRestoring: boolean): Promise<void> {
  try {
    const done = openDone(await connect());
    if (!isRestoring) await done.deleteOne({ _id: RESTORE_MARK });
    else
      await done.updateOne(
        { _id: RESTORE_MARK },
        { $setOnInsert: { done_at: new Date() } },
        { upsert: true },
      );
  } catch (error) {
    throw toStoreError(error, "mark a restore");
  }
}

function readIds({ connect }: MongoDatabase): Promise<string[]> {
  return connect()
    .then(listIds)
    .catch((error: unknown) => {
      if (isUnavailable(error)) throw toStoreError(error, "find in the migrations");
      return [];
    });
}
