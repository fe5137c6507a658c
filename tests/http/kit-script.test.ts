/** The build: the script of /dev/kit is loaded by no other page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLIENT, listFiles, readManifest } from "../support/built-routes";

const KIT = "routes/dev/kit";
/** An attribute that only the components of /dev/kit write. */
const MARK = "data-kit-section";

const { routes } = readManifest();
const isOfKit = (url: string) => readFileSync(join(CLIENT, url), "utf8").includes(MARK);

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
