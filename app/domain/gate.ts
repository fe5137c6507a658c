/** Bounds costly work: only so much of it runs at once, a little more may wait, and the rest is refused. */
import { AppError } from "./errors";

export interface GateLimits {
  /** Tasks that run side by side. */
  atOnce: number;
  /** Further tasks that may wait for their turn. */
  waiting: number;
  /** When a refused caller should come back. */
  retryAfterSeconds: number;
}

/** Returns a function that runs a task within the limits. It throws unavailable when too many tasks already wait. */
export function createGate({ atOnce, waiting, retryAfterSeconds }: GateLimits) {
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
