/** Connections to one SQL database through Sequelize: the pool, its timeouts, and exclusive connections. */
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Connection } from "mysql2";
import type { Options, Sequelize, Transaction } from "sequelize";
import { StoreUnavailableError, type PoolUse } from "../store";
import { DIALECTS, type Dialect, type DialectName } from "./dialects";
import { loadMysqlDriver } from "./mysql-driver";
import type { Row } from "./rows";
import { loadSequelize } from "./sequelize-module";
import { loadSqliteDriver } from "./sqlite-driver";
import type { Statement } from "./statements";
import { createWriteQueue } from "./write-queue";

/** The driver times out a little later than the server, so that the server's own error arrives first. */
const DRIVER_GRACE_MS = 500;
const POOL_SIZE = 10;
const IDLE_MS = 60_000;
/** Lists of many lengths create many statements, and a server keeps 16,382 of them for all its connections. */
const PREPARED_MAX = 250;

export interface DatabaseSettings {
  url: string;
  /** The timeout of a statement, and of waiting for a connection or for the write lock. */
  timeoutMs: number;
  /** The timeout of connecting to the server. Defaults to the timeout of a statement. */
  connectTimeoutMs?: number;
  poolSize?: number;
}

export interface Database {
  dialect: Dialect;
  /** Sends everything but the selects of SQLite, which loads Sequelize with the first call of this. */
  sequelize(): Promise<Sequelize>;
  /** SQLite allows one writer at a time: a writer must hold the lease. */
  hasOneWriter: boolean;
  /** Runs a select outside of any transaction. */
  select(statement: Statement): Promise<Row[]>;
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
  const options =
    dialect.name === "postgres" ? await createPostgresOptions(settings) : await createMysqlOptions(settings);
  const { Sequelize } = await loadSequelize();
  const sequelize = new Sequelize(settings.url.replace(/^mariadb:/, "mysql:"), {
    ...options,
    ...getCommonOptions(),
    pool: { max: settings.poolSize ?? POOL_SIZE, acquire: connectTimeout(settings), idle: IDLE_MS },
  });
  return createPooledDatabase(dialect, sequelize, settings.timeoutMs);
}

function parseDialectName(scheme: string): DialectName {
  if (scheme === "mysql" || scheme === "mariadb") return "mysql";
  if (scheme === "postgres" || scheme === "postgresql") return "postgres";
  if (scheme === "sqlite") return "sqlite";
  throw new Error(`no SQL database is available for ${scheme}:`);
}

function connectTimeout({ connectTimeoutMs, timeoutMs }: DatabaseSettings): number {
  return connectTimeoutMs ?? timeoutMs;
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
    select: (statement) => reader.select(statement),
    readPool: () => null,
    async lease() {
      const release = await turn();
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
    select: ({ sql, bind }) => sequelize.query<Row>(sql, { type: QueryTypes.SELECT, bind }),
    readPool() {
      const { using: used, available: idle, waiting, maxSize: max } = (connections as PooledManager).pool;
      return { used, idle, waiting, max };
    },
    async lease() {
      const connection = await connections.getConnection({ type: "write" });
      return {
        connection,
        release: () => connections.releaseConnection(connection),
        // Not awaited: a server that hangs does not answer the disconnect either.
        discard: () => void connections.destroyConnection(connection).catch(() => undefined),
      };
    },
    close: () => Promise.race([sequelize.close(), pause(timeoutMs, undefined, { ref: false })]),
  };
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
  return Object.assign(new Transaction(sequelize, {}), { connection });
}

/** With the version given, Sequelize opens no connection to ask for it. */
interface ServerOptions extends Options {
  databaseVersion: string;
}

async function createPostgresOptions(settings: DatabaseSettings): Promise<ServerOptions> {
  const { timeoutMs } = settings;
  const { default: driver } = await import("pg");
  return {
    dialectModule: driver,
    databaseVersion: "12.0.0",
    dialectOptions: {
      application_name: "groundwork",
      keepAlive: true,
      connectionTimeoutMillis: connectTimeout(settings),
      statement_timeout: timeoutMs,
      lock_timeout: timeoutMs,
      idle_in_transaction_session_timeout: timeoutMs * 2,
      query_timeout: timeoutMs + DRIVER_GRACE_MS,
    },
  };
}

async function createMysqlOptions(settings: DatabaseSettings): Promise<ServerOptions> {
  const { timeoutMs } = settings;
  return {
    dialectModule: await loadMysqlDriver(timeoutMs + DRIVER_GRACE_MS),
    databaseVersion: "8.0.17",
    dialectOptions: {
      charset: "utf8mb4",
      connectTimeout: connectTimeout(settings),
      maxPreparedStatements: PREPARED_MAX,
      multipleStatements: false,
      // An update counts the rows that matched, changed or not. The server may not request local files.
      flags: ["FOUND_ROWS", "-LOCAL_FILES"],
    },
    hooks: { afterConnect: (connection) => prepareMysql(connection as Connection, timeoutMs) },
  };
}

/** Each of MariaDB and MySQL has its own kind of comment for statements that only it should run. */
async function prepareMysql(connection: Connection, timeoutMs: number): Promise<void> {
  const seconds = Math.ceil(timeoutMs / 1000);
  const settings = [
    "sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
    `innodb_lock_wait_timeout = ${seconds}`,
  ];
  const own = `/*M!, max_statement_time = ${seconds} */ /*!50708 , max_execution_time = ${timeoutMs} */`;
  const send = (sql: string) =>
    new Promise<void>((resolve, reject) => {
      connection.query(sql, (error) => (error ? reject(error) : resolve()));
    });
  await send(`SET SESSION ${settings.join(", ")} ${own}`);
  await send("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
}
