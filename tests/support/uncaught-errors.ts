/** The errors that would end a process during a test: of events that no one listens to, and of promises that no one awaits. */

/** Runs the work, and returns what nothing has caught meanwhile. */
export async function collectUncaughtErrors(work: () => Promise<void>): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const collect = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtExceptionMonitor", collect);
  try {
    await work();
    // An error of the last call may still be on its way.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("uncaughtExceptionMonitor", collect);
  }
  return uncaught;
}
