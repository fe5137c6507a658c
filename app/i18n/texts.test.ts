/** Every text of the product exists in every language, is used, and is not left in English. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FALLBACK_LOCALE, LOCALES, type Locale } from "~/domain/locales";
import { readTexts as readMergedTexts } from "../../scripts/lib/own-texts.mjs";
import { KEY_SCOPES } from "~/domain/key-scopes";
import { PRODUCT_NAME } from "~/domain/product";

const APP = fileURLToPath(new URL("..", import.meta.url));
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Names, and words that are the same in another language. */
const SAME_AS_ENGLISH = new Set([
  "Plan",
  "Error",
  "No",
  "Normal",
  "Total",
  "API",
  "Webhooks",
  "CVV",
  "PDF",
  "2FA",
  "Pro",
  "Team",
  "Scale",
  "CVC",
  "{{time}} UTC",
  "{{size}} kB",
]);

const english = readTexts(FALLBACK_LOCALE);
const translated = LOCALES.filter((locale) => locale !== FALLBACK_LOCALE);
const sources = listSources(APP);
const literals = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/["'`]([\w-]+:)?([\w.-]+)["'`]/g)].map(([, ns = "", key = ""]) => ns + key),
  ),
);
/** Keys built from a variable, as `status.${state}`: everything below the fixed part counts as used. */
const prefixes = sources.flatMap(({ text }) =>
  [...text.matchAll(/`(?:[\w-]+:)?([\w.-]+[._])\$\{/g)].map(([, prefix = ""]) => prefix),
);

test.each(translated)("%s has the same keys as English", (locale) => {
  expect(listKeys(readTexts(locale))).toEqual(listKeys(english));
});

test.each(translated)("no text of %s is empty, and none is left in English", (locale) => {
  const texts = readTexts(locale);
  const left = Object.entries(english).filter(([key, text]) => {
    const translation = texts[key] ?? "";
    return (
      translation.trim() === "" || (translation === text && !SAME_AS_ENGLISH.has(text) && hasWords(text))
    );
  });
  expect(left).toEqual([]);
});

test.each(translated)("%s has the same placeholders as English", (locale) => {
  const texts = readTexts(locale);
  const differing = Object.keys(english).filter(
    (key) => listPlaceholders(english[key]) !== listPlaceholders(texts[key]),
  );
  expect(differing).toEqual([]);
});

test("every text names the product by {{product}}, so that its name is defined once", () => {
  const all = LOCALES.flatMap((locale) => Object.entries(readTexts(locale)));
  expect(all.filter(([, text]) => text.includes(PRODUCT_NAME))).toEqual([]);
});

test("every text is used", () => {
  const unused = Object.keys(english).filter((whole) => {
    const full = removePluralSuffix(whole);
    const key = full.slice(full.indexOf(":") + 1);
    return !literals.has(full) && !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix));
  });
  expect(unused).toEqual([]);
});

describe("every key that the code names exists", () => {
  const known = new Set(listKeys(english));
  const files = new Set(Object.keys(english).map((key) => key.split(":")[0]));

  test("a key with its file, such as common:nav.help", () => {
    const named = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/["'`]([a-z-]+):([\w.-]+)(?:\?[^"'`]*)?["'`]/g)]
        .filter(([, name = ""]) => files.has(name))
        .map(([, name, key]) => ({ file, key: `${name}:${key}` })),
    );
    expect(named.length).toBeGreaterThan(50);
    // The scopes of API keys, such as billing:read, are written like keys of texts.
    const scopes = new Set<string>(KEY_SCOPES);
    expect(named.filter(({ key }) => !known.has(key) && !scopes.has(key))).toEqual([]);
  });

  test("a key within the component's own file, such as nav.help", () => {
    const named = sources.flatMap(({ file, text }) => {
      const own = [...new Set([...text.matchAll(/useTexts\(\s*"([\w-]+)"/g)].map(([, name]) => name))];
      if (own.length === 0) return [];
      return [...text.matchAll(/\bt\(\s*"([\w.-]+)"/g)].map(([, key = ""]) => ({ file, key, own }));
    });
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ key, own }) => !own.some((name) => known.has(`${name}:${key}`)))).toEqual([]);
  });
});

/** The product's texts with the founder's own laid over them. */
function readTexts(locale: Locale): Record<string, string> {
  const folders = [join(APP, "i18n", locale), join(APP, "product", "texts", locale)].filter(existsSync);
  const names = folders.flatMap((folder) => readdirSync(folder).filter((file) => file.endsWith(".json")));
  const entries = [...new Set(names)].flatMap((file) =>
    flatten(readMergedTexts(locale, file.slice(0, -5)), `${file.slice(0, -5)}:`),
  );
  return Object.fromEntries(entries);
}

function flatten(value: unknown, key: string): [string, string][] {
  if (typeof value === "string") return [[key, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) =>
    flatten(inner, key.endsWith(":") ? key + name : `${key}.${name}`),
  );
}

function listSources(folder: string): { file: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file: file.slice(APP.length), text: readFileSync(file, "utf8") }));
}

/** Whether the text has words besides its placeholders, unlike "{{name}} ({{price}})". */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(/\{\{[^}]*\}\}/g, ""));
}

function listKeys(texts: Record<string, string>): string[] {
  return [...new Set(Object.keys(texts).map(removePluralSuffix))].sort();
}

function removePluralSuffix(key: string): string {
  return key.replace(PLURAL, "");
}

function listPlaceholders(text = ""): string {
  return [...text.matchAll(/\{\{(\w+)[^}]*\}\}/g)]
    .map(([, name]) => name)
    .sort()
    .join();
}

test("the languages are those of the product", () => {
  const folders = readdirSync(join(APP, "i18n"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(folders.map(({ name }) => name).sort()).toEqual([...LOCALES].sort());
});
