/** The store on an SQL database: SQLite, PostgreSQL, MySQL, MariaDB, SQL Server or Oracle. */
import { assembleStore, migrateOlder } from "../assemble-store";
import type { OpenStore, StoreInspection, StoreOptions } from "../database";
import type { Entity, StoredRow } from "../entity";
import type { FindOptions, Where } from "../conditions";
import type { StoreCalls } from "../store";
import { openDatabase, type Database } from "./database";
import { toStoreError } from "./errors";
import { selectFirstRows } from "./first-rows";
import { createInsertAllStatements } from "./insert-all";
import { createJoinedStatement, readJoined } from "./joined-statement";
import { listPendingMigrations, readSchemaState } from "./migrated";
import { createModels, type Models } from "./models";
import { createRestoreMark } from "./restore-mark";
import { readRow, type Row } from "./rows";
import { createRunner, runTransaction, type Counter, type Runner } from "./runner";
import { readSnapshot } from "./snapshot";
import { createStatements, type Statements } from "./statements";
import { tryTable } from "./try-table";
import { createTogetherStatement, readTogether, type AnyLookup } from "./together-statement";

const STATEMENT_TIMEOUT_MS = 5000;

/**
 * Opens the store. The first use connects to the database, so it may be unavailable before. `url` begins with
 * `sqlite:`, `postgres:`, `mysql:`, `mariadb:`, `mssql:` or `oracle:`. Throws when the driver is missing or the URL is of another kind.
 */
export async function openSequelizeStore({
  url,
  ...options
}: StoreOptions & { url: string }): Promise<OpenStore> {
  const timeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const database = await openDatabase({ url, timeoutMs, poolSize: options.poolSize });
  const counter: Counter = { statements: 0 };
  const makeCalls = createCalls(database, counter);
  const runner = createRunner(database, counter);
  const readState = () => readSchemaState(database);

  return assembleStore({
    tryWrite: options.tryWrite,
    calls: makeCalls(runner, false),
    runTransaction: (work) => runTransaction(database, counter, (inside) => work(makeCalls(inside, true))),
    counter,
    probe: () => database.select({ sql: database.dialect.versionQuery, bind: [] }),
    readPool: () => database.readPool(),
    inspect: () => inspect(database),
    migrate: () =>
      migrateOlder(readState, async () => {
        const { migrateUp } = await import("./migrate");
        await migrateUp(url, { log: options.log });
      }),
    tryTable: () => tryTable(database),
    readSchemaState: readState,
    markRestoring: createRestoreMark(database.dialect, runner),
    snapshot: (work) =>
      readSnapshot({ url, counter, makeReader: (reader) => makeCalls(reader, false), work }),
    close: () => database.close(),
  });
}

/**
 * Creates the port's calls over a runner. `isLocking` is whether it runs in a transaction, where the rows that are found
 * stay unchanged. On SQLite the first call but `selectFirstRows` loads Sequelize.
 */
function createCalls(
  database: Database,
  counter: Counter,
): (runner: Runner, isLocking: boolean) => StoreCalls {
  let writing: Promise<Writing> | undefined;
  const prepare = () => (writing ??= createWriting(database));

  return (runner, isLocking) => {
    const find = async <R extends StoredRow>(
      entity: Entity<R>,
      where: Where<R>,
      options: FindOptions<R> = {},
    ) => {
      const rows = await runner.select(
        (isLocking ? null : selectFirstRows(database.dialect, entity, { where, selection: options })) ??
          (await prepare()).statements.select(entity, where, { ...options, isLocking }),
      );
      return rows.map((row) => readRow(entity, row));
    };
    return {
      find,
      findOne: async (entity, where) => (await find(entity, where, { limit: 1 }))[0] ?? null,
      insert: async (entity, row) => runner.insert((await prepare()).statements.insert(entity, row)),
      insertAll: createInsertAll(database, { counter, runner, isLocking, prepare }),
      ...createCounts(runner, prepare),
      update: async (entity, where, changes) =>
        runner.update((await prepare()).statements.update(entity, where, changes)),
      remove: async (entity, where) => runner.remove((await prepare()).statements.remove(entity, where)),
      async findTogether(lookups) {
        const { models, statements } = await prepare();
        const parts = Object.values<AnyLookup>(lookups);
        const rows = await runner.select(createTogetherStatement(models, statements, parts));
        const lists = readTogether(parts, rows);
        // By their entities, the lists have the types that the port promises.
        return Object.fromEntries(Object.keys(lookups).map((key, index) => [key, lists[index]])) as never;
      },
      async findJoined(join, where) {
        const { models, statements } = await prepare();
        const [row] = await runner.select(createJoinedStatement(models, statements, { join, where }));
        // By its description, a found row has what the port promises.
        return row ? (readJoined(join, row) as never) : null;
      },
    };
  };
}

