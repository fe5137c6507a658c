/** Loads the texts in the browser: those of the current page at once, the texts of other pages at their first use. */
import { createInstance, type BackendModule, type i18n, type ResourceKey } from "i18next";
import { FALLBACK_LOCALE, LOCALES } from "~/domain/locales";
import { INTERPOLATION } from "~/domain/product";

/** Every page needs them: layouts, forms and toasts. */
const ALWAYS = ["common", "layout", "form"];

/**
 * Without the texts of mails and errors, which only the server translates. Of one name, the product's file has the founder's own
 * texts as well.
 */
const files = import.meta.glob<{ default: ResourceKey }>([
  "./*/*.json",
  "../product/texts/*/*.json",
  "!**/{errors,mail}.json",
]);

/** Fetches a file of texts when i18next first asks for it: https://www.i18next.com/misc/creating-own-plugins#backend */
const fileBackend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(language, name, callback) {
    const file = `${language}/${name}.json`;
    const load = files[`./${file}`] ?? files[`../product/texts/${file}`];
    if (!load) callback(new Error(`there is no file ${file}`), false);
    else
      load().then(
        (file) => callback(null, file.default),
        (error: unknown) => callback(String(error), false),
      );
  },
};

/** Starts i18next in `locale` with the texts that `<html data-texts>` names. */
export async function startTexts(locale: string): Promise<i18n> {
  const instance = createInstance();
  const named = document.documentElement.dataset.texts?.split(" ").filter(Boolean) ?? [];
  await instance.use(fileBackend).init({
    lng: locale,
    supportedLngs: [...LOCALES],
    // Every language is complete, so English is not loaded next to another.
    fallbackLng: locale === FALLBACK_LOCALE ? FALLBACK_LOCALE : false,
    ns: [...new Set([...ALWAYS, ...named])],
    defaultNS: "common",
    interpolation: INTERPOLATION,
  });
  return instance;
}

/** A file of texts that was edited during development, as vite.config.ts sends it. */
interface EditedTexts {
  locale: string;
  name: string;
  texts: object;
}

/** Calls `show` with the new texts whenever a file of them is edited during development. */
export function followEdits(i18n: i18n, show: (edited: i18n) => void): void {
  import.meta.hot?.on("texts", ({ locale, name, texts }: EditedTexts) => {
    i18n.addResourceBundle(locale, name, texts);
    // Components look up their texts once for each instance.
    const edited = i18n.cloneInstance({}, () => show(edited));
  });
}
