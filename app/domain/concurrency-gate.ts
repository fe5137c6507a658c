/** Limits costly work: a few tasks run at once, a few more may wait, and the rest are rejected. */
import { AppError } from "./errors";

interface GateLimits {
  /** The number of tasks that run in parallel. */
  atOnce: number;
  /** The number of further tasks that may wait. */
  waiting: number;
  /** When a rejected caller may try again. */
  retryAfterSeconds: number;
}

/** Returns a function that runs a task within the limits. It throws unavailable when too many tasks already wait. */
export function createConcurrencyGate({ atOnce, waiting, retryAfterSeconds }: GateLimits) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError("unavailable", "errors:busy", { retryAfterSeconds });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
