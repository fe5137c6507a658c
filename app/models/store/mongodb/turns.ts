/** Lets the transactions of this process that met a conflict repeat their work one after the other. */

export interface Turns {
  /** Runs the work when all before it have ended. Throws `late()` when its turn has not come within `waitMs`. */
  wait<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * MongoDB ends the later of two conflicting transactions at once, where other databases let it wait. If twenty repeated
 * their work together, nineteen would meet again.
 */
export function createTurns(waitMs: number, late: () => Error): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    wait(work) {
      const before = last;
      return new Promise((resolve, reject) => {
        let isLate = false;
        const timer = setTimeout(() => {
          isLate = true;
          reject(late());
        }, waitMs);
        last = before.then(async () => {
          clearTimeout(timer);
          if (!isLate) await work().then(resolve, reject);
        });
      });
    },
  };
}
