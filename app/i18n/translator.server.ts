/** All texts on the server: one shared instance a language, loaded at start. */
import { createInstance, type i18n, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { FALLBACK_LOCALE, isLocale, LOCALES, type Locale } from "~/domain/locales";
import { readMessage, type Message } from "~/domain/messages";

export interface Translator {
  locale: Locale;
  i18n: i18n;
  t: TFunction;
  /** The text of a packed message. */
  message(message: Message): string;
}

const files = import.meta.glob<Record<string, unknown>>("./{en,es}/*.json", {
  eager: true,
  import: "default",
});
const translators = new Map(LOCALES.map((locale) => [locale, make(locale)]));

/** The texts in `locale`; English for any language the product does not have. */
export function translator(locale: string): Translator {
  const known = translators.get(isLocale(locale) ? locale : FALLBACK_LOCALE);
  if (!known) throw new Error("the texts are not loaded");
  return known;
}

function make(locale: Locale): Translator {
  const instance = createInstance();
  const resources = Object.fromEntries(LOCALES.map((name) => [name, textsOf(name)]));
  void instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: FALLBACK_LOCALE,
    ns: Object.keys(textsOf(FALLBACK_LOCALE)),
    defaultNS: "common",
    resources,
    initImmediate: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  // t is bound here, so that no shared state decides its language.
  const t = instance.getFixedT(locale);
  const message = (packed: Message) => {
    const { key, values } = readMessage(packed);
    return t(key, values);
  };
  return { locale, i18n: instance, t, message };
}

function textsOf(locale: Locale): Record<string, Record<string, unknown>> {
  const own = Object.entries(files).filter(([file]) => file.startsWith(`./${locale}/`));
  return Object.fromEntries(
    own.map(([file, texts]) => [file.slice(locale.length + 3, -".json".length), texts]),
  );
}
