/** Whether the server can be reached, as far as this tab knows. */

let isSilent = false;

/** The server has answered. */
export function noteReachable(): void {
  isSilent = false;
}

/** A request got no answer. */
export function noteUnreachable(): void {
  isSilent = true;
}

/** Whether a request made now would probably fail: the browser is offline, or the latest request got no answer. */
export function isProbablyAway(): boolean {
  return isSilent || !navigator.onLine;
}

/** Asks the server for a sign of life. Never throws. */
export async function checkReachable(): Promise<boolean> {
  try {
    await fetch("/health/live", { cache: "no-store" });
    noteReachable();
  } catch {
    noteUnreachable();
  }
  return !isSilent;
}

/** Paths whose code this tab has loaded. */
const loaded = new Set<string>();

/** Notes that the page at `path` is shown, or was. */
export function noteLoaded(path: string): void {
  loaded.add(path);
}

/** Whether the page at `path` needs code from the server, or the server is probably away. */
export function mayFailToLoad(path: string): boolean {
  return isProbablyAway() || !loaded.has(path);
}

/**
 * Whether the router can be sent to `path`. It loads the whole page anew when the code of a route cannot be had, and
 * the browser's own error page would take the place of everything: so the server is asked before the first time.
 */
export async function canLoad(path: string): Promise<boolean> {
  if (!mayFailToLoad(path)) return true;
  const isReachable = await checkReachable();
  if (isReachable) noteLoaded(path);
  return isReachable;
}
