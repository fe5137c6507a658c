/** The languages of the product, and how dates are formatted. */
import { BRAND_LANGUAGES } from "../product/brand";
import { minutes } from "./limits";

/**
 * Each language by its code, which is also the name of its folder in app/i18n/: its own name, which its readers
 * recognise, and how it writes numbers. `groupsFrom` is the number of digits from which thousands are separated.
 */
export const LANGUAGES = {
  en: { name: "English", decimal: ".", group: ",", groupsFrom: 4 },
  es: { name: "Español", decimal: ",", group: ".", groupsFrom: 5 },
};
export type Locale = keyof typeof LANGUAGES;
/** Those that the brand offers. */
const offered = BRAND_LANGUAGES ?? Object.keys(LANGUAGES);
export const LOCALES = Object.keys(LANGUAGES).filter((locale) =>
  offered.includes(locale),
) as readonly Locale[];
/** For visitors who ask for none of them, and for a text that is missing in another. */
export const FALLBACK_LOCALE: Locale = offered.includes("en") ? "en" : (LOCALES[0] ?? "en");

export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** Formats "11/21/2026" in every language, in UTC so that server and browser print the same. */
export function formatDate(date: Date | string): string {
  const [year = "", month = "", day = ""] = new Date(date).toISOString().slice(0, 10).split("-");
  return `${month}/${day}/${year}`;
}

/** Formats "11/21/2026, 14:05" in UTC. */
export function formatDateTime(date: Date | string): string {
  return `${formatDate(date)}, ${new Date(date).toISOString().slice(11, 16)}`;
}

/** The same in the time zone of the machine that runs it: in a browser, the user's. */
export function formatLocalDateTime(date: Date | string): string {
  const moment = new Date(date);
  return formatDateTime(new Date(moment.getTime() - minutes(moment.getTimezoneOffset())));
}
