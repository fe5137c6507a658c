/** The page routes of `app/routes.ts`, as Remix reads them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { PAGES } from "~/domain/pages";
import type { PagePath } from "~/domain/paths";
import routes from "~/routes";

export interface PageRoute {
  /** The id that Remix gives the route. */
  id: string;
  path: string;
  /** The path of the file below `app/`. */
  file: string;
  /** Whether the route renders a page. The others only have an action, or redirect. */
  hasScreen: boolean;
}

export function listPageRoutes(): PageRoute[] {
  const found: PageRoute[] = [];
  const walk = (entries: RouteConfigEntry[], above: string) => {
    for (const entry of entries) {
      const path = entry.path ? `${above}/${entry.path}` : above;
      if (entry.children) walk(entry.children, path);
      else if (!path.startsWith("/api/") || path in PAGES)
        found.push({
          id: getRouteId(entry),
          path: path || "/",
          file: entry.file,
          hasScreen: hasPageComponent(entry.file),
        });
    }
  };
  walk(routes, "");
  return found;
}

/** Whether it is a page with a policy, at one path: none that takes the rest of a URL, and none with a parameter. */
export function hasOnePath(route: PageRoute): route is PageRoute & { path: PagePath } {
  return route.path in PAGES && !route.path.includes(":");
}

/** Whether the route has an action. */
export function takesForm({ file }: PageRoute): boolean {
  return /export (const|async function|function) action\b/.test(readRoute(file));
}

function getRouteId(entry: { id?: string; file: string }): string {
  return entry.id ?? entry.file.replace(/\.tsx?$/, "");
}

function hasPageComponent(file: string): boolean {
  return readRoute(file).includes("export default");
}

function readRoute(file: string): string {
  return readFileSync(join(import.meta.dirname, "../../app", file), "utf8");
}
