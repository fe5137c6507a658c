/** No component is without a page: what is built is used by a page, or shown at /dev/kit. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = listSources("app");
const text = sources.map(({ source }) => source).join("\n");
/** A default export is loaded by its file, when it is needed. */
const components = sources
  .filter(({ file }) => file.startsWith(join("app", "ui")))
  .flatMap(({ source }) => [...source.matchAll(/^export (?:function|const) ([A-Z]\w*[a-z]\w*)/gm)])
  .map(([, name = ""]) => name);

test("every component is an element of another one, of a page or of /dev/kit", () => {
  expect(components.length).toBeGreaterThan(100);
  const isUsed = (name: string) => new RegExp(`<(?:\\w+\\.)*${name}[\\s/>.]|[{=?:] ?${name}\\b`).test(text);
  expect(components.filter((name) => !isUsed(name))).toEqual([]);
});

function listSources(folder: string): { file: string; source: string }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, source: readFileSync(file, "utf8") }));
}
