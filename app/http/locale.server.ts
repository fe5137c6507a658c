/** The language of an answer: what the person chose, else their cookie, else what the browser asks for. */
import { RemixI18Next } from "remix-i18next/server";
import { FALLBACK_LOCALE, isLocale, LOCALES, type Locale } from "~/domain/locales";
import type { Viewer } from "~/services/viewer.server";
import { readCookies } from "./cookies.server";

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: FALLBACK_LOCALE,
    order: ["header"],
  },
});

export async function localeOf(request: Request, viewer: Viewer | null): Promise<Locale> {
  if (viewer && isLocale(viewer.user.locale)) return viewer.user.locale;
  const chosen = readCookies(request.headers.get("Cookie")).locale;
  if (isLocale(chosen)) return chosen;
  const detected = await detector.getLocale(request);
  return isLocale(detected) ? detected : FALLBACK_LOCALE;
}