/** Sends as many statements as the database needs for the rows, in one transaction. */
function createInsertAll(
  database: Database,
  {
    counter,
    runner,
    isLocking,
    prepare,
  }: { counter: Counter; runner: Runner; isLocking: boolean; prepare: () => Promise<Writing> },
): StoreCalls["insertAll"] {
  return async (entity, rows) => {
    const { statements } = await prepare();
    const parts = createInsertAllStatements(database.dialect, statements.insert, { entity, rows });
    const insertParts = async (inner: Runner) => {
      for (const part of parts) await inner.insert(part);
    };
    if (parts.length > 1 && !isLocking) await runTransaction(database, counter, insertParts);
    else await insertParts(runner);
  };
}

/** Numbers instead of rows. */
function createCounts(
  runner: Runner,
  prepare: () => Promise<Writing>,
): Pick<StoreCalls, "count" | "countBy" | "countByDay" | "sumBy"> {
  return {
    async count(entity, where, options) {
      const { statements } = await prepare();
      return Number((await runner.select(statements.count(entity, where, options)))[0]?.rows);
    },
    async countBy(entity, where, field) {
      const { statements } = await prepare();
      return readGroups(await runner.select(statements.countBy(entity, where, field)));
    },
    async countByDay(entity, where, field) {
      const { statements } = await prepare();
      return readGroups(await runner.select(statements.countByDay(entity, where, field)));
    },
    async sumBy(entity, where, fields) {
      const { statements } = await prepare();
      return readGroups(await runner.select(statements.sumBy(entity, where, fields)));
    },
  };
}

function readGroups(rows: readonly Row[]): Map<string, number> {
  return new Map(rows.map((row) => [String(row.value), Number(row.rows)]));
}

/** The parts that write a database's statements. */
interface Writing {
  models: Models;
  statements: Statements;
}

async function createWriting(database: Database): Promise<Writing> {
  const models = await createModels(await database.sequelize(), database.dialect);
  return { models, statements: createStatements(models) };
}

async function inspect(database: Database): Promise<StoreInspection> {
  const { versionQuery, connectionLimitQuery, name } = database.dialect;
  const version = String(await selectValue(database, versionQuery));
  const limit = connectionLimitQuery ? Number(await selectValue(database, connectionLimitQuery)) : null;
  const server = name === "mysql" && /mariadb/i.test(version) ? "MariaDB" : SERVER_NAMES[name];
  const pendingMigrations = await listPendingMigrations(database);
  return { version: `${server} ${version}`, pendingMigrations, connectionLimit: limit };
}

async function selectValue(database: Database, sql: string): Promise<unknown> {
  const [row] = await database.select({ sql, bind: [] }).catch((error: unknown) => {
    throw toStoreError(error);
  });
  return Object.values(row ?? {})[0];
}

const SERVER_NAMES = {
  sqlite: "SQLite",
  postgres: "PostgreSQL",
  mysql: "MySQL",
  mssql: "SQL Server",
  oracle: "Oracle",
};
