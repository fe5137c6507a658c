/**
 * Stops us when npm is stopped. npm passes a signal on to its shell only, and a shell dies without telling us: without
 * this, `kill` on `npm start` would leave a server behind that nobody knows of.
 */
const LOOK_EVERY_MS = 500;

/** Looks now and then whether the shell that npm started us from is still there; if not, sends SIGTERM to ourselves. */
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
