/** The drivers' codes of errors that are no fault of a statement. */

/**
 * SQL Server's errors by their numbers: shutting down, locked for too long, not available (Azure's as well).
 * learn.microsoft.com/sql/relational-databases/errors-events
 */
const SQL_SERVER_UNAVAILABLE = [
  823, 824, 825, 922, 952, 983, 1222, 4060, 6005, 10928, 10929, 17142, 40197, 40501, 40613,
];
/** Out of space, read-only. */
const SQL_SERVER_REFUSES_WRITES = [1101, 1105, 3906, 9002];

/**
 * Oracle's errors by their numbers: too many sessions, ended or locked for too long, starting up or shutting down, a file or
 * the network that fails, out of memory. docs.oracle.com/error-help/db
 */
const ORACLE_UNAVAILABLE = [
  18, 20, 28, 54, 1012, 1013, 1033, 1034, 1035, 1089, 1090, 1092, 1109, 1110, 1115, 1555, 1578, 2391, 2396,
  2399, 3113, 3114, 3135, 3136, 4030, 4031, 12520, 12528, 12537, 12547, 12570, 12571, 30006,
];
/** Out of space, read-only. */
const ORACLE_REFUSES_WRITES = [
  257, 1456, 1536, 1628, 1631, 1632, 1650, 1652, 1653, 1654, 1658, 1659, 1688, 1691, 1692, 16000, 19502,
  19809, 30036,
];

/** Its driver's: a connection that is closed or fails, a call that takes too long. */
const ORACLE_DRIVER_UNAVAILABLE = [3, 123, 500, 501, 503, 506, 510, 511, 512, 515, 521];

/** The database is full, or read-only: no write can succeed before that ends, and reads may well. */
export const REFUSES_WRITES = new Set<string>([
  // PostgreSQL: disk full, read-only transaction, a file that cannot be written
  ..."53100 25006 58030".split(" "),
  ..."SQLITE_FULL SQLITE_READONLY SQLITE_IOERR".split(" "),
  // MySQL and MariaDB
  ..."ER_DISK_FULL ER_RECORD_FILE_FULL ER_ERROR_ON_WRITE ER_GET_ERRNO".split(" "),
  ..."ER_OPTION_PREVENTS_STATEMENT ER_READ_ONLY_MODE ER_INNODB_READ_ONLY".split(" "),
  ..."ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION".split(" "),
  ...SQL_SERVER_REFUSES_WRITES.map(toSqlServerCode),
  ...ORACLE_REFUSES_WRITES.map(toOracleCode),
  // The file system
  ..."ENOSPC EROFS EDQUOT".split(" "),
]);

export const UNAVAILABLE = new Set<string>([
  ...REFUSES_WRITES,
  // PostgreSQL: lock not available, idle in transaction for too long
  ..."55P03 25P03".split(" "),
  ..."SQLITE_BUSY SQLITE_LOCKED SQLITE_CANTOPEN".split(" "),
  ..."SQLITE_CORRUPT SQLITE_NOTADB SQLITE_MISUSE SQLITE_PROTOCOL SQLITE_INTERRUPT".split(" "),
  // MySQL and MariaDB
  ..."ER_LOCK_WAIT_TIMEOUT ER_STATEMENT_TIMEOUT ER_QUERY_TIMEOUT".split(" "),
  ..."ER_CON_COUNT_ERROR ER_SERVER_SHUTDOWN ER_QUERY_INTERRUPTED".split(" "),
  ..."ER_CONNECTION_KILLED PROTOCOL_CONNECTION_LOST PROTOCOL_SEQUENCE_TIMEOUT".split(" "),
  ..."ER_TOO_MANY_USER_CONNECTIONS ER_USER_LIMIT_REACHED ER_CLIENT_INTERACTION_TIMEOUT".split(" "),
  // SQL Server
  ..."ETIMEOUT ESOCKET ECONNCLOSED EINVALIDSTATE ELOGIN ECLOSE".split(" "),
  ...SQL_SERVER_UNAVAILABLE.map(toSqlServerCode),
  // Oracle
  ...ORACLE_UNAVAILABLE.map(toOracleCode),
  ...ORACLE_DRIVER_UNAVAILABLE.map((number) => `NJS-${String(number).padStart(3, "0")}`),
  // The network and the file system
  ..."ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND".split(" "),
  ..."EAI_AGAIN ENOTDIR EACCES EMFILE".split(" "),
  // Node: a socket that closed between one statement and the next
  ..."ERR_STREAM_DESTROYED ERR_STREAM_WRITE_AFTER_END ERR_SOCKET_CLOSED".split(" "),
]);

/** MariaDB's own errors, which MySQL's driver reports only as numbers. mariadb.com/kb/en/mariadb-error-codes */
export const MARIADB_CODES: Record<number, string | undefined> = {
  1927: "ER_CONNECTION_KILLED",
  1969: "ER_STATEMENT_TIMEOUT",
};

function toSqlServerCode(number: number): string {
  return `EREQUEST ${number}`;
}

function toOracleCode(number: number): string {
  return `ORA-${String(number).padStart(5, "0")}`;
}
