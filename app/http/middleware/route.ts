/** Names the route of a request: one of a fixed number of patterns, whatever path a client chooses. */
import type { Response } from "express";

/** The paths that are served before Remix, by their beginning. */
const SERVED_BEFORE = ["/assets/", "/avatar/", "/sandbox/"];
const EXACT = new Set(["/health/live", "/health/ready", "/metrics"]);
/** Whatever else a client may ask for. */
const OTHER = "other";

/** Remembers what the handler of the page or call will say about its route. */
export function setRouteSource(response: Response, source: { route: string | null }): void {
  response.locals.routeSource = source;
}

/** To be called when the response ends: the handler that finds the page or call names it. */
export function getRoute(path: string, response: Response): string {
  const { route } = (response.locals.routeSource ?? { route: null }) as { route: string | null };
  if (route !== null) return route;
  if (EXACT.has(path)) return path;
  const folder = SERVED_BEFORE.find((start) => path.startsWith(start));
  return folder === undefined ? OTHER : `${folder}*`;
}
