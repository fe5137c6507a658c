/**
 * Hands the framework only the routes that a request's address can be about. It compiles every route it is given anew
 * for each request, twice for a call and five times for a page, and the product has a hundred.
 */
import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/** Addresses that every part of the framework reads alike; anything unusual is matched against all routes. */
const PLAIN = /^(\/\w[\w.-]*)*\/?$/;
/** The browser asks for routes it has not met, whatever the address of this request. */
const DISCOVERY = "/__manifest";

/**
 * Chooses from the product's routes by a request's path: a route stays when each fixed part of its address stands in
 * the path at the same place. So whichever route would have answered is there, with all above it, and answers as
 * before. `make` is called once for each set of routes, of which there are about as many as routes.
 */
export function makeRouteChoice<Handler>(
  build: ServerBuild,
  make: (build: ServerBuild) => Handler,
): (path: string) => Handler {
  const routes = Object.keys(build.routes).map((id) => ({ id, parts: partsOf(build.routes, id) }));
  const handlers = new Map<string, Handler>();
  const all = make(build);

  return (path) => {
    if (!PLAIN.test(path) || path === DISCOVERY) return all;
    const given = partsIn(path);
    const ids = routes.filter(({ parts }) => canBeAbout(parts, given)).map(({ id }) => id);
    const name = ids.join(" ");
    const handler = handlers.get(name) ?? make(onlyWith(build, new Set(ids)));
    handlers.set(name, handler);
    return handler;
  };
}

/** A fixed part in small letters; null for a parameter, the rest of an address, or what may be left out. */
type Part = string | null;

function partsOf(routes: Routes, id: string): Part[] {
  const route = routes[id];
  if (!route) return [];
  const own = (route.path ?? "").split("/").filter(Boolean);
  const above = route.parentId ? partsOf(routes, route.parentId) : [];
  return [...above, ...own.map((part) => (/[:*?]/.test(part) ? null : part.toLowerCase()))];
}

/** A page's data is asked for under its own address with `.data` behind it. */
function partsIn(path: string): string[] {
  return path
    .replace(/\.data$/, "")
    .toLowerCase()
    .split("/")
    .filter(Boolean);
}

function canBeAbout(parts: readonly Part[], given: readonly string[]): boolean {
  return parts.every((part, place) => part === null || part === given[place]);
}

function onlyWith(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const only = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}
