/** The parts of a store that do not depend on the kind of its database. */
import { setTimeout as pause } from "node:timers/promises";
import { RestoreUnfinishedError, StoreUnavailableError, type Store, type StoreCalls } from "./store";
import { createWriteState, tryWrite, watchTransaction, watchWrites } from "./write-state";

const PING_TIMEOUT_MS = 2000;

/** What a kind of database brings. */
export interface StoreParts extends Omit<
  Store,
  keyof StoreCalls | "transaction" | "statements" | "ping" | "requireWritable"
> {
  calls: StoreCalls;
  /** Runs `work` with calls that belong to one transaction. */
  runTransaction<T>(work: (calls: StoreCalls) => Promise<T>): Promise<T>;
  counter: { statements: number };
  /** Sends the database a question that any working database answers at once. */
  ask(): Promise<unknown>;
}

/** Joins the parts. A transaction within a transaction is the same transaction. */
export function assembleStore({ calls, runTransaction, counter, ask, ...rest }: StoreParts): Store {
  const writes = createWriteState();
  const create = (calls: StoreCalls, transaction: Store["transaction"]): Store => ({
    ...rest,
    ...calls,
    transaction,
    ping: () => requireAnswer(ask),
    requireWritable: () => writes.require(() => requireAnswer(() => tryWrite(store))),
    get statements() {
      return counter.statements;
    },
  });
  const transaction: Store["transaction"] = (work) =>
    watchTransaction(writes, (watch) =>
      runTransaction((inside) => {
        const inner: Store = create({ ...watch(inside), findTogether: refuseInTransaction }, (nested) =>
          nested(inner),
        );
        return work(inner);
      }),
    );
  const store = create(watchWrites(calls, { onWritten: writes.succeed, onFailed: writes.fail }), transaction);
  return store;
}

/**
 * Runs `migrateUp` on a database that is older than this version, which also runs on the schema of a newer one.
 * Throws RestoreUnfinishedError.
 */
export async function migrateOlder(
  readSchemaState: Store["readSchemaState"],
  migrateUp: () => Promise<void>,
): Promise<void> {
  const { schema, isRestoring } = await readSchemaState();
  if (isRestoring) throw new RestoreUnfinishedError();
  if (schema === "none" || schema === "older") await migrateUp();
}

function refuseInTransaction(): Promise<never> {
  return Promise.reject(new TypeError("lists are not found together inside a transaction"));
}

/** Throws StoreUnavailableError when the database fails to answer in time. */
async function requireAnswer(ask: () => Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = pause(PING_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${PING_TIMEOUT_MS} ms`);
  });
  try {
    await Promise.race([ask(), late]);
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error;
    throw new StoreUnavailableError(error instanceof Error ? error.message : String(error), error);
  } finally {
    timer.abort();
    // Aborting rejects the pending promise, and its error is not needed.
    late.catch(() => undefined);
  }
}
