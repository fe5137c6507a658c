/**
 * Stops this process when npm is stopped. npm passes a signal on to its shell only, and the shell does not pass it on:
 * without this, `kill` on `npm start` would leave the server running.
 */
const LOOK_EVERY_MS = 500;

/** Checks regularly whether the shell that npm started is still there; if not, sends this process SIGTERM. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_EVERY_MS);
  looking.unref();
}
