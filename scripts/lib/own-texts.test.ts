import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseTextsFile } from "./own-texts.mjs";

/** A project of its own, because the functions read the files next to them. */
let folder: string;
let readTexts: (locale: string, name: string) => Record<string, unknown>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "own-texts-"));
  cpSync("scripts/lib", join(folder, "scripts", "lib"), { recursive: true });
  mkdirSync(join(folder, "app/i18n/en"), { recursive: true });
  mkdirSync(join(folder, "app/product/texts/en"), { recursive: true });
  writeFileSync(join(folder, "app/i18n/en/common.json"), `{"nav":{"help":"Help"},"yes":"Yes"}`);
  ({ readTexts } = (await import(join(folder, "scripts/lib/own-texts.mjs"))) as {
    readTexts: typeof readTexts;
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeOwn = (name: string, texts: object) =>
  writeFileSync(join(folder, `app/product/texts/en/${name}.json`), JSON.stringify(texts));

test("the founder's texts are added to the product's of the same file, at any depth", () => {
  expect(readTexts("en", "common")).toEqual({ nav: { help: "Help" }, yes: "Yes" });
  writeOwn("common", { nav: { boats: "Boats" }, no: "No" });
  expect(readTexts("en", "common")).toEqual({ nav: { help: "Help", boats: "Boats" }, yes: "Yes", no: "No" });
});

test("a file that only the founder has is read as it is", () => {
  writeOwn("boats", { title: "Boats" });
  expect(readTexts("en", "boats")).toEqual({ title: "Boats" });
});

test.each([
  [{ nav: { help: "Our help" } }, "nav.help"],
  [{ yes: "Aye" }, "yes"],
  [{ nav: "Menu" }, "nav"],
])("a text that both have is refused with both files: %o", (own, key) => {
  writeOwn("common", own);
  expect(() => readTexts("en", "common")).toThrow(
    `The text common:${key} is both in app/i18n/en/common.json and in app/product/texts/en/common.json.`,
  );
});

test("the language and the name are read from the file's path, and null from another's", () => {
  expect(parseTextsFile("/x/app/i18n/en/common.json")).toEqual({ locale: "en", name: "common" });
  expect(parseTextsFile("/x/app/product/texts/pt-BR/boats.json")).toEqual({ locale: "pt-BR", name: "boats" });
  expect(parseTextsFile("/x/app/product/names.ts")).toBeNull();
});
