/**
 * Maps a failed statement to what it means for the product: a duplicate, an unavailable database, or a conflict to
 * retry.
 */
import type { BaseError } from "sequelize";
import type { AnyEntity } from "../entity";
import { toColumnName, toFieldName, indexName } from "../names";
import { DuplicateError, StoreUnavailableError } from "../store";
import { MARIADB_CODES, REFUSES_WRITES, UNAVAILABLE } from "./error-codes";
import { isSequelizeError } from "./sequelize-module";

/** PostgreSQL's error classes: connection, resources, operator intervention (shutdown, cancel), system. */
const UNAVAILABLE_CLASS = /^(08|53|57|58)/;

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

/** Converts a violated unique constraint of the changed entity to DuplicateError. Any other error is returned unchanged. */
export function toDuplicateError(error: unknown, entity: AnyEntity): unknown {
  if (!isSequelizeError(error, "UniqueConstraintError") && getErrorCode(error) !== ORACLE_DUPLICATE)
    return error;
  const cause = isSequelizeError(error, "BaseError") ? new StatementError(error) : error;
  return new DuplicateError(parseDuplicateFields(findDriverError(error) as Error, entity), cause);
}

/**
 * Converts an error of a statement to StoreUnavailableError, or to StatementError when it is not known. Any other error is
 * returned unchanged.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const storeError = isSequelizeError(error, "BaseError") ? new StatementError(error) : error;
  if (isConflict(error))
    return new StoreUnavailableError("too many changes of the same rows at once", storeError);
  if (!isUnavailable(error)) return storeError;
  const refusesWrites = REFUSES_WRITES.has(getErrorCode(error));
  return new StoreUnavailableError(toReason(storeError), storeError, { refusesWrites });
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

function parseDuplicateFields(violation: Error, { table, unique = [] }: AnyEntity): readonly string[] {
  const { message } = violation;
  const columns = /UNIQUE constraint failed: (.*)/.exec(message)?.[1];
  if (columns) return columns.split(", ").map((column) => toFieldName(column.slice(column.indexOf(".") + 1)));
  const index = "constraint" in violation ? String(violation.constraint) : parseKeyName(message);
  // The primary key's name differs between engines.
  return unique.find((fields) => indexName(table, fields.map(toColumnName), "unique") === index) ?? ["id"];
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
