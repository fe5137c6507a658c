/**
 * One Remix build for each area of the product's URLs, because Remix compiles all routes of a build again for each match.
 * docs/decisions/0082-one-remix-handler-for-each-area.md
 */
import type { ServerBuild } from "@remix-run/node";
import { AREAS } from "~/domain/areas";

export type Area = (typeof AREAS)[number];

/** The longest first: `/` is the area of what no other one has. */
const LONGEST_FIRST = [...AREAS].sort((one, other) => other.length - one.length);

/** The area of a path (`getPagePath`). Null for the manifest, in which a page finds the routes of all areas. */
export function findArea(path: string): Area | null {
  if (path === "/__manifest") return null;
  return LONGEST_FIRST.find((area) => isWithin(path, area)) ?? null;
}

/** The routes of an area, with what any page may need: their layouts, the start page and the pages for unknown URLs. */
export function pickAreaBuild(build: ServerBuild, area: Area): ServerBuild {
  const ids = new Set(
    Object.values(build.routes)
      .filter((route) => isForAll(route) || isOfArea(getFullPath(build, route), area))
      .flatMap((route) => listLineage(build, route).map(({ id }) => id)),
  );
  const pick = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}

type Route = ServerBuild["routes"][string];

function isForAll({ index, path, parentId }: Route): boolean {
  return index === true || (parentId === "root" && path === "*");
}

/** Also a page above the area: Remix tells a browser the routes of every path on the way to its page. */
function isOfArea(path: string, area: Area): boolean {
  return findArea(path) === area || area.startsWith(`${path}/`);
}

/** The route and the layouts that it is in. */
function listLineage({ routes }: ServerBuild, route: Route): Route[] {
  const lineage = [route];
  for (let at = routes[route.parentId ?? ""]; at; at = routes[at.parentId ?? ""]) lineage.unshift(at);
  return lineage;
}

function getFullPath(build: ServerBuild, route: Route): string {
  const segments = listLineage(build, route).map(({ path = "" }) => path);
  return `/${segments.filter((segment) => segment !== "").join("/")}`;
}

function isWithin(path: string, area: Area): boolean {
  return area === "/" || path === area || path.startsWith(`${area}/`);
}
