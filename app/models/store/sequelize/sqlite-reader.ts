/**
 * SQLite's reading connection, without Sequelize: statements are prepared once and then only executed. Preparing
 * the look-up of each request costs three times as much as answering it, and Sequelize costs as much again.
 */
import type { Database, Statement as Prepared } from "sqlite3";
import { keepLatest } from "~/domain/keep-latest";
import type { Row } from "./rows";
import type { Statement } from "./statements";

/** Lists of many lengths create many statements, so the oldest prepared one is dropped. */
const PREPARED_MAX = 100;

export interface SqliteReader {
  /** Throws the driver's error. */
  select(statement: Statement): Promise<Row[]>;
  close(): Promise<void>;
}

interface Opened {
  database: Database;
  prepared: Map<string, Prepared>;
}

/** Opens the file with the first statement, and reopens it after an error for which `isLost` returns true. */
export function createSqliteReader(
  open: () => Promise<Database>,
  isLost: (error: unknown) => boolean,
): SqliteReader {
  let opened: Opened | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const closeOpened = async () => {
    const left = opened;
    opened = null;
    if (left) await closeDatabase(left);
  };
  const read = async ({ sql, bind }: Statement) => {
    opened ??= { database: await open(), prepared: new Map() };
    try {
      return await execute(await prepare(opened, sql), bind);
    } catch (error) {
      // An error while closing a lost file does not matter, because the file is not used again.
      if (isLost(error)) closeOpened().catch(() => undefined);
      throw error;
    }
  };
  return {
    // One statement at a time: statements on one connection wait for each other anyway, and would wait in the few
    // threads that everything else needs too.
    select(statement) {
      const result = last.then(() => read(statement));
      last = result.catch(() => undefined);
      return result;
    },
    close: () => last.then(closeOpened),
  };
}

/** The values by the names of their placeholders. */
export function toSqliteParameters(bind: Statement["bind"]): Record<string, unknown> {
  return Object.fromEntries(bind.map((value, index) => [`$${index + 1}`, value]));
}

async function prepare({ database, prepared }: Opened, sql: string): Promise<Prepared> {
  const known = prepared.get(sql);
  if (known) return known;
  const statement = await new Promise<Prepared>((resolve, reject) => {
    const made: Prepared = database.prepare(sql, (error: Error | null) =>
      error ? reject(error) : resolve(made),
    );
  });
  keepLatest(prepared, [sql, statement], PREPARED_MAX)?.finalize();
  return statement;
}

function execute(prepared: Prepared, bind: Statement["bind"]): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    prepared.all<Row>(toSqliteParameters(bind), (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

/** Finalizes the prepared statements first, because SQLite does not close a database that has any. */
async function closeDatabase({ database, prepared }: Opened): Promise<void> {
  for (const statement of prepared.values()) statement.finalize();
  await new Promise((done) => database.close(done));
}
