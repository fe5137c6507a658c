/** What a failed statement means to the product: a duplicate, a database that is away, or something to try again. */
import { BaseError, ConnectionError, TimeoutError, UniqueConstraintError } from "sequelize";
import { ENTITIES } from "../entities";
import { columnOf, fieldOf, indexName } from "../names";
import { DuplicateError, StoreUnavailableError } from "../store";

/** PostgreSQL's error classes: connection, resources, intervention (shutting down, cancelled), system. */
const UNAVAILABLE_CLASS = /^(08|53|57|58)/;

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
  // The network and the file system
  ..."ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND".split(" "),
  ..."EAI_AGAIN ENOTDIR EACCES EROFS ENOSPC EMFILE".split(" "),
  // Node: a socket that broke off between a statement and the one before it
  ..."ERR_STREAM_DESTROYED ERR_STREAM_WRITE_AFTER_END ERR_SOCKET_CLOSED".split(" "),
]);

/** MariaDB's own errors, which MySQL's driver knows by their numbers alone. mariadb.com/kb/en/mariadb-error-codes */
const MARIADB_CODES: Record<number, string | undefined> = {
  1927: "ER_CONNECTION_KILLED",
  1969: "ER_STATEMENT_TIMEOUT",
};

/** Two transactions got in each other's way, and one of them must start over. */
const TRY_AGAIN = new Set(["40001", "40P01", "ER_LOCK_DEADLOCK", "ER_CHECKREAD"]);

/** What the drivers say, without a code, when a connection broke off. */
const BROKEN_OFF =
  /connection terminated|closed state|connection is closed|read timeout|not queryable|socket/i;

/**
 * What the database said of a statement, with the statement and without the values that it was given: errors end up in
 * logs, and the values are addresses, hashes and sealed secrets.
 */
class StatementError extends Error {
  readonly code: string;
  constructor(error: BaseError) {
    super(withoutValues(error));
    this.name = "StatementError";
    this.code = codeOf(error);
  }
}

/**
 * The error to throw for what a statement threw: DuplicateError, StoreUnavailableError, or a StatementError where
 * nobody foresaw it. What did not come from a statement stays what it is.
 */
export function failureOf(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const told = error instanceof BaseError ? new StatementError(error) : error;
  if (error instanceof UniqueConstraintError) return new DuplicateError(duplicateFields(error), told);
  if (isConflict(error)) return new StoreUnavailableError("too many changes of the same rows at once", told);
  if (isUnavailable(error)) return new StoreUnavailableError(reasonOf(told), told);
  return told;
}

/** Whether the work may succeed when it is simply done again. */
export function isConflict(error: unknown): boolean {
  return TRY_AGAIN.has(codeOf(error));
}

/** Whether nobody knows what became of the connection. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  const code = codeOf(error);
  return UNAVAILABLE.has(code) || (code.length === 5 && UNAVAILABLE_CLASS.test(code)) || brokeOff(error);
}

function brokeOff(error: unknown): boolean {
  const cause = causeOf(error);
  return code(cause) === "" && cause instanceof Error && BROKEN_OFF.test(cause.message);
}

function codeOf(error: unknown): string {
  return code(causeOf(error));
}

function code(error: unknown): string {
  const { code: named, errno = 0 } = (error ?? {}) as { code?: string | number; errno?: number };
  return String(named ?? MARIADB_CODES[errno] ?? "");
}

/** Sequelize wraps what the driver threw, and the store wraps that. */
function causeOf(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return causeOf(error.cause);
  return error instanceof BaseError && "parent" in error ? error.parent : error;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Drivers repeat values: some as they were given, MySQL in quotes and cut off. Shorter ones give nobody away. */
function withoutValues(error: BaseError): string {
  const { message, parameters, sql } = causeOf(error) as Error & { parameters?: object; sql?: string };
  const values = Object.values(parameters ?? {}).filter((value) => typeof value === "string");
  const said = values
    .filter(({ length }) => length > 2)
    .reduce((text: string, value) => text.replaceAll(value, GIVEN), message)
    .replace(/\b(entry|value:?) '.*'(?= for | at |$)/gs, `$1 ${GIVEN}`);
  return sql === undefined ? said : `${said} in: ${sql}`;
}

const GIVEN = "[value]";

function duplicateFields(error: UniqueConstraintError): readonly string[] {
  const { message } = error.parent;
  const columns = /UNIQUE constraint failed: (.*)/.exec(message)?.[1];
  if (columns) return columns.split(", ").map((column) => fieldOf(column.slice(column.indexOf(".") + 1)));
  const index = "constraint" in error.parent ? String(error.parent.constraint) : keyNamedIn(message);
  // The primary key has a name of its own on each engine.
  return UNIQUE_FIELDS.get(index) ?? ["id"];
}

/** MySQL: `Duplicate entry 'x' for key 'users.users_email_claim_unique'`; older versions leave the table out. */
function keyNamedIn(message: string): string {
  return /for key '(?:[^'.]*\.)?([^'.]*)'$/.exec(message)?.[1] ?? "";
}

const UNIQUE_FIELDS = new Map<string, readonly string[]>(
  Object.values(ENTITIES).flatMap(
    ({ table, unique }: { table: string; unique?: readonly (readonly string[])[] }) =>
      (unique ?? []).map((fields) => [indexName(table, fields.map(columnOf), "unique"), fields] as const),
  ),
);
