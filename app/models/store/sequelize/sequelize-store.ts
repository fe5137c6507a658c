/** The store on an SQL database: SQLite, PostgreSQL, MySQL, MariaDB or SQL Server. */
import { setTimeout as pause } from "node:timers/promises";
import type { EntityName, Rows } from "../entities";
import {
  RestoreUnfinishedError,
  StoreUnavailableError,
  type FindOptions,
  type Store,
  type StoreInspection,
  type StoreOptions,
  type Where,
} from "../store";
import { openDatabase, type Database } from "./database";
import { toStoreError } from "./errors";
import { createInsertAllStatement } from "./insert-all";
import { createViewerStatements, readKeyViewer, readViewer } from "./joined-statement";
import { listPendingMigrations, readSchemaState } from "./migrated";
import { createModels, type Models } from "./models";
import { createRestoreMark } from "./restore-mark";
import { readRow, type Row } from "./rows";
import { createRunner, runTransaction, type Counter, type Runner } from "./runner";
import { readSnapshot } from "./snapshot";
import { createStatements, type Statements } from "./statements";
import { createTogetherStatement, readTogether, type AnyLookup } from "./together-statement";

const STATEMENT_TIMEOUT_MS = 5000;
const PING_TIMEOUT_MS = 2000;

/** The calls that are possible both inside a transaction and outside of it. */
type Calls = Pick<
  Store,
  | "insert"
  | "insertAll"
  | "findOne"
  | "find"
  | "findTogether"
  | "count"
  | "countBy"
  | "countByDay"
  | "sumBy"
  | "update"
  | "remove"
  | "findViewer"
  | "findKeyViewer"
>;

/**
 * Opens the store. The first use connects to the database, so it may be unavailable before. `url` begins with
 * `sqlite:`, `postgres:`, `mysql:`, `mariadb:` or `mssql:`. Throws when the driver is missing or the URL is of another kind.
 */
export async function openSequelizeStore({
  url,
  ...options
}: StoreOptions & { url: string }): Promise<Store> {
  const timeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const database = await openDatabase({ url, timeoutMs, poolSize: options.poolSize });
  const counter: Counter = { statements: 0 };
  const makeCalls = createCalls(database);
  const runner = createRunner(database, counter);

  const createStore = (calls: Calls, transaction: Store["transaction"]): Store => ({
    ...calls,
    transaction,
    get statements() {
      return counter.statements;
    },
    readPool: () => database.readPool(),
    inspect: () => inspect(database),
    ping: () => ping(database),
    async migrate() {
      const { schema, isRestoring } = await readSchemaState(database);
      if (isRestoring) throw new RestoreUnfinishedError();
      // This version also runs on the schema of a newer one.
      if (schema === "current" || schema === "newer") return;
      const { migrateUp } = await import("./migrate");
      await migrateUp(url, options.log);
    },
    readSchemaState: () => readSchemaState(database),
    markRestoring: createRestoreMark(database.dialect, runner),
    snapshot: (work) =>
      readSnapshot({ url, counter, makeReader: (reader) => makeCalls(reader, false), work }),
    close: () => database.close(),
  });
  return createStore(makeCalls(runner, false), (work) =>
    runTransaction(database, counter, (runner) => {
      const calls = { ...makeCalls(runner, true), findTogether: refuseInTransaction };
      const inner: Store = createStore(calls, (nested) => nested(inner));
      return work(inner);
    }),
  );
}

/**
 * Creates the port's calls over a runner. `isLocking` is whether the rows that are found stay unchanged, because a
 * transaction may change them. The first call loads Sequelize.
 */
function createCalls(database: Database): (runner: Runner, isLocking: boolean) => Calls {
  let writing: Promise<Writing> | undefined;
  const prepare = () => (writing ??= createWriting(database));

  return (runner, isLocking) => {
    const find = async <E extends EntityName>(
      entity: E,
      where: Where<Rows[E]>,
      options: FindOptions<Rows[E]> = {},
    ) => {
      const { statements } = await prepare();
      const rows = await runner.select(statements.select(entity, where, { ...options, isLocking }));
      return rows.map((row) => readRow(entity, row));
    };
    return {
      find,
      findOne: async (entity, where) => (await find(entity, where, { limit: 1 }))[0] ?? null,
      insert: async (entity, row) => runner.insert((await prepare()).statements.insert(entity, row)),
      async insertAll(entity, rows) {
        if (rows.length === 0) return;
        const { statements } = await prepare();
        await runner.insert(createInsertAllStatement(statements.insert, entity, rows));
      },
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
      ...createLookups(runner, prepare),
    };
  };
}

/** Numbers instead of rows. */
function createCounts(
  runner: Runner,
  prepare: () => Promise<Writing>,
): Pick<Calls, "count" | "countBy" | "countByDay" | "sumBy"> {
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

/** The look-ups that each request makes. */
function createLookups(
  runner: Runner,
  prepare: () => Promise<Writing>,
): Pick<Calls, "findViewer" | "findKeyViewer"> {
  return {
    async findViewer(by) {
      const [row] = await runner.select((await prepare()).viewers.viewer(by));
      return row ? readViewer(row) : null;
    },
    async findKeyViewer({ tokenHash }) {
      const [row] = await runner.select((await prepare()).viewers.keyViewer(tokenHash));
      return row ? readKeyViewer(row) : null;
    },
  };
}

/** What writes a database's statements. */
interface Writing {
  models: Models;
  statements: Statements;
  viewers: ReturnType<typeof createViewerStatements>;
}

async function createWriting(database: Database): Promise<Writing> {
  const models = await createModels(await database.sequelize(), database.dialect);
  return { models, statements: createStatements(models), viewers: createViewerStatements(models) };
}

function refuseInTransaction(): Promise<never> {
  return Promise.reject(new TypeError("lists are not found together inside a transaction"));
}

async function inspect(database: Database): Promise<StoreInspection> {
  const { versionQuery, name } = database.dialect;
  const [row] = await database.select({ sql: versionQuery, bind: [] }).catch((error: unknown) => {
    throw toStoreError(error);
  });
  const version = String(Object.values(row ?? {})[0]);
  const server = name === "mysql" && /mariadb/i.test(version) ? "MariaDB" : SERVER_NAMES[name];
  return { version: `${server} ${version}`, pendingMigrations: await listPendingMigrations(database) };
}

const SERVER_NAMES = { sqlite: "SQLite", postgres: "PostgreSQL", mysql: "MySQL", mssql: "SQL Server" };

async function ping(database: Database): Promise<void> {
  const timer = new AbortController();
  const late = pause(PING_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${PING_TIMEOUT_MS} ms`);
  });
  try {
    await Promise.race([database.select({ sql: "SELECT 1", bind: [] }), late]);
  } catch (error) {
    throw new StoreUnavailableError(error instanceof Error ? error.message : String(error), error);
  } finally {
    timer.abort();
    // Aborting rejects the pending promise, and its error is not needed.
    late.catch(() => undefined);
  }
}
