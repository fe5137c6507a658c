/** Options of the drivers of database servers: their timeouts, and the settings of each new session. */
import type { Connection } from "mysql2";
import type * as oracledb from "oracledb";
import type { Options } from "sequelize";
import type * as tedious from "tedious";
import { DATABASE_CLIENT_NAME } from "~/domain/stored-names";
import { loadMysqlDriver } from "./mysql-driver";
import { loadOracleDriver, prepareOracle } from "./oracle-driver";
import { loadPostgresDriver } from "./postgres-driver";

/** The driver times out a little later than the server, so that the server's own error arrives first. */
const DRIVER_GRACE_MS = 500;
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

/** With the version given, Sequelize opens no connection to ask for it. */
interface ServerOptions extends Options {
  databaseVersion: string;
}

export function connectTimeout({ connectTimeoutMs, timeoutMs }: DatabaseSettings): number {
  return connectTimeoutMs ?? timeoutMs;
}

export async function createPostgresOptions(settings: DatabaseSettings): Promise<ServerOptions> {
  const { timeoutMs } = settings;
  return {
    dialectModule: await loadPostgresDriver(),
    databaseVersion: "12.0.0",
    dialectOptions: {
      application_name: DATABASE_CLIENT_NAME,
      keepAlive: true,
      connectionTimeoutMillis: connectTimeout(settings),
      statement_timeout: timeoutMs,
      lock_timeout: timeoutMs,
      idle_in_transaction_session_timeout: timeoutMs * 2,
      query_timeout: timeoutMs + DRIVER_GRACE_MS,
    },
  };
}

export async function createMysqlOptions(settings: DatabaseSettings): Promise<ServerOptions> {
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

/** `?trustServerCertificate=true` in the URL accepts a server that signs its certificate itself. */
export async function createSqlServerOptions(settings: DatabaseSettings): Promise<ServerOptions> {
  const { timeoutMs } = settings;
  const trusts = new URL(settings.url).searchParams.get("trustServerCertificate") === "true";
  const driver = await import("tedious").catch((cause: unknown) => {
    throw new Error("SQL Server needs the package tedious: npm install tedious@19", { cause });
  });
  return {
    dialectModule: driver.default,
    databaseVersion: "15.0.0",
    dialectOptions: {
      options: {
        appName: DATABASE_CLIENT_NAME,
        encrypt: true,
        trustServerCertificate: trusts,
        connectTimeout: connectTimeout(settings),
        requestTimeout: timeoutMs + DRIVER_GRACE_MS,
      },
    },
    hooks: {
      async afterConnect(connection) {
        await prepareSqlServer(connection as tedious.Connection, { timeoutMs, Request: driver.Request });
      },
    },
  };
}

/** `?connectString=tcps://host:2484/service` in the URL connects by TLS, as every other way that the driver knows. */
export async function createOracleOptions(settings: DatabaseSettings): Promise<ServerOptions> {
  const { timeoutMs } = settings;
  const seconds = Math.ceil(connectTimeout(settings) / 1000);
  return {
    dialectModule: await loadOracleDriver(timeoutMs),
    databaseVersion: "19.0.0",
    dialectOptions: { connectTimeout: seconds, transportConnectTimeout: seconds },
    hooks: { afterConnect: (connection) => prepareOracle(connection as oracledb.Connection, timeoutMs) },
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

function prepareSqlServer(
  connection: tedious.Connection,
  { timeoutMs, Request }: { timeoutMs: number; Request: typeof tedious.Request },
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.execSqlBatch(
      new Request(`SET LOCK_TIMEOUT ${timeoutMs}`, (error) => (error ? reject(error) : resolve())),
    );
  });
}
