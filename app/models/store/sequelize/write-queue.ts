/** Lets one writer at a time through, for a database that allows only one. */

/** Waits for its turn, and returns a function that lets the next one through. */
export type Queue = () => Promise<() => void>;

/**
 * Creates a queue that waits in memory, in order. Waiting inside SQLite would occupy its few threads, so that the
 * transaction that must end would find none. Throws `late()` after `waitMs` in the queue.
 */
export function createWriteQueue(waitMs: number, late: () => Error): Queue {
  let last: Promise<void> = Promise.resolve();

  return async () => {
    const before = last;
    let release: () => void = () => undefined;
    last = new Promise((resolve) => {
      release = resolve;
    });
    try {
      await waitAtMost(before, waitMs, late);
    } catch (error) {
      // The callers behind still wait for those in front.
      void before.then(release);
      throw error;
    }
    return release;
  };
}

async function waitAtMost(awaited: Promise<void>, waitMs: number, late: () => Error): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), waitMs);
  });
  try {
    await Promise.race([awaited, limit]);
  } finally {
    clearTimeout(timer);
  }
}
