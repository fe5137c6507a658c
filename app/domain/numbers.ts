/** Formats numbers for reading: shortened on charts and tiles, grouped where each digit counts. */
import { getFormats } from "./language-formats";
import { LANGUAGES, toLocale } from "./locales";

const THOUSAND = 1000;
const MILLION = THOUSAND * THOUSAND;

/** Shortens thousands with k and millions with m, with at most one decimal: 950, "8.2k", "1.2m"; in Spanish "8,2 k", "1,2 M". */
export function formatShortNumber(value: number, locale: string): string {
  const size = Math.abs(value);
  // 999,950 and more would round to "1000k".
  const { thousand, million } = getFormats(locale);
  if (roundToOneDecimal(size / THOUSAND) >= THOUSAND) return formatDecimal(value / MILLION, locale) + million;
  if (roundToOneDecimal(size) >= THOUSAND) return formatDecimal(value / THOUSAND, locale) + thousand;
  return formatDecimal(value, locale);
}

/** Groups every digit as the language does: "8,204" in English, "8204" and "56.200" in Spanish. */
export function formatGroupedNumber(value: number, locale: string): string {
  return groupDigits(String(Number(value.toFixed(2)) + 0), locale);
}

/** With as many decimals as `digits`: "1,204.50" in English, "1204,50" in Spanish. */
export function formatFixedNumber(
  value: number,
  { digits, locale }: { digits: number; locale: string },
): string {
  return groupDigits(value.toFixed(digits), locale);
}

/** `number` as JavaScript writes it. Not by Intl, for the reasons of `formatNumber`. */
function groupDigits(number: string, locale: string): string {
  const { decimal, group, groupsFrom } = LANGUAGES[toLocale(locale)];
  const [whole = "", fraction] = number.split(".");
  const digits = whole.replace("-", "").length;
  const grouped = digits < groupsFrom ? whole : whole.replace(BETWEEN_THOUSANDS, group);
  return fraction === undefined ? grouped : grouped + decimal + fraction;
}

const BETWEEN_THOUSANDS = /(?<=\d)(?=(\d{3})+$)/g;

function formatDecimal(value: number, locale: string): string {
  return formatNumber(roundToOneDecimal(value), { digits: 1, locale });
}

/** Rounds to one decimal, and never returns "-0". */
function roundToOneDecimal(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/**
 * Writes the digits of a number without trailing zeros. It does not use Intl.NumberFormat: the first one
 * costs a phone 65 ms at each load of the dashboard, and its data may differ between server and browser.
 */
function formatNumber(value: number, { digits, locale }: { digits: number; locale: string }): string {
  const rounded = Number(value.toFixed(digits)) + 0;
  return String(rounded).replace(".", LANGUAGES[toLocale(locale)].decimal);
}
