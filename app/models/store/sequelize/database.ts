/** Connections to one SQL database through Sequelize: the pool, its timeouts, and exclusive connections. */
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Options, Sequelize, Transaction } from "sequelize";
import { DATABASE_POOL_DEFAULT } from "~/domain/processes";
import type { PoolUse } from "../database";
import { StoreUnavailableError } from "../store";
import { DIALECTS, type Dialect, type DialectName } from "./dialects";
import type { Row } from "./rows";
import { loadSequelize } from "./sequelize-module";
import {
  connectTimeout,
  createMysqlOptions,
  createOracleOptions,
  createPostgresOptions,
  createSqlServerOptions,
  type DatabaseSettings,
} from "./server-options";
import { loadSqliteDriver, type SqliteConnection } from "./sqlite-driver";
import { toSqliteParameters } from "./sqlite-reader";
import type { Statement } from "./statements";
import { createWriteQueue } from "./write-queue";

const IDLE_MS = 60_000;
const ACQUIRE_PART = 0.6;

export interface Database {
  dialect: Dialect;
  /** Sends everything but the selects of SQLite, which loads Sequelize with the first call of this. */
  sequelize(): Promise<Sequelize>;
  /** SQLite allows one writer at a time: a writer must hold the lease. */
  hasOneWriter: boolean;
  /** Runs a select: over this connection, or outside of any transaction. */
  select(statement: Statement, connection?: object): Promise<Row[]>;
  /** Null without a pool. */
  readPool(): PoolUse | null;
  /** Returns an exclusive connection. Throws when none becomes free in time. */
  lease(): Promise<Lease>;
  close(): Promise<void>;
}

export interface Lease {
  connection: object;
  release(): void;
  /** Drops the connection, because its state is unknown. */
  discard(): void;
}

/** Loads the driver. The first statement opens the first connection. Throws for an unknown URL. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const scheme = settings.url.slice(0, settings.url.indexOf(":"));
  const dialect = DIALECTS[parseDialectName(scheme)];
  if (dialect.name === "sqlite") return openSqlite(dialect, settings);
  const options = await SERVER_OPTIONS[dialect.name](settings);
  const { Sequelize } = await loadSequelize();
  const sequelize = new Sequelize(settings.url.replace(/^mariadb:/, "mysql:"), {
    ...options,
    ...getCommonOptions(),
    pool: {
      max: settings.poolSize ?? DATABASE_POOL_DEFAULT,
      // Shorter than a statement's timeout: where a server hangs, a call waits for a connection first, and for its answer then.
      acquire: connectTimeout(settings) * ACQUIRE_PART,
      idle: IDLE_MS,
    },
  });
  return createPooledDatabase(dialect, sequelize, settings.timeoutMs);
}

const SERVER_OPTIONS = {
  postgres: createPostgresOptions,
  mysql: createMysqlOptions,
  mssql: createSqlServerOptions,
  oracle: createOracleOptions,
};

function parseDialectName(scheme: string): DialectName {
  if (scheme === "mysql" || scheme === "mariadb") return "mysql";
  if (scheme === "postgres" || scheme === "postgresql") return "postgres";
  if (scheme === "sqlite" || scheme === "mssql" || scheme === "oracle") return scheme;
  throw new Error(`no SQL database is available for ${scheme}:`);
}

/**
 * Disables Sequelize's own retries, each of which would wait for the whole timeout. The store decides about
 * retries.
 */
function getCommonOptions(): Options {
  return { logging: false, retry: { max: 1 }, benchmark: false };
}

