/**
 * MySQL's driver with a timeout for each statement, because a server that hangs must not make the product hang, and with a
 * listener from the beginning of each connection, because an error that no one hears ends the process.
 */
import type { Connection, ConnectionOptions } from "mysql2";
import { leaveToNextStatement } from "./ended-connections";

type Callback = (error: Error | null, result?: unknown) => void;

/** Returns the module that Sequelize uses in place of the driver. */
export async function loadMysqlDriver(statementTimeoutMs: number): Promise<object> {
  const { default: mysql } = await import("mysql2");
  return {
    ...mysql,
    createConnection: (options: ConnectionOptions) =>
      // Sequelize listens a moment after the connection is ready, and the server may end it in that moment.
      addTimeout(mysql.createConnection(options).on("error", leaveToNextStatement), statementTimeoutMs),
  };
}

function addTimeout(connection: Connection, timeout: number): Connection {
  const query = connection.query.bind(connection);
  const execute = connection.execute.bind(connection);
  const guardCallback =
    (done: Callback): Callback =>
    (error, result) => {
      // The response may still arrive when no caller waits for it any more, so the connection cannot be used again.
      if (error && "code" in error && error.code === TIMED_OUT) connection.destroy();
      done(error, result);
    };
  return Object.assign(connection, {
    query: (statement: string | { sql: string }, done: Callback) =>
      query({ sql: typeof statement === "string" ? statement : statement.sql, timeout }, guardCallback(done)),
    // The driver has no timeout for preparing a statement, which comes before its own timeout begins.
    execute: (sql: string, values: unknown[], done: Callback) =>
      execute({ sql, values }, endBy(guardCallback(done), timeout)),
  });
}

const TIMED_OUT = "PROTOCOL_SEQUENCE_TIMEOUT";

/** Calls back once: with the result, or with the driver's own error for a statement that took too long. */
function endBy(done: Callback, timeout: number): Callback {
  let isDone = false;
  const end: Callback = (error, result) => {
    clearTimeout(timer);
    if (isDone) return;
    isDone = true;
    done(error, result);
  };
  const timer = setTimeout(
    () => end(Object.assign(new Error("Query inactivity timeout"), { code: TIMED_OUT })),
    timeout,
  );
  return end;
}
