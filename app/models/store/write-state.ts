/** Whether the database takes writes, as this process knows it: by its own writes, and by one that it tries while they fail. */
import { StoreUnavailableError, type StoreCalls } from "./store";

/** How often a write is tried while they fail, in milliseconds. */
const TRIED_EVERY_MS = 5000;

interface WriteState {
  succeed(): void;
  /** Ignores every error but one of a database that is full or read-only. */
  fail(error: unknown): void;
  /** Throws the last failure while there is one. `tryWrite` reports its own outcome by the two calls above. */
  require(tryWrite: () => Promise<unknown>): Promise<void>;
}

export function createWriteState(now: () => number = Date.now): WriteState {
  let failure: StoreUnavailableError | null = null;
  let triedAt = 0;
  const throwFailure = () => {
    if (failure) throw failure;
  };
  return {
    succeed() {
      failure = null;
    },
    fail(error) {
      if (!(error instanceof StoreUnavailableError) || !error.refusesWrites) return;
      if (!failure) triedAt = now();
      failure = error;
    },
    async require(tryWrite) {
      if (failure && now() - triedAt >= TRIED_EVERY_MS) {
        triedAt = now();
        // Whatever keeps it from writing, the failure before it is the one to report.
        await tryWrite().catch(() => undefined);
      }
      throwFailure();
    },
  };
}

/** Reports the outcome of every call that writes. A change or removal that matched no row has written nothing. */
export function watchWrites(
  calls: StoreCalls,
  { onWritten, onFailed }: { onWritten: () => void; onFailed: (error: unknown) => void },
): StoreCalls {
  const watch = async <T>(write: () => Promise<T>, hasWritten: (result: T) => boolean): Promise<T> => {
    try {
      const result = await write();
      if (hasWritten(result)) onWritten();
      return result;
    } catch (error) {
      onFailed(error);
      throw error;
    }
  };
  const isAnyMatched = (count: number) => count > 0;
  return {
    ...calls,
    insert: (...given) =>
      watch(
        () => calls.insert(...given),
        () => true,
      ),
    insertAll: (entity, rows) =>
      watch(
        () => calls.insertAll(entity, rows),
        () => rows.length > 0,
      ),
    update: (...given) => watch(() => calls.update(...given), isAnyMatched),
    remove: (...given) => watch(() => calls.remove(...given), isAnyMatched),
  };
}

/**
 * Runs a transaction whose calls go through `watch`, and reports its outcome: what it has written counts once it is
 * committed. `watch` is called again when the transaction starts again after a conflict.
 */
export async function watchTransaction<T>(
  { succeed, fail }: WriteState,
  run: (watch: (inside: StoreCalls) => StoreCalls) => Promise<T>,
): Promise<T> {
  const attempt = { hasWritten: false };
  const onWritten = () => {
    attempt.hasWritten = true;
  };
  try {
    const result = await run((inside) => {
      attempt.hasWritten = false;
      return watchWrites(inside, { onWritten, onFailed: fail });
    });
    if (attempt.hasWritten) succeed();
    return result;
  } catch (error) {
    // Also what the database has said to the commit.
    fail(error);
    throw error;
  }
}
