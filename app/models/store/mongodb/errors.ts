/** Maps an error of MongoDB or its driver to what it means for the product: a duplicate, an unavailable database, a conflict. */
import { DuplicateError, StoreUnavailableError } from "../store";
import { fromKey } from "./documents";
import { isMongoError } from "./mongodb-module";

/** The advice where transactions are impossible. */
export const REPLICA_SET_NEEDED =
  "MongoDB must run as a replica set, because a single server has no transactions: start it with --replSet rs0 and run rs.initiate() once; one member is enough";

const DUPLICATE_KEY = 11000;
/** The server's answer to a transaction when it belongs to no replica set. */
const ILLEGAL_OPERATION = 20;

/** github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const UNAVAILABLE = new Set([
  // Not found, unreachable, network timeout, lock timeout, exceeded its time
  ...[6, 7, 24, 50, 89, 262, 9001],
  // Write concern: failed, cannot be met; no space left
  ...[64, 100, 14031],
  // Changed or missing primary, shutting down, interrupted
  ...[91, 189, 10058, 10107, 11600, 11601, 11602, 13435, 13436],
  // Write conflict; the transaction has ended
  ...[112, 251],
]);

/** No space left; the server is no primary. */
const REFUSES_WRITES = new Set([14031, 10107]);

/** The driver's errors about a connection that is not there: selection, pool, time. */
const UNAVAILABLE_NAMES =
  /^Mongo(Network|ServerSelection|WaitQueueTimeout|PoolCleared|PoolClosed|ConnectionPool|TopologyClosed|NotConnected|ClientClosed|OperationTimeout|ServerClosed)/;

/**
 * The error of MongoDB or its driver about a command, without its message: that repeats values, which are emails,
 * hashes and encrypted secrets.
 */
class CommandError extends Error {
  readonly code: string;
  constructor(reason: string, command: string, code: string) {
    super(`${reason} in: ${command}`);
    this.name = "CommandError";
    this.code = code;
  }
}

/**
 * Converts an error of a command to DuplicateError, StoreUnavailableError, or CommandError when it is not known. Any
 * other error is returned unchanged. `command` names the command and its collection, for the log.
 */
export function toStoreError(error: unknown, command: string): unknown {
  if (!isMongoError(error, "MongoError")) return error;
  const reason = toReason(error);
  const cause = new CommandError(reason, command, String(error.code ?? ""));
  if (error.code === DUPLICATE_KEY) return new DuplicateError(listDuplicateFields(error), cause);
  if (isWithoutTransactions(error)) return new Error(REPLICA_SET_NEEDED, { cause });
  if (isConflict(error)) return new StoreUnavailableError("too many changes of the same rows at once", cause);
  if (!isUnavailable(error)) return cause;
  return new StoreUnavailableError(reason, cause, { refusesWrites: REFUSES_WRITES.has(Number(error.code)) });
}

/**
 * Whether the same transaction may succeed when it is repeated: a row of it was changed elsewhere, or the primary
 * changed. A broken connection is not repeated, because connecting has its own limit of time.
 */
export function isConflict(error: unknown): boolean {
  return isMongoError(error, "MongoServerError") && error.hasErrorLabel("TransientTransactionError");
}

/** Whether the database cannot be reached or written, so that it could not even end a transaction. */
export function isUnavailable(error: unknown): boolean {
  if (!isMongoError(error, "MongoError")) return false;
  return (
    UNAVAILABLE.has(Number(error.code)) ||
    UNAVAILABLE_NAMES.test(error.name) ||
    error.hasErrorLabel("RetryableWriteError")
  );
}

/** The driver hides the server's error about a transaction behind one about repeated writes. */
function isWithoutTransactions(error: Error & { code?: unknown }): boolean {
  const { originalError } = error as { originalError?: { code?: unknown } };
  return error.code === ILLEGAL_OPERATION || originalError?.code === ILLEGAL_OPERATION;
}

/** The server's message repeats values of the command. The driver's own messages are about hosts and times. */
function toReason(error: Error & { code?: unknown }): string {
  if (!isMongoError(error, "MongoServerError")) return error.message;
  return `${error.codeName ?? error.name} (${String(error.code)})`;
}

function listDuplicateFields(error: object): readonly string[] {
  const { keyPattern = { _id: 1 } } = error as { keyPattern?: object };
  return Object.keys(keyPattern).map(fromKey);
}
