/** The store on an SQL database: SQLite, PostgreSQL, MySQL or MariaDB. */
import { setTimeout as pause } from "node:timers/promises";
import type { EntityName, Rows } from "../entities";
import {
  StoreUnavailableError,
  type FindOptions,
  type Store,
  type StoreInspection,
  type StoreOptions,
  type Where,
} from "../store";
import { openDatabase, type Database } from "./database";
import { isMigrated, listPendingMigrations } from "./migrated";
import { toStoreError } from "./errors";
import { readRow } from "./rows";
import { createKeyViewerStatement, readKeyViewer } from "./key-viewer-statement";
import { createRunner, runTransaction, type Counter, type Runner } from "./runner";
import { createStatements } from "./statements";
import { createTogetherStatement, readTogether, type AnyLookup } from "./together-statement";
import { createViewerStatement, readViewer } from "./viewer-statement";

const STATEMENT_TIMEOUT_MS = 5000;
const PING_TIMEOUT_MS = 2000;

/** The calls that are possible both inside a transaction and outside of it. */
type Calls = Pick<
  Store,
  | "insert"
  | "findOne"
  | "find"
  | "findTogether"
  | "count"
  | "countBy"
  | "update"
  | "remove"
  | "findViewer"
  | "findKeyViewer"
>;

/**
 * Opens the store. The first use connects to the database, so it may be unavailable before. `url` begins with
 * `sqlite:`, `postgres:`, `mysql:` or `mariadb:`. Throws when the driver is missing or the URL is of another kind.
 */
export async function openSequelizeStore({
  url,
  ...options
}: StoreOptions & { url: string }): Promise<Store> {
  const timeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const database = await openDatabase({ url, timeoutMs, poolSize: options.poolSize });
  const counter: Counter = { statements: 0 };
  const makeCalls = createCalls(database);

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
      if (await isMigrated(database)) return;
      const { migrateUp } = await import("./migrate");
      await migrateUp(url, options.log);
    },
    close: () => database.close(),
  });
  return createStore(makeCalls(createRunner(database, counter), ""), (work) =>
    runTransaction(database, counter, (runner) => {
      const calls = { ...makeCalls(runner, database.dialect.lockRows), findTogether: refuseInTransaction };
      const inner: Store = createStore(calls, (nested) => nested(inner));
      return work(inner);
    }),
  );
}

/** Creates the port's calls over a runner. `lockRows` ends each select whose rows the transaction may change. */
function createCalls(database: Database): (runner: Runner, lockRows: string) => Calls {
  const statements = createStatements(database.dialect);
  const viewerStatement = createViewerStatement(database.dialect);
  const keyViewerStatement = createKeyViewerStatement(database.dialect);

  return (runner, lockRows) => {
    const find = async <E extends EntityName>(
      entity: E,
      where: Where<Rows[E]>,
      options: FindOptions<Rows[E]> = {},
    ) => {
      const { sql, bind } = statements.select(entity, where, options);
      const rows = await runner.select({ sql: sql + lockRows, bind });
      return rows.map((row) => readRow(entity, row));
    };
    return {
      find,
      findOne: async (entity, where) => (await find(entity, where, { limit: 1 }))[0] ?? null,
      insert: async (entity, row) => runner.insert(statements.insert(entity, row)),
      count: async (entity, where, options) =>
        Number((await runner.select(statements.count(entity, where, options)))[0]?.rows),
      async countBy(entity, where, field) {
        const rows = await runner.select(statements.countBy(entity, where, field));
        return new Map(rows.map((row) => [String(row.value), Number(row.rows)]));
      },
      update: async (entity, where, changes) => runner.change(statements.update(entity, where, changes)),
      remove: async (entity, where) => runner.change(statements.remove(entity, where)),
      async findTogether(lookups) {
        const parts = Object.values<AnyLookup>(lookups);
        const rows = await runner.select(createTogetherStatement(database.dialect, parts));
        const lists = readTogether(parts, rows);
        // By their entities, the lists have the types that the port promises.
        return Object.fromEntries(Object.keys(lookups).map((key, index) => [key, lists[index]])) as never;
      },
      async findViewer(by) {
        const [row] = await runner.select(viewerStatement(by));
        return row ? readViewer(row) : null;
      },
      async findKeyViewer({ tokenHash }) {
        const [row] = await runner.select(keyViewerStatement(tokenHash));
        return row ? readKeyViewer(row) : null;
      },
    };
  };
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

const SERVER_NAMES = { sqlite: "SQLite", postgres: "PostgreSQL", mysql: "MySQL" };

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
