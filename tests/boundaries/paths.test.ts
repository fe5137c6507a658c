/** A page's path is written in the table of app/domain/paths.ts, and in the map of app/routes.ts, which the compiler checks; a founder's own, in app/product/names.ts and pages.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PAGES } from "~/domain/pages";

const APP = fileURLToPath(new URL("../../app/", import.meta.url));
const WRITTEN_OUT = ["domain/paths.ts", "routes.ts", "product/names.ts", "product/pages.ts"];

test("no other file of the product writes a page's path", () => {
  const pages = new Set(Object.keys(PAGES).filter((path) => path !== "/"));
  const found = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !WRITTEN_OUT.includes(file))
    .flatMap((file) =>
      [...readFileSync(APP + file, "utf8").matchAll(/["'`](\/[\w/:]*)(?=["'`?#$])/g)]
        .filter(([, path = ""]) => pages.has(path))
        .map(([, path]) => `${file}: ${path}`),
    );
  expect(found).toEqual([]);
});
