/** MySQL's driver with a time limit for each statement: a server that hangs must not hang the product. */
import type { Connection, ConnectionOptions } from "mysql2";

type Callback = (error: Error | null, result?: unknown) => void;

/** The module to be given to Sequelize in place of the driver. */
export async function loadMysqlDriver(statementTimeoutMs: number): Promise<object> {
  const { default: mysql } = await import("mysql2");
  return {
    ...mysql,
    createConnection: (options: ConnectionOptions) =>
      limited(mysql.createConnection(options), statementTimeoutMs),
  };
}

function limited(connection: Connection, timeout: number): Connection {
  const query = connection.query.bind(connection);
  const execute = connection.execute.bind(connection);
  const guarded =
    (done: Callback): Callback =>
    (error, result) => {
      // The answer may still come, to nobody: the connection is of no use any more.
      if (error && "code" in error && error.code === "PROTOCOL_SEQUENCE_TIMEOUT") connection.destroy();
      done(error, result);
    };
  return Object.assign(connection, {
    query: (statement: string | { sql: string }, done: Callback) =>
      query({ sql: typeof statement === "string" ? statement : statement.sql, timeout }, guarded(done)),
    execute: (sql: string, values: unknown[], done: Callback) =>
      execute({ sql, values, timeout }, guarded(done)),
  });
}
