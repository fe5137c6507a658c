/** The languages of the product. */
import { BRAND_LANGUAGES } from "../product/brand";
import { OWN_LANGUAGES } from "../product/languages";

/** Dates in patterns: `yyyy`; `MM` and `MMM`, one of `months`; `dd` and `d`; `HH`, or `hh` with `a` for AM and PM; `mm`. */
export interface LanguageFormats {
  date: string;
  /** Without the year. */
  day: string;
  time: string;
  months: readonly string[];
  /** After a number that is shortened to thousands or millions. */
  thousand: string;
  million: string;
}

/** How a language is written. */
export interface Language {
  /** Its own name, which its readers recognise. */
  name: string;
  decimal: string;
  group: string;
  /** The number of digits from which thousands are separated. */
  groupsFrom: number;
  /** How it writes dates and short numbers: as English does where there is none. Those of the product's languages are in language-formats.ts. */
  formats?: LanguageFormats;
}

/** Those that the product ships. The code is also the name of the folder in app/i18n/. */
const PRODUCT_LANGUAGES = {
  en: { name: "English", decimal: ".", group: ",", groupsFrom: 4 },
  es: { name: "Español", decimal: ",", group: ".", groupsFrom: 5 },
};

/** Each language by its code. */
export const LANGUAGES = { ...PRODUCT_LANGUAGES, ...OWN_LANGUAGES } satisfies Record<string, Language>;
export type Locale = keyof typeof LANGUAGES;

/** Those that the brand offers (all by null), and the one for visitors who ask for none of them: English, where it is offered. */
export function offerLanguages(chosen: readonly string[] | null): {
  locales: readonly Locale[];
  fallback: Locale;
} {
  const all = Object.keys(LANGUAGES) as Locale[];
  const locales = all.filter((locale) => chosen === null || chosen.includes(locale));
  const [first] = locales;
  if (first === undefined)
    throw new Error(`app/product/brand.json offers none of the languages that there are: ${all.join(", ")}.`);
  return { locales, fallback: locales.includes("en") ? "en" : first };
}

/** A text that is missing in another language is the fallback's. */
export const { locales: LOCALES, fallback: FALLBACK_LOCALE } = offerLanguages(BRAND_LANGUAGES);

export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** The fallback for a language that the product does not offer. */
export function toLocale(value: unknown): Locale {
  return isLocale(value) ? value : FALLBACK_LOCALE;
}
