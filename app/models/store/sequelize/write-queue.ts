/** Lets one writer after the other through, for a database that has one at a time. */

/** Waits for the turn; call what it returns to let the next one through. */
export type Queue = () => Promise<() => void>;

/**
 * A queue whose members wait in order, in memory: were they to wait inside SQLite, each would hold one of the few
 * threads, and the one that must end its transaction would find none left. Throws `late()` after `waitMs` in line.
 */
export function createWriteQueue(waitMs: number, late: () => Error): Queue {
  let last: Promise<void> = Promise.resolve();

  return async () => {
    const before = last;
    let leave: () => void = () => undefined;
    last = new Promise((resolve) => {
      leave = resolve;
    });
    try {
      await inTime(before, waitMs, late);
    } catch (error) {
      // Whoever stands behind still waits for those before.
      void before.then(leave);
      throw error;
    }
    return leave;
  };
}

async function inTime(awaited: Promise<void>, waitMs: number, late: () => Error): Promise<void> {
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
