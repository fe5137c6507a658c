/** The languages of the product, and how dates are formatted. */
import { BRAND_LANGUAGES } from "../product/brand";
import { OWN_LANGUAGES } from "../product/languages";
import { minutes } from "./limits";

/** In patterns: `yyyy`; `MM` and `MMM`, one of `months`; `dd` and `d`; `HH`, or `hh` with `a` for AM and PM; `mm`. */
interface DateFormat {
  date: string;
  /** Without the year. */
  day: string;
  time: string;
  months: readonly string[];
}

/** How a language is written. */
export interface Language {
  /** Its own name, which its readers recognise. */
  name: string;
  decimal: string;
  group: string;
  /** The number of digits from which thousands are separated. */
  groupsFrom: number;
  /** Those of English, where there are none. */
  dates?: DateFormat;
}

const ENGLISH_DATES: DateFormat = { date: "MM/dd/yyyy", day: "MM/dd", time: "hh:mm a", months: [] };

/** Of the languages below. */
const PRODUCT_DATES: Readonly<Record<string, DateFormat>> = {
  en: ENGLISH_DATES,
  es: {
    date: "d MMM yyyy",
    day: "d MMM",
    time: "HH:mm",
    months: "ene feb mar abr may jun jul ago sept oct nov dic".split(" "),
  },
};

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

/** Formats "11/21/2026" in English and "21 nov 2026" in Spanish: in UTC, so that server and browser print the same. */
export function formatDate(date: Date | string, locale: string): string {
  return formatPattern(date, getDateFormat(locale), "date");
}

/** Formats a date without its year, "11/21" or "21 nov", in UTC. */
export function formatDay(date: Date | string, locale: string): string {
  return formatPattern(date, getDateFormat(locale), "day");
}

/** Formats "11/21/2026, 02:05 PM" or "21 nov 2026, 14:05" in UTC. */
export function formatDateTime(date: Date | string, locale: string): string {
  return `${formatDate(date, locale)}, ${formatPattern(date, getDateFormat(locale), "time")}`;
}

/** The same in the time zone of the machine that runs it: in a browser, the user's. */
export function formatLocalDateTime(date: Date | string, locale: string): string {
  const moment = new Date(date);
  return formatDateTime(new Date(moment.getTime() - minutes(moment.getTimezoneOffset())), locale);
}

function getDateFormat(locale: string): DateFormat {
  const language: Language | undefined = LANGUAGES[isLocale(locale) ? locale : FALLBACK_LOCALE];
  return language.dates ?? PRODUCT_DATES[locale] ?? ENGLISH_DATES;
}

/** Not by Intl, whose data may differ between server and browser. */
function formatPattern(date: Date | string, format: DateFormat, name: "date" | "day" | "time"): string {
  const [year = "", month = "", day = "", hour = "", minute = ""] = new Date(date)
    .toISOString()
    .split(/[-T:]/);
  const values: Record<string, string> = {
    yyyy: year,
    MMM: format.months[Number(month) - 1] ?? month,
    MM: month,
    dd: day,
    d: String(Number(day)),
    HH: hour,
    hh: String(Number(hour) % NOON || NOON).padStart(2, "0"),
    mm: minute,
    a: Number(hour) < NOON ? "AM" : "PM",
  };
  return format[name].replace(/yyyy|MMM|MM|dd|d|HH|hh|mm|a/g, (part) => values[part] ?? part);
}

const NOON = 12;
