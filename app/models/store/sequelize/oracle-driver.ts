/**
 * Oracle's driver with a timeout for each call, sessions that compare by code points, and errors that say which constraint
 * was violated.
 */
import type { Connection } from "oracledb";

/** The driver's own timeout asks the server to stop. This one is for a server that does not answer even that. */
const SILENCE_MS = 1000;

/** Returns the module that Sequelize uses in place of the driver. Throws when the package is missing. */
export async function loadOracleDriver(timeoutMs: number): Promise<object> {
  const { default: driver } = await import("oracledb").catch((cause: unknown) => {
    throw new Error("Oracle needs the package oracledb: npm install oracledb@6", { cause });
  });
  const getConnection = async (settings: object) =>
    guardCalls(await driver.getConnection(settings), timeoutMs);
  // Everything else is the driver's own, whose settings are properties that Sequelize changes.
  return Object.create(driver, { getConnection: { value: getConnection } }) as object;
}

/** Sets up a session that was just opened. Waiting for a table takes no longer than any statement. */
export async function prepareOracle(connection: Connection, timeoutMs: number): Promise<void> {
  connection.callTimeout = timeoutMs;
  const seconds = Math.ceil(timeoutMs / 1000);
  await connection.execute(
    `ALTER SESSION SET NLS_COMP = BINARY NLS_SORT = BINARY DDL_LOCK_TIMEOUT = ${seconds}`,
  );
}

/** Replaces the calls of a connection that contact the server. */
function guardCalls(connection: Connection, timeoutMs: number): Connection {
  const { isHealthy, execute, executeMany, commit, rollback } = connection;
  let isLost = false;
  const loseConnection = () => {
    isLost = true;
    // Not awaited: a server that is silent does not answer this either.
    void connection.close({ drop: true }).catch(() => undefined);
  };
  const guard = <T>(call: Promise<T>) => rejectWhenSilent(call, timeoutMs + SILENCE_MS, loseConnection);
  const send = <T>(call: Promise<T>, sql: string, parameters: readonly unknown[] = []) =>
    guard(call).catch((error: unknown) => {
      throw describeFailure(error, { sql, parameters });
    });
  return Object.assign(connection, {
    isHealthy: () => !isLost && isHealthy.call(connection),
    execute: (sql: string, values: readonly unknown[] = [], options: object = {}) =>
      send(execute.call(connection, sql, values, options), sql, values),
    executeMany: (sql: string, rows: readonly unknown[], options: object = {}) =>
      send(executeMany.call(connection, sql, rows, options), sql, rows.flat()),
    commit: () => guard(commit.call(connection)),
    rollback: () => guard(rollback.call(connection)),
  });
}

async function rejectWhenSilent<T>(call: Promise<T>, waitMs: number, onSilence: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onSilence();
      reject(Object.assign(new Error(`NJS-123: no answer within ${waitMs} ms`), { code: "NJS-123" }));
    }, waitMs);
  });
  try {
    return await Promise.race([call, silence]);
  } finally {
    clearTimeout(timer);
    // Whichever comes later is not needed any more.
    call.catch(() => undefined);
  }
}

/**
 * Adds the statement to its error. Sequelize drops the error of a violated constraint and keeps no more than its own words
 * of it, so that error gets a message that Sequelize does not know; the server's own contains the values of the row.
 */
function describeFailure(error: unknown, failed: { sql: string; parameters: readonly unknown[] }): unknown {
  if (!(error instanceof Error)) return error;
  const [, constraint] = /unique constraint \((?:[^)]*\.)?"?([^".)]+)"?\) violated/.exec(error.message) ?? [];
  if (constraint === undefined) return Object.assign(error, failed);
  const message = `ORA-00001: a duplicate in ${constraint}`;
  return Object.assign(new Error(message), { code: "ORA-00001", constraint }, failed);
}
