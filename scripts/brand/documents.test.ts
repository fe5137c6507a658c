/** The documents: their links lead to files, here and in a clone that has a brand, where four of them have moved. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { resolveFromRoot, ROOT } from "../lib/root.mjs";
import { MOVED_DOCUMENTS, toMovedText } from "../lib/moved-documents.mjs";
import { createDocuments } from "./documents";
import { createMark } from "./mark";

const OWNER = { name: "Acme", company: "Acme Ltd" };
const root = mkdtempSync(join(tmpdir(), "brand-documents-"));
afterAll(() => rmSync(root, { recursive: true }));

const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));

/** The targets of a document's links that are no files. */
function listBroken(path: string, text: string, exists: (target: string) => boolean): string[] {
  return [...text.replaceAll(/```[^]*?```|`[^`\n]*`/g, "").matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/i.test(target) && !exists(join(dirname(path), target)))
    .map((target) => `${path}: ${target}`);
}

test("every link of a document leads to a file", () => {
  const exists = (target: string) => existsSync(join(ROOT, target));
  expect(documents.length).toBeGreaterThan(90);
  expect(
    documents.flatMap((path) => listBroken(path, readFileSync(join(ROOT, path), "utf8"), exists)),
  ).toEqual([]);
});

test("the first branding moves the product's documents, and the links in them and in the founder's lead to files", () => {
  // A clone that has a brand already has none to move.
  const from = existsSync(resolveFromRoot("docs", "groundwork")) ? undefined : ROOT;
  if (from === undefined) return;
  const written = createDocuments(from, OWNER);
  expect([...written.keys()].toSorted()).toEqual(
    [...MOVED_DOCUMENTS, ...MOVED_DOCUMENTS.map((name) => `docs/groundwork/${name}`)].toSorted(),
  );
  const exists = (target: string) => existsSync(join(ROOT, target)) || written.has(target);
  expect([...written].flatMap(([path, text]) => listBroken(path, text, exists))).toEqual([]);
  expect(written.get("LICENSE")).toMatch(/^Copyright \(c\) \d{4} Acme Ltd\./);
  expect(written.get("docs/groundwork/LICENSE")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
  expect(written.get("AGENTS.md")).toContain("(docs/groundwork/AGENTS.md)");
});

test("links to documents that move along, to anchors and to other sites stay as they are", () => {
  const text =
    "[a](CHANGELOG.md#x) [b](#y) [c](https://example.com/README.md) [d](docs/api.md#z) ![e](docs/e.png)";
  expect(toMovedText(text)).toBe(
    "[a](CHANGELOG.md#x) [b](#y) [c](https://example.com/README.md) [d](../api.md#z) ![e](../e.png)",
  );
});

test("a second branding leaves the founder's documents alone", () => {
  for (const name of MOVED_DOCUMENTS) writeFileSync(join(root, name), "of the product");
  const written = createDocuments(root, OWNER);
  for (const [path, text] of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(createDocuments(root, { name: "Other", company: null }).size).toBe(0);
});

test("the shipped favicon is the product's mark in the shipped accent", () => {
  const sprite = readFileSync(resolveFromRoot("app", "ui", "kit", "icons.svg"), "utf8");
  const { accent, isOwn } = JSON.parse(
    readFileSync(resolveFromRoot("app", "product", "brand.json"), "utf8"),
  ) as { accent: string; isOwn: boolean };
  if (!isOwn)
    expect(readFileSync(resolveFromRoot("public", "favicon.svg"), "utf8").trim()).toBe(
      createMark(sprite, accent).trim(),
    );
});
