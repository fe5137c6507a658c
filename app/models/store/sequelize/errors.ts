/**
 * Maps a failed statement to what it means for the product: a duplicate, an unavailable database, or a conflict to
 * retry.
 */
import type { BaseError } from "sequelize";
import { ENTITIES } from "../entities";
import { toColumnName, toFieldName, indexName } from "../names";
import { DuplicateError, StoreUnavailableError } from "../store";
import { isSequelizeError } from "./sequelize-module";

/** PostgreSQL's error classes: connection, resources, operator intervention (shutdown, cancel), system. */
const UNAVAILABLE_CLASS = /^(08|53|57|58)/;

/**
 * SQL Server's errors by their numbers: out of space, read-only, shutting down, locked for too long, not available (Azure's as
 * well). learn.microsoft.com/sql/relational-databases/errors-events
 */
const SQL_SERVER_UNAVAILABLE = [
  823, 824, 825, 922, 952, 983, 1105, 1222, 3906, 4060, 6005, 9002, 10928, 10929, 17142, 40197, 40501, 40613,
];

/**
 * Oracle's errors by their numbers: too many sessions, ended or locked for too long, starting up or shutting down, a file or
 * the network that fails, out of memory, out of space, read-only. docs.oracle.com/error-help/db
 */
const ORACLE_UNAVAILABLE = [
  18, 20, 28, 54, 257, 1012, 1013, 1033, 1034, 1035, 1089, 1090, 1092, 1109, 1110, 1115, 1456, 1536, 1555,
  1578, 1628, 1631, 1632, 1650, 1652, 1653, 1654, 1658, 1659, 1688, 1691, 1692, 2391, 2396, 2399, 3113, 3114,
  3135, 3136, 4030, 4031, 12520, 12528, 12537, 12547, 12570, 12571, 16000, 19502, 19809, 30006, 30036,
];

/** Its driver's: a connection that is closed or fails, a call that takes too long. */
const ORACLE_DRIVER_UNAVAILABLE = [3, 123, 500, 501, 503, 506, 510, 511, 512, 515, 521];

const UNAVAILABLE = new Set<string>([
  // PostgreSQL: lock not available, read-only transaction, idle in transaction for too long
  ..."55P03 25006 25P03".split(" "),
  // SQLite
  ..."SQLITE_BUSY SQLITE_LOCKED SQLITE_READONLY SQLITE_IOERR SQLITE_FULL SQLITE_CANTOPEN".split(" "),
  ..."SQLITE_CORRUPT SQLITE_NOTADB SQLITE_MISUSE SQLITE_PROTOCOL SQLITE_INTERRUPT".split(" "),
  // MySQL and MariaDB
  ..."ER_LOCK_WAIT_TIMEOUT ER_OPTION_PREVENTS_STATEMENT ER_STATEMENT_TIMEOUT ER_QUERY_TIMEOUT".split(" "),
  ..."ER_CON_COUNT_ERROR ER_SERVER_SHUTDOWN ER_DISK_FULL ER_RECORD_FILE_FULL ER_QUERY_INTERRUPTED".split(" "),
  ..."ER_CONNECTION_KILLED ER_READ_ONLY_MODE PROTOCOL_CONNECTION_LOST PROTOCOL_SEQUENCE_TIMEOUT".split(" "),
  ..."ER_TOO_MANY_USER_CONNECTIONS ER_USER_LIMIT_REACHED ER_CLIENT_INTERACTION_TIMEOUT".split(" "),
  ..."ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION".split(" "),
  // SQL Server
  ..."ETIMEOUT ESOCKET ECONNCLOSED EINVALIDSTATE ELOGIN ECLOSE".split(" "),
  ...SQL_SERVER_UNAVAILABLE.map((number) => `EREQUEST ${number}`),
  // Oracle
  ...ORACLE_UNAVAILABLE.map((number) => `ORA-${String(number).padStart(5, "0")}`),
  ...ORACLE_DRIVER_UNAVAILABLE.map((number) => `NJS-${String(number).padStart(3, "0")}`),
  // The network and the file system
  ..."ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND".split(" "),
  ..."EAI_AGAIN ENOTDIR EACCES EROFS ENOSPC EMFILE".split(" "),
  // Node: a socket that closed between one statement and the next
  ..."ERR_STREAM_DESTROYED ERR_STREAM_WRITE_AFTER_END ERR_SOCKET_CLOSED".split(" "),
]);

/** MariaDB's own errors, which MySQL's driver reports only as numbers. mariadb.com/kb/en/mariadb-error-codes */
const MARIADB_CODES: Record<number, string | undefined> = {
  1927: "ER_CONNECTION_KILLED",
  1969: "ER_STATEMENT_TIMEOUT",
};

/** Two transactions conflicted, and one of them must start again. */
const RETRYABLE_CODES = new Set([
  ...["40001", "40P01", "ER_LOCK_DEADLOCK", "ER_CHECKREAD", "EREQUEST 1205"],
  ...["ORA-00060", "ORA-08177"],
]);

