/** A page's path is written in the table of app/domain/paths.ts, and in the map of app/routes.ts, which the compiler checks; a founder's own, in app/product/names.ts and pages.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGES } from "~/domain/pages";
import { listAppSources, ROOT } from "./sources";

const WRITTEN_OUT = ["domain/paths.ts", "routes.ts", "product/names.ts", "product/pages.ts"].map((file) =>
  join("app", file),
);

test("no other file of the product writes a page's path", () => {
  const pages = new Set(Object.keys(PAGES).filter((path) => path !== "/"));
  const found = listAppSources()
    .filter((file) => !WRITTEN_OUT.includes(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/["'`](\/[\w/:]*)(?=["'`?#$])/g)]
        .filter(([, path = ""]) => pages.has(path))
        .map(([, path]) => `${file}: ${path}`),
    );
  expect(found).toEqual([]);
});
