/** What a founder adds in app/product/ is in its lists, and complete. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { LOCALES } from "~/domain/locales";
import { listFieldNames, toOwnLabel } from "~/domain/own-fields";
import { translator } from "~/i18n/translator.server";
import { OWN_ACCOUNT_FIELDS, OWN_USER_FIELDS } from "~/product/fields";
import { OWN_OPERATIONS } from "~/product/operations.server";
import { readMap } from "../../scripts/lib/product-map.mjs";

/** Vite reads the whole product. */
const MAP = { timeout: 120_000 };

const SEAM = fileURLToPath(new URL("../seam/app/product", import.meta.url));
const PRODUCT = fileURLToPath(new URL("../../app/product", import.meta.url));

/** What the build and `npm run statements` find by themselves. */
const FOUND_BY_NAME = ["texts", "statements"];

/** The folders that no list next to them imports, or has the page of. */
function findUnlisted(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const lists = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(`${folder}/${name}`, "utf8"));
  const folders = entries
    .filter((entry) => entry.isDirectory() && !FOUND_BY_NAME.includes(entry.name))
    .map(({ name }) => name);
  return folders.filter(
    (name) => !lists.some((text) => text.includes(`"./${name}/`) || text.includes(`"${name}/`)),
  );
}

test.each([PRODUCT, SEAM])("every folder of %s is in a list", (folder) => {
  expect(findUnlisted(folder)).toEqual([]);
});

test("a folder that no list has is found", () => {
  expect(findUnlisted(fileURLToPath(new URL("../seam/app", import.meta.url)))).toEqual(["product"]);
});

describe.each(LOCALES)("in %s", (locale) => {
  const names = [...listFieldNames(OWN_USER_FIELDS), ...listFieldNames(OWN_ACCOUNT_FIELDS)];
  test("every own field has a label", () => {
    expect(names.filter((name) => !translator(locale).hasMessage(toOwnLabel(name)))).toEqual([]);
  });
});

test("every write of the founder's records itself, or refuses a master who acts as a user", () => {
  const writes = OWN_OPERATIONS.filter(({ method }) => method !== "GET");
  expect(writes.filter((write) => !write.auditsItself && !write.refusesImpersonator)).toEqual([]);
});

test(
  "the map has the file of every entity, operation, page, mail and job, and names no clash",
  MAP,
  async () => {
    const { groups, clashes } = await readMap();
    expect(clashes).toEqual([]);
    expect(groups.map(({ title }) => title)).toEqual(["Entities", "Operations", "Pages", "Mails", "Jobs"]);
    for (const { entries } of groups) {
      expect(entries.length).toBeGreaterThan(10);
      expect(entries.filter(({ file }) => !/^app\/.*[.]tsx?$/.test(file))).toEqual([]);
    }
  },
);

test("the guide names every file of the example, in the list or as a step", () => {
  const guide = readFileSync(fileURLToPath(new URL("../../docs/your-product.md", import.meta.url)), "utf8");
  const root = fileURLToPath(new URL("../seam", import.meta.url));
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = /^app\/product\/texts\/\w+\/|^app\/product\/mail-templates|^migrations\/own\/0002/;
  const paths = files.map((file) => `${file.parentPath}/${file.name}`.slice(root.length + 1));
  expect(paths.filter((path) => !texts.test(path) && !guide.includes(`\`${path}\``))).toEqual([]);
});
