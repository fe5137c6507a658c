/**
 * SQLite's reading connection, past Sequelize: statements are prepared once and then only executed. To prepare the
 * look-up that each request makes costs three times what it takes to answer it, and Sequelize's way as much again.
 */
import type { Database, Statement as Prepared } from "sqlite3";
import type { Row } from "./rows";
import type { Statement } from "./statements";

/** Lists of many lengths make many statements: the one that was made first is forgotten. */
const PREPARED_MAX = 100;

export interface SqliteReader {
  /** Throws what the driver throws. */
  select(statement: Statement): Promise<Row[]>;
  close(): Promise<void>;
}

interface Opened {
  database: Database;
  prepared: Map<string, Prepared>;
}

/** Opens with the first statement, and anew after an error that `isLost` says the file was lost by. */
export function createSqliteReader(
  open: () => Promise<Database>,
  isLost: (error: unknown) => boolean,
): SqliteReader {
  let opened: Opened | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const leave = async () => {
    const left = opened;
    opened = null;
    if (left) await closed(left);
  };
  const read = async ({ sql, bind }: Statement) => {
    opened ??= { database: await open(), prepared: new Map() };
    try {
      return await execute(await prepare(opened, sql), bind);
    } catch (error) {
      // Whether a lost file can still be closed says nothing: nobody will use it again.
      if (isLost(error)) leave().catch(() => undefined);
      throw error;
    }
  };
  return {
    // One at a time: on one connection they wait for each other anyway, and would do it in the few threads that
    // everything else needs, too.
    select(statement) {
      const result = last.then(() => read(statement));
      last = result.catch(() => undefined);
      return result;
    },
    close: () => last.then(leave),
  };
}

async function prepare({ database, prepared }: Opened, sql: string): Promise<Prepared> {
  const known = prepared.get(sql);
  if (known) return known;
  const statement = await new Promise<Prepared>((resolve, reject) => {
    const made: Prepared = database.prepare(sql, (error: Error | null) =>
      error ? reject(error) : resolve(made),
    );
  });
  const [first] = prepared.keys();
  if (first !== undefined && prepared.size >= PREPARED_MAX) {
    prepared.get(first)?.finalize();
    prepared.delete(first);
  }
  prepared.set(sql, statement);
  return statement;
}

function execute(prepared: Prepared, bind: Statement["bind"]): Promise<Row[]> {
  const values = Object.fromEntries(bind.map((value, index) => [`$${index + 1}`, value]));
  return new Promise((resolve, reject) => {
    prepared.all<Row>(values, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

/** A database with statements is not let go. */
async function closed({ database, prepared }: Opened): Promise<void> {
  for (const statement of prepared.values()) statement.finalize();
  await new Promise((done) => database.close(done));
}
