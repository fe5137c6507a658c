/** Formats dates and times of day as the language writes them. */
import { minutes } from "./limits";
import type { LanguageFormats } from "./locales";
import { getFormats } from "./language-formats";

/** Formats "11/21/2026" in English and "21 nov 2026" in Spanish: in UTC, so that server and browser print the same. */
export function formatDate(date: Date | string, locale: string): string {
  return formatPattern(date, getFormats(locale), "date");
}

/** Formats a date without its year, "11/21" or "21 nov", in UTC. */
export function formatDay(date: Date | string, locale: string): string {
  return formatPattern(date, getFormats(locale), "day");
}

/** The day in UTC, as YYYY-MM-DD: how days are stored, sent, and typed into a date field. */
export function toIsoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Formats "11/21/2026, 02:05 PM" or "21 nov 2026, 14:05" in UTC. */
export function formatDateTime(date: Date | string, locale: string): string {
  return `${formatDate(date, locale)}, ${formatPattern(date, getFormats(locale), "time")}`;
}

/** The same in the time zone of the machine that runs it: in a browser, the user's. */
export function formatLocalDateTime(date: Date | string, locale: string): string {
  const moment = new Date(date);
  return formatDateTime(new Date(moment.getTime() - minutes(moment.getTimezoneOffset())), locale);
}

/** Not by Intl, whose data may differ between server and browser. */
function formatPattern(date: Date | string, format: LanguageFormats, name: "date" | "day" | "time"): string {
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

/** Whether a text is an ISO 8601 time. */
export function isIsoTime(text: string): boolean {
  return ISO_TIME.test(text) && !Number.isNaN(Date.parse(text));
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
