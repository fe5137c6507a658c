/** Chooses the language of a response: by the user, else by the cookie, else by the Accept-Language header. */
import { RemixI18Next } from "remix-i18next/server";
import { ACCEPT_LANGUAGE_MAX_BYTES, ACCEPT_LANGUAGE_MAX_TAGS } from "~/domain/limits";
import { FALLBACK_LOCALE, isLocale, LOCALES, toLocale, type Locale } from "~/domain/locales";
import type { Viewer } from "~/services/platform/viewer.server";
import { readCookies } from "./cookies.server";

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: FALLBACK_LOCALE,
    order: ["header"],
  },
});

export async function getLocale(
  request: { requestedLocale(): Promise<Locale> },
  viewer: Viewer | null,
): Promise<Locale> {
  if (viewer && isLocale(viewer.user.locale)) return viewer.user.locale;
  return request.requestedLocale();
}

/** Detects the language of a request by its cookie, else by its Accept-Language header. */
export async function detectLocale(headers: {
  cookie?: string;
  "accept-language"?: string;
}): Promise<Locale> {
  const chosen = readCookies(headers.cookie).locale;
  if (isLocale(chosen)) return chosen;
  const accepted = shortenAcceptLanguage(headers["accept-language"] ?? "");
  if (accepted === "") return FALLBACK_LOCALE;
  const asked = new Request("http://localhost", { headers: { "Accept-Language": accepted } });
  return toLocale(await detector.getLocale(asked));
}

/** Keeps the first tags of an Accept-Language header: the detector takes a second for a header full of tags. */
export function shortenAcceptLanguage(header: string): string {
  const isCut = header.length > ACCEPT_LANGUAGE_MAX_BYTES;
  const tags = header.slice(0, ACCEPT_LANGUAGE_MAX_BYTES).split(",");
  // A tag that is cut in the middle could name another language.
  const whole = isCut ? tags.slice(0, -1) : tags;
  return whole.slice(0, ACCEPT_LANGUAGE_MAX_TAGS).join(",");
}
