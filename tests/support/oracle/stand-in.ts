/**
 * Answers Oracle's driver in place of a server: each database is a file of SQLite, whose forms the few statements of the
 * store are translated to. It is no Oracle. It keeps what the adapter has to take care of: an empty text is null, values
 * are bound to places one after the other, booleans cannot be bound, a statement stays in a transaction unless it is
 * committed with `autoCommit`, a change of the schema ends the transaction, and rows cannot be locked behind a limit.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import driver, { type Connection } from "oracledb";
import sqlite3 from "sqlite3";
import { isLocking, isSchemaChange, toCatalogueQuery, toSqlite } from "./translate";

type Value = string | number | boolean | Date | null;
type Row = Record<string, unknown>;

interface StandIn {
  file: string;
  takeTurn: TakeTurn;
}

const databases = new Map<string, StandIn>();
let isInstalled = false;

/** Creates an empty database, which the driver finds by the host in its URL. */
export function createOracleStandIn(): Promise<{ url: string; remove(): Promise<void> }> {
  install();
  const folder = mkdtempSync(join(tmpdir(), "groundwork-oracle-"));
  const host = `stand-in-${randomBytes(6).toString("hex")}`;
  databases.set(host, { file: join(folder, "app.db"), takeTurn: createTurns() });
  const remove = () => {
    databases.delete(host);
    rmSync(folder, { recursive: true, force: true });
    return Promise.resolve();
  };
  return Promise.resolve({ url: `oracle://app:secret@${host}:1521/FREEPDB1`, remove });
}

/** From now on the driver opens these databases here, and all others as ever. */
function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  const getConnection = driver.getConnection.bind(driver);
  driver.getConnection = async (settings) => {
    const { connectString = "" } = settings as { connectString?: string };
    const standIn = databases.get(connectString.slice(0, connectString.indexOf(":")));
    return standIn ? connect(standIn) : getConnection(settings);
  };
}

async function connect({ file, takeTurn }: StandIn): Promise<Connection> {
  const database = await open(file);
  const session = createSession(database, takeTurn);
  const execute = (sql: string, values: readonly unknown[] = [], { autoCommit = false } = {}) =>
    session.run(sql, [values as Value[]], autoCommit);
  let isOpen = true;
  const connection = {
    callTimeout: 0,
    oracleServerVersionString: "19.0.0.0.0",
    on: () => undefined,
    isHealthy: () => isOpen,
    execute,
    executeMany: (sql: string, rows: readonly unknown[], { autoCommit = false } = {}) =>
      session.run(sql, rows as Value[][], autoCommit),
    commit: () => session.end("COMMIT"),
    rollback: () => session.end("ROLLBACK"),
    async close(done?: unknown) {
      isOpen = false;
      await session.end("ROLLBACK");
      await new Promise((closed) => database.close(closed));
      if (typeof done === "function") (done as () => void)();
    },
  };
  return connection;
}

function open(file: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(database)));
    database.exec("PRAGMA journal_mode = WAL");
  });
}

/** A connection's transaction. One connection writes at a time: the others wait, as they do for a row in Oracle. */
function createSession(database: sqlite3.Database, takeTurn: TakeTurn) {
  let release: (() => void) | null = null;
  let isReading = false;
  const send = (sql: string, values: readonly Value[] = []) => sendToSqlite(database, sql, values);
  const end = async (how: "COMMIT" | "ROLLBACK") => {
    if (release || isReading) await send(how);
    release?.();
    [release, isReading] = [null, false];
  };
  const begin = async () => {
    release = await takeTurn();
    await send("BEGIN IMMEDIATE");
  };
  const run = async (sql: string, rows: readonly (readonly Value[])[], autoCommit: boolean) => {
    const isChange = isSchemaChange(sql);
    if (isChange) await end("COMMIT");
    const isFirst = !release && (!sql.startsWith("SELECT") || isLocking(sql));
    if (isFirst) await begin();
    try {
      const results = [];
      for (const values of rows) results.push(await send(toSqlite(sql), toBound(sql, values)));
      if (autoCommit || isChange) await end("COMMIT");
      return {
        rows: results.flatMap((result) => result.rows),
        rowsAffected: results.reduce((sum, { changes }) => sum + changes, 0),
      };
    } catch (error) {
      if (isFirst) await end("ROLLBACK");
      if (isChange && /already exists|no such table/.test(String(error))) return {};
      throw toOracleError(error);
    }
  };
  return {
    end,
    async run(sql: string, rows: readonly (readonly Value[])[], autoCommit: boolean) {
      if (/^(ALTER SESSION|DECLARE)/.test(sql)) return {};
      if (sql === "SET TRANSACTION READ ONLY") {
        isReading = true;
        return send("BEGIN");
      }
      const asked = toCatalogueQuery(sql);
      return asked === null ? run(sql, rows, autoCommit) : send(asked);
    },
  };
}

function sendToSqlite(
  database: sqlite3.Database,
  sql: string,
  values: readonly Value[],
): Promise<{ rows: Row[]; changes: number }> {
  return new Promise((resolve, reject) => {
    if (/^(SELECT|PRAGMA)/.test(sql)) {
      database.all<Row>(sql, values, (error, rows) =>
        error ? reject(error) : resolve({ rows, changes: 0 }),
      );
      return;
    }
    database.run(sql, values, function (error) {
      if (error) reject(error);
      else resolve({ rows: [], changes: this.changes });
    });
  });
}

/** Checks the values as the driver does, and gives SQLite those that it knows. */
function toBound(sql: string, values: readonly Value[]): Value[] {
  const places = sql.match(/:\d+/g) ?? [];
  if (places.some((place, index) => place !== `:${index + 1}`))
    throw new Error(`places out of order: ${sql}`);
  if (places.length !== values.length) throw createOracleError("ORA-01008", "not all variables bound");
  return values.map((value) => {
    if (typeof value === "boolean") throw createOracleError("ORA-00932", "inconsistent datatypes");
    if (value === "") return null;
    return value instanceof Date ? value.toISOString() : value;
  });
}

function toOracleError(error: unknown): unknown {
  const columns = /UNIQUE constraint failed: (.*)/.exec(String(error))?.[1]?.split(", ");
  if (!columns) return error;
  const [table = "", first] = columns[0]?.split(".") ?? [];
  const names = columns.map((column) => column.slice(column.indexOf(".") + 1));
  const constraint = first === "id" ? "SYS_C008291" : `${table}_${names.join("_")}_unique`;
  const where = `violated on table APP.${table} columns (${names.join(", ")})`;
  const detail = "ORA-03301: (ORA-00001 details) row with column values (SECRET:'canary') already exists";
  return createOracleError("ORA-00001", `unique constraint (APP.${constraint}) ${where}\n${detail}`);
}

function createOracleError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code, errorNum: Number(code.slice(4)) });
}

type TakeTurn = () => Promise<() => void>;

function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    let release: () => void = () => undefined;
    last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  };
}
