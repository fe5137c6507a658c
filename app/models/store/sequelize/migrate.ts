/**
 * Migrates a database to the current schema: each migration once, in order, even when several processes start at
 * once.
 */
import type { Transaction } from "sequelize";
import { DONE_TABLE, listInTime, type DoneRow } from "../done-migrations";
import { date, string } from "../entity";
import { runPending, undo, type Migrated, type MigrationRange } from "../migrator";
import type { StoreLog } from "../database";
import { openDatabase, pin, type Database, type Lease } from "./database";
import { toStoreError } from "./errors";
import { createSchemaEditor } from "./schema-editor";

/** Changing a large table takes long, and so does waiting for another process that does it. */
const TIMEOUT_MS = 10 * 60 * 1000;
const CONNECT_TIMEOUT_MS = 5000;
/** One for the changes, and one for the lock where it is apart. */
const POOL_SIZE = 2;

/** Runs the migrations that this database has not had, up to and including `to`. Throws the errors of the store. */
export function migrateUp(
  url: string,
  { log, ...range }: MigrationRange & { log?: StoreLog } = {},
): Promise<void> {
  return withLockedDatabase(url, (database) => runPending({ ...database, log }, range));
}

/** Undoes migrations, the one that ran last first, down to and including `to`; all of them without it. Data is lost. */
export function migrateDown(url: string, range: MigrationRange = {}): Promise<void> {
  return withLockedDatabase(url, (database) => undo(database, range));
}

async function withLockedDatabase(url: string, work: (database: Migrated) => Promise<void>): Promise<void> {
  const database = await openDatabase({
    url,
    timeoutMs: TIMEOUT_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    poolSize: POOL_SIZE,
  });
  try {
    await runExclusively(database, async (connection) => work(await prepareMigrated(database, connection)));
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await database.close();
  }
}

/**
 * Runs all migrations in one transaction where the database can roll back schema changes, and in one process at a
 * time everywhere.
 */
async function runExclusively(
  database: Database,
  work: (connection: Transaction) => Promise<unknown>,
): Promise<void> {
  const { begin, commit, lockMigrations, unlockMigrations, locksApart } = database.dialect;
  const lease = await database.lease();
  let keeper = lease;
  const sequelize = await database.sequelize();
  const connection = await pin(sequelize, lease.connection);
  const send = async (sql: string, { connection }: Lease) =>
    sequelize.query(sql, { transaction: await pin(sequelize, connection) });
  try {
    if (locksApart) keeper = await database.lease();
    await send(begin, lease);
    const [locks] = lockMigrations ? await send(lockMigrations, keeper) : [[]];
    if ((locks as { locked?: unknown }[])[0]?.locked === 0)
      throw new Error("another process has been migrating for too long");
    await work(connection);
    await send(commit, lease);
    if (unlockMigrations) await send(unlockMigrations, keeper);
    lease.release();
    if (locksApart) keeper.release();
  } catch (error) {
    // Closing the connections also ends their transactions and the lock.
    lease.discard();
    if (keeper !== lease) keeper.discard();
    throw error;
  }
}

/** The table of finished migrations is created when it is not there. */
async function prepareMigrated(database: Database, transaction: Transaction): Promise<Migrated> {
  const tables = (await database.sequelize()).getQueryInterface();
  const schema = createSchemaEditor(database.dialect, tables, transaction);
  await schema.createTable(DONE_TABLE, { columns: { id: string(190), done_at: date() } });
  return {
    schema,
    done: {
      async list() {
        return listInTime((await tables.select(null, DONE_TABLE, { transaction })) as DoneRow[]);
      },
      add(name) {
        const done_at = database.dialect.encode(new Date());
        return tables.bulkInsert(DONE_TABLE, [{ id: name, done_at }], { transaction });
      },
      remove: (name) => tables.bulkDelete(DONE_TABLE, { id: name }, { transaction }),
    },
  };
}
