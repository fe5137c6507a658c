/** The languages of the product and how each formats dates. */
import { minutes } from "./limits";

export const LOCALES = ["en", "es"] as const;
export type Locale = (typeof LOCALES)[number];
export const FALLBACK_LOCALE: Locale = "en";

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
