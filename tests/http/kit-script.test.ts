/** The build: the script of /dev/kit is loaded by no other page. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const CLIENT = fileURLToPath(new URL("../../build/client", import.meta.url));
const KIT = "routes/dev/kit";
/** An attribute that only the components of /dev/kit write. */
const MARK = "data-kit-section";

interface BuiltRoute {
  module: string;
  /** The files that the module imports, and those that they import. */
  imports?: string[];
}

const routes = readRoutes();
const isOfKit = (url: string) => readFileSync(join(CLIENT, url), "utf8").includes(MARK);
const listFiles = ({ module, imports = [] }: BuiltRoute) => [module, ...imports];

test("the page of the kit has its script", () => {
  expect(listFiles(routes[KIT] ?? { module: "" }).some(isOfKit)).toBe(true);
});

test("no other page loads it, at once or later", () => {
  const others = Object.entries(routes).filter(([id]) => id !== KIT);
  expect(others.length).toBeGreaterThan(50);
  const files = new Set(others.flatMap(([, route]) => listFiles(route)));
  expect([...files].filter(isOfKit)).toEqual([]);
  const kitFiles = listFiles(routes[KIT] ?? { module: "" }).filter(isOfKit);
  const names = kitFiles.map((url) => url.split("/").at(-1) ?? "");
  const importers = [...files].filter((url) => {
    const text = readFileSync(join(CLIENT, url), "utf8");
    return names.some((name) => text.includes(name));
  });
  expect(importers).toEqual([]);
});

/** The routes of the manifest that the browser reads. */
function readRoutes(): Record<string, BuiltRoute> {
  const assets = join(CLIENT, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const text = readFileSync(join(assets, name), "utf8");
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  return (JSON.parse(json) as { routes: Record<string, BuiltRoute> }).routes;
}
