/** For tests: the routes of the built pages, as the manifest that the browser reads lists them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const CLIENT = fileURLToPath(new URL("../../build/client", import.meta.url));

interface BuiltFiles {
  module: string;
  /** The files that the module imports, and those that they import. */
  imports?: string[];
}

interface BuiltRoute extends BuiltFiles {
  id: string;
  parentId?: string;
}

interface Manifest {
  entry: BuiltFiles;
  routes: Record<string, BuiltRoute>;
}

export const listFiles = ({ module, imports = [] }: BuiltFiles): string[] => [module, ...imports];

export function readManifest(): Manifest {
  const assets = join(CLIENT, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const text = readFileSync(join(assets, name), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
}

/** The scripts that a first visit to a page loads, without texts and without those that are loaded when they are used. */
export function listPageScripts(id: string): string[] {
  const { entry, routes } = readManifest();
  const files = new Set(listFiles(entry));
  for (let route = routes[id]; route; route = routes[route.parentId ?? ""])
    for (const file of listFiles(route)) files.add(file);
  return [...files];
}
