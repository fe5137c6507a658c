/** Which migrations a MongoDB database has had, and the mark of a restore in progress beside them. */
import type { Collection, Db } from "mongodb";
import { MIGRATIONS } from "../../../../migrations";
import type { SchemaState } from "../store";
import type { MongoDatabase } from "./connection";
import { toStoreError } from "./errors";

const DONE_COLLECTION = "migrations";
/** The id of a document that is there while a restore fills the database. */
const RESTORE_MARK = "restoring";

interface DoneDocument {
  _id: string;
  done_at: Date;
}

export function openDone(db: Db): Collection<DoneDocument> {
  return db.collection(DONE_COLLECTION);
}

/** The names of the migrations that are done, in order. */
export async function listDone(db: Db): Promise<string[]> {
  const done = await openDone(db)
    .find({ _id: { $ne: RESTORE_MARK } })
    .sort({ _id: 1 })
    .toArray();
  return done.map(({ _id }) => _id);
}

/** The names of the migrations that are still to run; all of them when that cannot be read. */
export async function listPendingMigrations({ connect }: MongoDatabase): Promise<string[]> {
  const done = new Set<string>(
    await connect()
      .then(listDone)
      .catch(() => []),
  );
  return MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
}

/** The schema is also `none` when the collection cannot be read: migrating then reports the reason. */
export async function readSchemaState({ connect }: MongoDatabase): Promise<SchemaState> {
  const rows = await connect()
    .then((db) => openDone(db).find().toArray())
    .catch(() => []);
  const done = new Set(rows.map(({ _id }) => _id));
  const isRestoring = done.delete(RESTORE_MARK);
  return { schema: compareSchema(done), isRestoring };
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

function compareSchema(done: ReadonlySet<string>): SchemaState["schema"] {
  const missing = MIGRATIONS.filter(({ name }) => !done.has(name));
  if (missing.length > 0) return done.size === 0 ? "none" : "older";
  return done.size > MIGRATIONS.length ? "newer" : "current";
}