/** Sequelize knows every other engine's, as UniqueConstraintError. */
const ORACLE_DUPLICATE = "ORA-00001";

/** The drivers' messages, without a code, for a lost connection. */
const CONNECTION_LOST =
  /connection terminated|closed state|connection is closed|read timeout|not queryable|socket/i;

/**
 * The database's message about a statement, with its SQL and without its values: errors are logged, and the values
 * are emails, hashes and encrypted secrets.
 */
class StatementError extends Error {
  readonly code: string;
  constructor(error: BaseError) {
    super(redactValues(error));
    this.name = "StatementError";
    this.code = getErrorCode(error);
  }
}

/**
 * Converts an error of a statement to DuplicateError, StoreUnavailableError, or StatementError when it is not
 * known. Any other error is returned unchanged.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const storeError = isSequelizeError(error, "BaseError") ? new StatementError(error) : error;
  if (isSequelizeError(error, "UniqueConstraintError") || getErrorCode(error) === ORACLE_DUPLICATE)
    return new DuplicateError(parseDuplicateFields(findDriverError(error) as Error), storeError);
  if (isConflict(error))
    return new StoreUnavailableError("too many changes of the same rows at once", storeError);
  if (isUnavailable(error)) return new StoreUnavailableError(toReason(storeError), storeError);
  return storeError;
}

/** Whether the same work may succeed when it is repeated. */
export function isConflict(error: unknown): boolean {
  return RETRYABLE_CODES.has(getErrorCode(error));
}

/** Whether the state of the connection is unknown. */
export function isUnavailable(error: unknown): boolean {
  if (isSequelizeError(error, "ConnectionError") || isSequelizeError(error, "TimeoutError")) return true;
  const readErrorCode = getErrorCode(error);
  return (
    UNAVAILABLE.has(readErrorCode) ||
    (readErrorCode.length === 5 && UNAVAILABLE_CLASS.test(readErrorCode)) ||
    isConnectionLost(error)
  );
}

function isConnectionLost(error: unknown): boolean {
  const cause = findDriverError(error);
  return readErrorCode(cause) === "" && cause instanceof Error && CONNECTION_LOST.test(cause.message);
}

function getErrorCode(error: unknown): string {
  return readErrorCode(findDriverError(error));
}

function readErrorCode(error: unknown): string {
  const {
    code: named,
    errno = 0,
    number,
  } = (error ?? {}) as { code?: string | number; errno?: number; number?: number };
  // SQL Server's driver has one code for every error of a statement.
  if (named === "EREQUEST") return `EREQUEST ${number ?? ""}`.trim();
  return String(named ?? MARIADB_CODES[errno] ?? "");
}

/** Sequelize wraps the driver's error, and the store wraps Sequelize's. */
function findDriverError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return findDriverError(error.cause);
  return isSequelizeError(error, "BaseError") && "parent" in error ? error.parent : error;
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Drivers repeat values in their messages: some unchanged, MySQL quoted and cut. Values that are shorter reveal
 * nothing.
 */
function redactValues(error: BaseError): string {
  const { message, parameters, sql } = findDriverError(error) as Error & {
    parameters?: object;
    sql?: string;
  };
  const values = Object.values(parameters ?? {}).filter((value) => typeof value === "string");
  const text = values
    .filter(({ length }) => length > 2)
    .reduce((text: string, value) => text.replaceAll(value, QUOTED_VALUE), message)
    .replace(/\bkey value is \(.*\)/s, `key value is (${QUOTED_VALUE})`)
    .replace(/\b(entry|value:?) '.*'(?= for | at |$)/gs, `$1 ${QUOTED_VALUE}`);
  return sql === undefined ? text : `${text} in: ${sql}`;
}

const QUOTED_VALUE = "[value]";

function parseDuplicateFields(violation: Error): readonly string[] {
  const { message } = violation;
  const columns = /UNIQUE constraint failed: (.*)/.exec(message)?.[1];
  if (columns) return columns.split(", ").map((column) => toFieldName(column.slice(column.indexOf(".") + 1)));
  const index = "constraint" in violation ? String(violation.constraint) : parseKeyName(message);
  // The primary key's name differs between engines.
  return UNIQUE_FIELDS.get(index) ?? ["id"];
}

/**
 * MySQL: `Duplicate entry 'x' for key 'users.users_email_claim_unique'`. Older versions leave out the table. SQL Server:
 * `Cannot insert duplicate key row in object 'dbo.users' with unique index 'users_email_claim_unique'. …`
 */
function parseKeyName(message: string): string {
  const [, mysql, sqlServer] =
    /for key '(?:[^'.]*\.)?([^'.]*)'$|with unique index '([^']*)'/.exec(message) ?? [];
  return mysql ?? sqlServer ?? "";
}

const UNIQUE_FIELDS = new Map<string, readonly string[]>(
  Object.values(ENTITIES).flatMap(
    ({ table, unique }: { table: string; unique?: readonly (readonly string[])[] }) =>
      (unique ?? []).map((fields) => [indexName(table, fields.map(toColumnName), "unique"), fields] as const),
  ),
);
