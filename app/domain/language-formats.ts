/** How each language writes dates and short numbers. Apart from locales.ts, because the sign-in page shows neither. */
import { LANGUAGES, toLocale, type Language, type LanguageFormats } from "./locales";

const ENGLISH: LanguageFormats = {
  date: "MM/dd/yyyy",
  day: "MM/dd",
  time: "hh:mm a",
  months: [],
  thousand: "k",
  million: "m",
};

/** Of the languages that the product ships. */
const PRODUCT_FORMATS: Readonly<Record<string, LanguageFormats>> = {
  es: {
    date: "d MMM yyyy",
    day: "d MMM",
    time: "HH:mm",
    months: "ene feb mar abr may jun jul ago sept oct nov dic".split(" "),
    // With a space that does not break.
    thousand: "\u00a0k",
    million: "\u00a0M",
  },
};

export function getFormats(locale: string): LanguageFormats {
  const code = toLocale(locale);
  const language: Language = LANGUAGES[code];
  return language.formats ?? PRODUCT_FORMATS[code] ?? ENGLISH;
}
