/** Sends commands, alone or together in one transaction, and converts their errors to the port's. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientSession } from "mongodb";
import type { MongoDatabase } from "./connection";
import { isConflict, isUnavailable, toStoreError } from "./errors";

/** How often a transaction is repeated once its turn has come. Two seconds in all at most. */
const TRIES = 8;
/** The longest first pause. Each further pause may be twice as long. */
const PAUSE_MS = 16;

/** The parts of its transaction that a command needs. */
export interface Scope {
  session: ClientSession;
  /** The value that marks a row as read by this transaction. */
  lock: string;
}

export interface Runner {
  /** Sends one command. `name` says which, for errors. The scope is null outside of transactions. */
  run<T>(name: string, send: (scope: Scope | null) => Promise<T>): Promise<T>;
  /** As `run`, but for a command that changes several rows: all of them or none. */
  runWhole<T>(name: string, send: (scope: Scope | null) => Promise<T>): Promise<T>;
}

/** Counts the commands that were sent, and each begin as one, although MongoDB begins with the first command. */
export interface Counter {
  statements: number;
}

/** Runs each command alone. The driver and the server themselves repeat what a failover or a conflict interrupted. */
export function createRunner(database: MongoDatabase, counter: Counter): Runner {
  return {
    async run(name, send) {
      counter.statements += 1;
      try {
        await database.connect();
        return await send(null);
      } catch (error) {
        throw toStoreError(error, name);
      }
    },
    runWhole: (name, send) => runTransaction(database, counter, (runner) => runner.run(name, send)),
  };
}

/**
 * Runs all commands of `work` or none. The first error ends the transaction: later commands fail with the same error,
 * and nothing is kept even if `work` catches it. The driver's own `withTransaction` repeats for two minutes, and
 * does not see an error that `work` replaced.
 */
export async function runTransaction<T>(
  database: MongoDatabase,
  counter: Counter,
  work: (runner: Runner) => Promise<T>,
): Promise<T> {
  const first = await tryTransaction(database, counter, work);
  if (!isConflicting(first)) return unwrap(first);
  return database.turns.wait(async () => {
    for (let tries = 1; ; tries += 1) {
      const again = await tryTransaction(database, counter, work);
      if (!isConflicting(again) || tries >= TRIES) return unwrap(again);
      // A random pause, because other processes have their turns, too.
      await pause(randomInt(PAUSE_MS * 2 ** (tries - 1)));
    }
  });
}

/** `error` is what the caller gets; `failure` is the driver's error behind it, if there is one. */
type Tried<T> = { result: T } | Failed;
interface Failed {
  error: unknown;
  failure: unknown;
}

/** `work` may have replaced the error, but a conflict must be repeated. */
function isConflicting<T>(tried: Tried<T>): tried is Failed {
  return "failure" in tried && isConflict(tried.failure);
}

function unwrap<T>(tried: Tried<T>): T {
  if ("result" in tried) return tried.result;
  const { failure, error } = tried;
  throw isConflict(failure) ? toStoreError(failure, "transaction") : error;
}

async function tryTransaction<T>(
  database: MongoDatabase,
  counter: Counter,
  work: (runner: Runner) => Promise<T>,
): Promise<Tried<T>> {
  const session = await database.startSession().catch((error: unknown) => {
    throw toStoreError(error, "startTransaction");
  });
  const guard = createGuard(session, counter);
  counter.statements += 1;
  session.startTransaction(createTransactionOptions(database.timeoutMs));
  try {
    const result = await work(guard.runner);
    await guard.commit();
    await session.endSession();
    return { result };
  } catch (error) {
    await guard.close();
    const ended = abort(session, counter);
    // Not awaited: a database that cannot be reached does not answer this either, and forgets the transaction.
    if (!isUnavailable(guard.failure())) await ended;
    return { error, failure: guard.failure() };
  }
}

/** All reads see one snapshot, and a commit is complete when most members of the replica set have it. */
function createTransactionOptions(timeoutMs: number) {
  return {
    readConcern: { level: "snapshot" },
    writeConcern: { w: "majority", wtimeoutMS: timeoutMs },
    readPreference: "primary",
    maxCommitTimeMS: timeoutMs,
  } as const;
}

/** Never fails: a transaction that was not aborted ends by itself, and the driver ends its session. */
async function abort(session: ClientSession, counter: Counter): Promise<void> {
  counter.statements += 1;
  if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
  await session.endSession().catch(() => undefined);
}

/**
 * Sends the commands of a transaction one after the other, because a session cannot do several at once, and rejects
 * every command after the first failure and after the end.
 */
function createGuard(session: ClientSession, counter: Counter) {
  const scope: Scope = { session, lock: randomUUID() };
  let first: { failure: unknown; error: unknown } | null = null;
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();

  const sendNow = async <T>(name: string, send: (scope: Scope) => Promise<T>): Promise<T> => {
    if (first) throw first.error;
    counter.statements += 1;
    try {
      return await send(scope);
    } catch (failure) {
      first = { failure, error: toStoreError(failure, name) };
      throw first.error;
    }
  };
  const run: Runner["run"] = (name, send) => {
    if (!isOpen) return Promise.reject(new Error("the transaction has ended: a call was not awaited"));
    const turn = last.then(() => sendNow(name, send));
    last = turn.catch(() => undefined);
    return turn;
  };
  /** Rejects later calls, and waits for those that are still being sent. */
  const close = async (): Promise<void> => {
    isOpen = false;
    await last;
  };
  return {
    runner: { run, runWhole: run },
    failure: (): unknown => first?.failure,
    close,
    async commit(): Promise<void> {
      await close();
      await sendNow("commitTransaction", () => session.commitTransaction());
    },
  };
}
