/** The page routes of `app/routes.ts`, as Remix reads them. */
import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@remix-run/route-config";
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

export function pageRoutes(): PageRoute[] {
  const found: PageRoute[] = [];
  const walk = (entries: RouteConfigEntry[], above: string) => {
    for (const entry of entries) {
      const path = entry.path ? `${above}/${entry.path}` : above;
      if (entry.children) walk(entry.children, path);
      else if (!path.startsWith("/api/"))
        found.push({
          id: idOf(entry),
          path: path || "/",
          file: entry.file,
          hasScreen: exportsScreen(entry.file),
        });
    }
  };
  walk(routes, "");
  return found;
}

function idOf(entry: { id?: string; file: string }): string {
  return entry.id ?? entry.file.replace(/\.tsx?$/, "");
}

function exportsScreen(file: string): boolean {
  return readFileSync(new URL(`../../app/${file}`, import.meta.url), "utf8").includes("export default");
}
