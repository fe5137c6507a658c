/**
 * Migrates a MongoDB database to the current schema: each migration once, in order, even when several processes start
 * at once. No transaction contains it: an interrupted migration is run again.
 */
import type { Db } from "mongodb";
import { MigrationError, Umzug } from "umzug";
import { MIGRATIONS } from "../../../../migrations";
import type { Schema } from "../schema";
import type { StoreLog } from "../store";
import { openMongoDatabase } from "./connection";
import { toStoreError } from "./errors";
import { listDone, openDone } from "./migrated";
import { runWithLock } from "./migration-lock";
import { requireReplicaSet } from "./replica-set";
import { createSchemaEditor } from "./schema-editor";

/** Building an index of a large collection takes long. */
const TIMEOUT_MS = 10 * 60 * 1000;
const CONNECT_TIMEOUT_MS = 5000;

/** Runs the migrations that this database has not had. Throws the errors of the store. */
export function migrateUp(url: string, log?: StoreLog): Promise<void> {
  return withMigrator(url, (umzug) => umzug.up(), log);
}

/** Undoes migrations, the newest first, down to and including `to`; all of them without it. Data is lost. */
export function migrateDown(url: string, { to }: { to?: string } = {}): Promise<void> {
  return withMigrator(url, (umzug) => umzug.down({ to: to ?? 0 }));
}

async function withMigrator(
  url: string,
  work: (umzug: Umzug<Schema>) => Promise<unknown>,
  log?: StoreLog,
): Promise<void> {
  const database = await openMongoDatabase({
    url,
    timeoutMs: TIMEOUT_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    poolSize: 2,
  });
  try {
    await requireReplicaSet(database);
    const db = await database.connect();
    await runWithLock(db, (requireLock) => work(createUmzug(db, requireLock, log)));
  } catch (error) {
    throw toStoreError(error instanceof MigrationError ? error.cause : error, "migrate");
  } finally {
    await database.close();
  }
}

function createUmzug(db: Db, requireLock: () => Promise<void>, log?: StoreLog): Umzug<Schema> {
  const done = openDone(db);
  return new Umzug<Schema>({
    migrations: MIGRATIONS.map(({ name, up, down }) => ({
      name,
      up: ({ context }) => requireLock().then(() => up(context)),
      down: ({ context }) => requireLock().then(() => down(context)),
    })),
    context: createSchemaEditor(db),
    storage: {
      async logMigration({ name }) {
        await done.insertOne({ _id: name, done_at: new Date() });
        log?.("migrated", { name });
      },
      async unlogMigration({ name }) {
        await done.deleteOne({ _id: name });
        log?.("migration undone", { name });
      },
      executed: () => listDone(db),
    },
    logger: undefined,
  });
}
