/** The languages of the product and how each writes dates. Spec §9. */

export const LOCALES = ["en", "es"] as const;
export type Locale = (typeof LOCALES)[number];
export const FALLBACK_LOCALE: Locale = "en";

/** Dates are written MM/dd/yyyy in every language, and weeks start on Sunday. Spec §9. */
export const DATE_LOCALE = "en-US";
export const WEEK_STARTS_ON = 0;

export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

const DAY = { year: "numeric", month: "2-digit", day: "2-digit", timeZone: "UTC" } as const;
const MINUTE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

// Made once: making a formatter costs a hundred times what using it does.
const dayFormat = new Intl.DateTimeFormat(DATE_LOCALE, DAY);
const minuteFormat = new Intl.DateTimeFormat(DATE_LOCALE, { ...DAY, ...MINUTE });

/** "11/21/2026", in UTC so that server and browser print the same. */
export function formatDate(date: Date | string): string {
  return dayFormat.format(new Date(date));
}

/** "11/21/2026, 14:05", in UTC. */
export function formatDateTime(date: Date | string): string {
  return minuteFormat.format(new Date(date));
}
