/**
 * Migrates a database to the current schema: each migration once, in order, even when several processes start at
 * once.
 */
import type { Transaction } from "sequelize";
import { MigrationError, Umzug } from "umzug";
import { MIGRATIONS } from "../../../../migrations";
import { date, string } from "../entity";
import type { Schema } from "../schema";
import type { StoreLog } from "../store";
import { openDatabase, pin, type Database } from "./database";
import { toStoreError } from "./errors";
import { DONE_TABLE, RESTORE_MARK } from "./migrated";
import { createSchemaEditor } from "./schema-editor";

/** Changing a large table takes long, and so does waiting for another process that does it. */
const TIMEOUT_MS = 10 * 60 * 1000;
const CONNECT_TIMEOUT_MS = 5000;

/** Runs the migrations that this database has not had, up to and including `to`. Throws the errors of the store. */
export function migrateUp(url: string, { log, to }: { log?: StoreLog; to?: string } = {}): Promise<void> {
  return withMigrator(url, (umzug) => umzug.up({ to }), log);
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
  const database = await openDatabase({
    url,
    timeoutMs: TIMEOUT_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    poolSize: 1,
  });
  try {
    await runExclusively(database, async (connection) => work(await createUmzug(database, connection, log)));
  } catch (error) {
    throw toStoreError(error instanceof MigrationError ? error.cause : error);
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
  const { begin, commit, lockMigrations, unlockMigrations } = database.dialect;
  const lease = await database.lease();
  const sequelize = await database.sequelize();
  const connection = await pin(sequelize, lease.connection);
  const send = (sql: string) => sequelize.query(sql, { transaction: connection });
  try {
    await send(begin);
    const [locks] = lockMigrations ? await send(lockMigrations) : [[]];
    if ((locks as { locked?: unknown }[])[0]?.locked === 0)
      throw new Error("another process has been migrating for too long");
    await work(connection);
    await send(commit);
    if (unlockMigrations) await send(unlockMigrations);
    lease.release();
  } catch (error) {
    // Closing the connection also ends its transaction and its lock.
    lease.discard();
    throw error;
  }
}

async function createUmzug(
  database: Database,
  connection: Transaction,
  log?: StoreLog,
): Promise<Umzug<Schema>> {
  const tables = (await database.sequelize()).getQueryInterface();
  const schema = createSchemaEditor(database.dialect, tables, connection);
  await schema.createTable(DONE_TABLE, { columns: { id: string(190), done_at: date() } });
  return new Umzug<Schema>({
    migrations: MIGRATIONS.map(({ name, up, down }) => ({
      name,
      up: ({ context }) => up(context),
      down: ({ context }) => down(context),
    })),
    context: schema,
    storage: {
      async logMigration({ name }) {
        const done_at = database.dialect.encode(new Date());
        await tables.bulkInsert(DONE_TABLE, [{ id: name, done_at }], { transaction: connection });
        log?.("migrated", { name });
      },
      async unlogMigration({ name }) {
        await tables.bulkDelete(DONE_TABLE, { id: name }, { transaction: connection });
        log?.("migration undone", { name });
      },
      executed: async () => listDone(await tables.select(null, DONE_TABLE, { transaction: connection })),
    },
    logger: undefined,
  });
}

function listDone(rows: object[]): string[] {
  const ids = (rows as { id: string }[]).map(({ id }) => id);
  return ids.filter((id) => id !== RESTORE_MARK).sort();
}
