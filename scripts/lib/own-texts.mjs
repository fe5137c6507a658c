/**
 * Lays the founder's own texts (app/product/texts/) over those of the product, wherever Vite reads a file of them: a page still
 * loads one file.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolveFromRoot } from "./root.mjs";

const TEXTS = /app[/]i18n[/]([\w-]+)[/](\w+)[.]json$/;
const OWN_TEXTS = /app[/]product[/]texts[/]([\w-]+)[/](\w+)[.]json$/;

/** The plugin of vite.config.ts, vitest.config.ts and the build of the commands. */
export const layOwnTexts = {
  name: "lay-own-texts",
  enforce: /** @type {const} */ ("pre"),
  /**
   * Vitest keeps no file of texts for its next run, because it looks at one of the two files only.
   * @param {import("vitest/node").VitestPluginContext} context
   */
  configureVitest({ experimental_defineCacheKeyGenerator: defineCacheKey }) {
    defineCacheKey(({ id }) => (parseTextsFile(id) ? false : undefined));
  },
  /**
   * @this {{ addWatchFile(file: string): void }}
   * @param {string} id
   */
  load(id) {
    const { locale, name } = parseTextsFile(id) ?? {};
    if (name === undefined || OWN_TEXTS.test(id)) return undefined;
    const own = ["app", "product", "texts", locale, `${name}.json`].join("/");
    if (!existsSync(resolveFromRoot(own))) return undefined;
    this.addWatchFile(resolveFromRoot(own));
    return JSON.stringify(readTexts(locale, name));
  },
};

/**
 * The language and the name of a file of texts, the product's or the founder's; null for another file.
 * @param {string} file
 */
export function parseTextsFile(file) {
  const [, locale, name] = TEXTS.exec(file) ?? OWN_TEXTS.exec(file) ?? [];
  return locale === undefined || name === undefined ? null : { locale, name };
}

/**
 * The texts of one name in one language, of both. Throws when both have one text, because the founder's would be lost with an update
 * that renames the product's.
 * @param {string} locale
 * @param {string} name
 */
export function readTexts(locale, name) {
  const files = [`app/i18n/${locale}/${name}.json`, `app/product/texts/${locale}/${name}.json`];
  const [product = {}, own = {}] = files.map((file) =>
    existsSync(resolveFromRoot(file)) ? JSON.parse(readFileSync(resolveFromRoot(file), "utf8")) : {},
  );
  return merge(product, own, (key) => {
    throw new Error(
      `The text ${name}:${key} is both in ${files.join(" and in ")}. Rename the one in ${files[1]}.`,
    );
  });
}

/**
 * @param {Record<string, any>} product
 * @param {Record<string, any>} own
 * @param {(key: string) => never} clash
 * @returns {Record<string, any>}
 */
function merge(product, own, clash) {
  const merged = { ...product };
  for (const [key, value] of Object.entries(own)) {
    if (!Object.hasOwn(product, key)) merged[key] = value;
    else if (typeof value !== "object" || typeof product[key] !== "object") return clash(key);
    else merged[key] = merge(product[key], value, (inner) => clash(`${key}.${inner}`));
  }
  return merged;
}
