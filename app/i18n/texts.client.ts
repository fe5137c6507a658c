/** The texts in the browser: what the page at hand shows at once, other pages' when they are first needed. */
import { createInstance, type i18n } from "i18next";
import resourcesToBackend from "i18next-resources-to-backend";
import { initReactI18next } from "react-i18next";
import { FALLBACK_LOCALE, LOCALES } from "~/domain/locales";
import { INTERPOLATION } from "~/domain/product";

/** On every page: frames, forms and toasts. */
const ALWAYS = ["common", "layout", "form"];

const files = import.meta.glob<{ default: Record<string, unknown> }>("./{en,es}/*.json");

/** Starts i18next in `locale` with the texts that `<html data-texts>` names. */
export async function startTexts(locale: string): Promise<i18n> {
  const instance = createInstance();
  const named = document.documentElement.dataset.texts?.split(" ").filter(Boolean) ?? [];
  await instance
    .use(initReactI18next)
    .use(resourcesToBackend((language: string, name: string) => files[`./${language}/${name}.json`]?.()))
    .init({
      lng: locale,
      supportedLngs: [...LOCALES],
      // Both languages are complete, so English is not loaded beside Spanish.
      fallbackLng: locale === FALLBACK_LOCALE ? FALLBACK_LOCALE : false,
      ns: [...new Set([...ALWAYS, ...named])],
      defaultNS: "common",
      interpolation: INTERPOLATION,
    });
  return instance;
}
