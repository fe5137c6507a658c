/** Numbers as people read them: shortened on charts and tiles, grouped where each digit counts. Spec §9. */

const THOUSAND = 1000;
const MILLION = THOUSAND * THOUSAND;

/** Thousands with k, millions with m, one decimal at most: 950, "8.2k", "1.2m"; in Spanish "8,2k". Spec §9. */
export function shortNumber(value: number, locale: string): string {
  const size = Math.abs(value);
  // 999,950 and more would round to "1000k".
  if (oneDecimal(size / THOUSAND) >= THOUSAND) return `${decimal(value / MILLION, locale)}m`;
  if (oneDecimal(size) >= THOUSAND) return `${decimal(value / THOUSAND, locale)}k`;
  return decimal(value, locale);
}

/** "8,204" in English, "8204" and "56.200" in Spanish: every digit, grouped as the language does. */
export function groupedNumber(value: number, locale: string): string {
  return formatter(locale, { maximumFractionDigits: 2 }).format(value + 0);
}

function decimal(value: number, locale: string): string {
  return formatter(locale, { maximumFractionDigits: 1, useGrouping: false }).format(oneDecimal(value));
}

/** Rounded to one decimal, and never "-0". */
function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** Making a formatter costs a hundred times what using it does, and a page with a chart needs dozens of numbers. */
function formatter(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.maximumFractionDigits}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  formatters.set(key, made);
  return made;
}

const formatters = new Map<string, Intl.NumberFormat>();