async function openSqlite(dialect: Dialect, { url, timeoutMs }: DatabaseSettings): Promise<Database> {
  const file = resolve(url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, ""));
  const driver = await loadSqliteDriver(file, timeoutMs);
  let sequelize: Promise<Sequelize> | undefined;
  const createSequelize = async () => {
    const { Sequelize } = await loadSequelize();
    const options = { dialect: "sqlite", storage: file, dialectModule: driver.module } as const;
    return new Sequelize({ ...getCommonOptions(), ...options });
  };
  const writer = driver.connect();
  const reader = driver.read();
  const turn = createWriteQueue(
    timeoutMs,
    () => new StoreUnavailableError("it is busy with other writes", null),
  );
  return {
    dialect,
    sequelize: () => (sequelize ??= createSequelize()),
    hasOneWriter: true,
    // Not by Sequelize, which would ask for the columns of each table before it reads from it.
    select: (statement, connection) =>
      connection === undefined ? reader.select(statement) : selectOver(writer, statement),
    readPool: () => null,
    async lease() {
      const askedAt = performance.now();
      const release = await turn();
      // What is left of its time: a file that another process keeps locked must not cost a request the time twice.
      writer.waitForLock(Math.max(0, askedAt + timeoutMs - performance.now()));
      const discard = () => {
        writer.reset();
        release();
      };
      return { connection: writer, release, discard };
    },
    async close() {
      await reader.close();
      await new Promise((done) => {
        writer.close(done);
      });
      await (await sequelize)?.close();
    },
  };
}

async function createPooledDatabase(
  dialect: Dialect,
  sequelize: Sequelize,
  timeoutMs: number,
): Promise<Database> {
  const { QueryTypes } = await loadSequelize();
  const connections = sequelize.connectionManager;
  return {
    dialect,
    sequelize: () => Promise.resolve(sequelize),
    hasOneWriter: false,
    async select(statement, connection) {
      const { sql, bind } = dialect.finish?.(statement) ?? statement;
      const transaction = connection ? await pin(sequelize, connection) : null;
      const rows = await sequelize.query<Row>(sql, { type: QueryTypes.SELECT, bind, transaction });
      return dialect.decodeText ? rows.map((row) => decodeTexts(row, dialect)) : rows;
    },
    readPool() {
      const { using: used, available: idle, waiting, maxSize: max } = (connections as PooledManager).pool;
      return { used, idle, waiting, max };
    },
    async lease() {
      const connection = await connections.getConnection({ type: "write" });
      markAsTransaction(connection, true);
      return {
        connection,
        release() {
          markAsTransaction(connection, false);
          connections.releaseConnection(connection);
        },
        // Not awaited: a server that hangs does not answer the disconnect either.
        discard: () => void connections.destroyConnection(connection).catch(() => undefined),
      };
    },
    close: () => Promise.race([sequelize.close(), pause(timeoutMs, undefined, { ref: false })]),
  };
}

/** Over a connection without this mark of its own transactions, Sequelize commits each of Oracle's statements at once. */
function markAsTransaction(connection: object, isTransaction: boolean): void {
  Object.assign(connection, { uuid: isTransaction ? "leased" : undefined });
}

/** The part of Sequelize's connection manager that its types leave out: the pool, of the package sequelize-pool. */
type PooledManager = Sequelize["connectionManager"] & {
  pool: Record<"using" | "available" | "waiting" | "maxSize", number>;
};

/**
 * Makes Sequelize send a statement over this connection. Sequelize's own transactions are not used: they print to
 * the console when a commit fails, and open a new SQLite file for each transaction.
 */
export async function pin(sequelize: Sequelize, connection: object): Promise<Transaction> {
  const { Transaction } = await loadSequelize();
  return Object.assign(new Transaction(sequelize, {}), { connection, rollback: leaveToRunner });
}

/**
 * After a deadlock on MySQL, Sequelize rolls the statement's transaction back and returns its connection to the pool. The lease
 * does both: a connection that was returned twice would serve two transactions at once.
 */
const leaveToRunner = () => Promise.resolve();

function selectOver(connection: SqliteConnection, { sql, bind }: Statement): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    connection.all(sql, toSqliteParameters(bind), (error, rows) =>
      error ? reject(error) : resolve(rows as Row[]),
    );
  });
}

function decodeTexts(row: Row, { decodeText = (text) => text }: Dialect): Row {
  const entries = Object.entries(row);
  return Object.fromEntries(
    entries.map(([column, value]) => [column, typeof value === "string" ? decodeText(value) : value]),
  );
}
