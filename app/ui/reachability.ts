/** Whether the server can be reached, as far as this tab knows. */

let isUnanswered = false;

/** Records that the server has answered. */
export function noteReachable(): void {
  isUnanswered = false;
}

/** Records that a request got no answer. */
export function noteUnreachable(): void {
  isUnanswered = true;
}

/** Whether a request made now would probably fail: the browser is offline, or the latest request got no answer. */
export function isLikelyOffline(): boolean {
  return isUnanswered || !navigator.onLine;
}

/** Asks the server whether it is up. Never throws. */
export async function checkReachable(): Promise<boolean> {
  try {
    await fetch("/health/live", { cache: "no-store" });
    noteReachable();
  } catch {
    noteUnreachable();
  }
  return !isUnanswered;
}

/** The paths whose code this tab has loaded. */
const loaded = new Set<string>();

/** Records that the code of the page at `path` is loaded. */
export function noteLoaded(path: string): void {
  loaded.add(path);
}

/** Whether the page at `path` needs code from the server, or the server is probably unreachable. */
export function mayFailToLoad(path: string): boolean {
  return isLikelyOffline() || !loaded.has(path);
}

/**
 * Whether the router can navigate to `path`. When the code of a route fails to load, the router reloads the whole page,
 * and the browser shows its own error page. So before the first visit to a path this asks whether the server is up.
 */
export async function canLoad(path: string): Promise<boolean> {
  if (!mayFailToLoad(path)) return true;
  const isReachable = await checkReachable();
  if (isReachable) noteLoaded(path);
  return isReachable;
}
