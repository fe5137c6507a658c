/** The store on an SQL database: SQLite, PostgreSQL, MySQL or MariaDB. */
import { setTimeout as pause } from "node:timers/promises";
import type { EntityName, Rows } from "../entities";
import {
  RestoreUnfinishedError,
  StoreUnavailableError,
  type FindOptions,
  type Store,
  type StoreOptions,
  type Where,
} from "../store";
import { openDatabase, type Database } from "./database";
import { createInsertAllStatement } from "./insert-all";
import { readSchemaState } from "./migrated";
import { createRestoreMark } from "./restore-mark";
import { readRow } from "./rows";
import { createKeyViewerStatement, readKeyViewer } from "./key-viewer-statement";
import { createRunner, runTransaction, type Counter, type Runner } from "./runner";
import { readSnapshot } from "./snapshot";
import { createStatements } from "./statements";
import { createTogetherStatement, readTogether, type AnyLookup } from "./together-statement";
import { createViewerStatement, readViewer } from "./viewer-statement";

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
  const runner = createRunner(database, counter);

  const createStore = (calls: Calls, transaction: Store["transaction"]): Store => ({
    ...calls,
    transaction,
    get statements() {
      return counter.statements;
    },
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
    snapshot: (work) => readSnapshot({ url, counter, makeReader: (reader) => makeCalls(reader, ""), work }),
    close: () => database.close(),
  });
  return createStore(makeCalls(runner, ""), (work) =>
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
      async insertAll(entity, rows) {
        if (rows.length > 0) await runner.insert(createInsertAllStatement(statements.insert, entity, rows));
      },
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
