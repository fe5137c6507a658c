/** Sends statements, alone or together in one transaction, and converts their errors to the port's. */
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { QueryTypes } from "sequelize";
import { pin, type Database } from "./database";
import { isConflict, isUnavailable, toDuplicateError, toStoreError } from "./errors";
import type { Row } from "./rows";
import { loadSequelize } from "./sequelize-module";
import type { ChangeStatement, Statement } from "./statements";

/** How often a transaction, or a single change, is tried when others conflict with it. Two seconds in all at most. */
const TRIES = 8;
/** The longest first pause. Each further pause may be twice as long. */
const PAUSE_MS = 16;

export interface Runner {
  select(statement: Statement): Promise<Row[]>;
  insert(statement: ChangeStatement): Promise<void>;
  /** As `remove` does, returns the number of rows that matched. */
  update(statement: ChangeStatement): Promise<number>;
  remove(statement: Statement): Promise<number>;
}

/** Counts the statements that were sent, including those that begin and end transactions. */
export interface Counter {
  statements: number;
}

/** Runs each statement alone, on any connection. */
export function createRunner(database: Database, counter: Counter): Runner {
  const anywhere = createConnectionRunner(database, counter);
  const runExclusively = <T>(work: (runner: Runner) => Promise<T>) =>
    retryOnConflict(async () => {
      if (!database.hasOneWriter) return work(anywhere);
      const lease = await database.lease();
      try {
        return await work(createConnectionRunner(database, counter, lease.connection));
      } finally {
        lease.release();
      }
    });
  return {
    select: (statement) =>
      retryOnConflict(() => {
        counter.statements += 1;
        return database.select(statement);
      }),
    insert: (statement) => runExclusively((runner) => runner.insert(statement)),
    update: (statement) => runExclusively((runner) => runner.update(statement)),
    remove: (statement) => runExclusively((runner) => runner.remove(statement)),
  };
}

/**
 * Runs all statements of `work` or none. On every engine the first error ends the transaction: later statements
 * fail with the same error, and nothing is kept even if `work` catches it.
 */
export function runTransaction<T>(
  database: Database,
  counter: Counter,
  work: (runner: Runner) => Promise<T>,
): Promise<T> {
  return retryOnConflict(() => tryTransaction(database, counter, work));
}

async function tryTransaction<T>(
  database: Database,
  counter: Counter,
  work: (runner: Runner) => Promise<T>,
): Promise<T> {
  const lease = await database.lease();
  const send = async (sql: string) => {
    counter.statements += 1;
    const sequelize = await database.sequelize();
    return sequelize.query(sql, { transaction: await pin(sequelize, lease.connection) });
  };
  const guard = createGuard(createConnectionRunner(database, counter, lease.connection));
  try {
    await guard.watch(() => send(database.dialect.begin));
    const result = await work(guard.runner);
    guard.close();
    await guard.watch(() => send(database.dialect.commit));
    lease.release();
    return result;
  } catch (error) {
    const isUndone = await undo(guard.failure(), () => send(database.dialect.rollBack));
    if (isUndone) lease.release();
    else lease.discard();
    // `work` may have replaced the error, but a conflict must be retried.
    throw isConflict(guard.failure()) ? guard.failure() : error;
  }
}

/** Returns whether the transaction is known to be rolled back. A connection in an unknown state is not used again. */
async function undo(failure: unknown, rollBack: () => Promise<unknown>): Promise<boolean> {
  if (isUnavailable(failure)) return false;
  try {
    await rollBack();
    return true;
  } catch {
    return false;
  }
}

/** Rejects every statement after the first failure, and after the end of the transaction. */
function createGuard(inner: Runner) {
  let first: { failure: unknown } | null = null;
  let isOpen = true;
  const watchForFailure = async <T>(work: () => Promise<T>): Promise<T> => {
    if (first) throw toStoreError(first.failure);
    try {
      return await work();
    } catch (error) {
      first ??= { failure: error };
      throw toStoreError(error);
    }
  };
  const runInTransaction = <T>(work: () => Promise<T>): Promise<T> => {
    if (!isOpen) throw new Error("the transaction has ended: a call was not awaited");
    return watchForFailure(work);
  };
  const runner: Runner = {
    select: async (statement) => runInTransaction(() => inner.select(statement)),
    insert: async (statement) => runInTransaction(() => inner.insert(statement)),
    update: async (statement) => runInTransaction(() => inner.update(statement)),
    remove: async (statement) => runInTransaction(() => inner.remove(statement)),
  };
  return {
    runner,
    watch: watchForFailure,
    failure: (): unknown => first?.failure,
    close() {
      isOpen = false;
      if (first) throw toStoreError(first.failure);
    },
  };
}

/** Runs each statement on this connection, or on any. Throws DuplicateError, and every other error as the driver's. */
export function createConnectionRunner(database: Database, counter: Counter, connection?: object): Runner {
  const prepare = async <T extends QueryTypes>(statement: Statement, type: T) => {
    counter.statements += 1;
    const { sql, bind } = database.dialect.finish?.(statement) ?? statement;
    const sequelize = await database.sequelize();
    const transaction = connection ? await pin(sequelize, connection) : null;
    return [sequelize, sql, { type, bind, transaction }] as const;
  };
  return {
    async select(statement) {
      counter.statements += 1;
      return database.select(statement, connection);
    },
    async insert(statement) {
      const { QueryTypes } = await loadSequelize();
      const [sequelize, sql, options] = await prepare(statement, QueryTypes.INSERT);
      await sequelize.query(sql, options).catch(throwDuplicate(statement));
    },
    async update(statement) {
      const { QueryTypes } = await loadSequelize();
      const [sequelize, sql, options] = await prepare(statement, QueryTypes.BULKUPDATE);
      return sequelize.query(sql, options).catch(throwDuplicate(statement));
    },
    async remove(statement) {
      const { QueryTypes } = await loadSequelize();
      const [sequelize, sql, options] = await prepare(statement, QueryTypes.BULKDELETE);
      return sequelize.query(sql, options);
    },
  };
}

function throwDuplicate({ entity }: ChangeStatement): (error: unknown) => never {
  return (error) => {
    throw toDuplicateError(error, entity);
  };
}

async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries >= TRIES) throw toStoreError(error);
      // A random pause, so that two conflicting transactions do not meet again.
      await pause(randomInt(PAUSE_MS * 2 ** (tries - 1)));
    }
  }
}
