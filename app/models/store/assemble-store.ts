/** The parts of a store that do not depend on the kind of its database. */
import { setTimeout as pause } from "node:timers/promises";
import type { Database, OpenStore, StoreOptions } from "./database";
import { RestoreUnfinishedError, StoreUnavailableError, type Store, type StoreCalls } from "./store";
import { createWriteState, watchTransaction, watchWrites } from "./write-state";

const PING_TIMEOUT_MS = 2000;

/** The parts that a kind of database brings. */
interface StoreParts
  extends
    Omit<Database, "statements" | "ping" | "requireWritable" | "listen">,
    Pick<StoreOptions, "tryWrite"> {
  calls: StoreCalls;
  /** Runs `work` with calls that belong to one transaction. */
  runTransaction<T>(work: (calls: StoreCalls) => Promise<T>): Promise<T>;
  counter: { statements: number };
  /** Runs a statement that any working database answers at once. */
  probe(): Promise<unknown>;
}

/** Joins the parts. A transaction within a transaction is the same transaction. */
export function assembleStore({
  calls,
  runTransaction,
  counter,
  probe,
  tryWrite = () => Promise.resolve(),
  ...rest
}: StoreParts): OpenStore {
  const writes = createWriteState();
  const { listen, notify } = createNotices();
  const transaction: Store["transaction"] = async (work) => {
    let queued = new Set<string>();
    const result = await watchTransaction(writes, (watch) =>
      runTransaction((inside) => {
        // Of this attempt: what one before it has queued was rolled back.
        const names = new Set<string>();
        queued = names;
        const inner: Store = {
          ...watch(inside),
          findTogether: refuseInTransaction,
          transaction: (nested) => nested(inner),
          notify: (queue) => void names.add(queue),
        };
        return work(inner);
      }),
    );
    for (const queue of queued) notify(queue);
    return result;
  };
  return {
    ...rest,
    ...watchWrites(calls, { onWritten: writes.succeed, onFailed: writes.fail }),
    transaction,
    notify,
    listen,
    ping: () => requireAnswer(probe),
    requireWritable: () => writes.require(() => requireAnswer(() => transaction(tryWrite))),
    get statements() {
      return counter.statements;
    },
  };
}

/**
 * Runs `migrateUp` on a database that is older than this version, which also runs on the schema of a newer one.
 * Throws RestoreUnfinishedError.
 */
export async function migrateOlder(
  readSchemaState: Database["readSchemaState"],
  migrateUp: () => Promise<void>,
): Promise<void> {
  const { schema, isRestoring } = await readSchemaState();
  if (isRestoring) throw new RestoreUnfinishedError();
  if (schema === "none" || schema === "older") await migrateUp();
}

/** The listeners of the queues, and the function that notifies them all. */
function createNotices() {
  const listeners: Parameters<Database["listen"]>[0][] = [];
  return {
    listen: (listener: (queue: string) => void) => void listeners.push(listener),
    notify(queue: string): void {
      for (const listener of listeners) {
        try {
          listener(queue);
        } catch {
          // A commit must not look as if it had failed.
        }
      }
    },
  };
}

function refuseInTransaction(): Promise<never> {
  return Promise.reject(new TypeError("lists are not found together inside a transaction"));
}

/** Throws StoreUnavailableError when the database fails to answer in time. */
async function requireAnswer(probe: () => Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = pause(PING_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${PING_TIMEOUT_MS} ms`);
  });
  try {
    await Promise.race([probe(), late]);
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error;
    throw new StoreUnavailableError(error instanceof Error ? error.message : String(error), error);
  } finally {
    timer.abort();
    // Aborting rejects the pending promise, and its error is not needed.
    late.catch(() => undefined);
  }
}
