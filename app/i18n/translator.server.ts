/** All texts on the server: one shared instance a language, loaded at start. */
import { createInstance, type i18n } from "i18next";
import { AppError } from "~/domain/errors";
import { FALLBACK_LOCALE, isLocale, LOCALES, type Locale } from "~/domain/locales";
import type { Translate } from "~/domain/message-keys";
import { readMessage, toOptions, type Message } from "~/domain/messages";
import { INTERPOLATION } from "~/domain/product";

export interface Translator {
  locale: Locale;
  i18n: i18n;
  /** Takes keys with their file: "auth:sign_in.title". */
  t: Translate;
  /** The text of a packed message. */
  message(message: Message): string;
  /** Whether there is a text for it. */
  hasMessage(message: Message): boolean;
}

const files = import.meta.glob<Record<string, unknown>>("./*/*.json", {
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

/** What an error says in English: a failure of the product is a key to its text. For the log. */
export function describeFailure(thrown: Error): string {
  return thrown instanceof AppError ? translator(FALLBACK_LOCALE).message(thrown.messageKey) : thrown.message;
}

function make(locale: Locale): Translator {
  const instance = createInstance();
  const resources = Object.fromEntries(LOCALES.map((name) => [name, textsOf(name)]));
  void instance.init({
    lng: locale,
    fallbackLng: FALLBACK_LOCALE,
    ns: Object.keys(textsOf(FALLBACK_LOCALE)),
    defaultNS: "common",
    resources,
    initImmediate: false,
    interpolation: INTERPOLATION,
  });
  // t is bound here, so that no shared state decides its language.
  const t = instance.getFixedT(locale) as Translate;
  const message = (packed: Message) => {
    const { key, values } = readMessage(packed);
    // Where no field adds its own label, as in the API's answers, it is "Field".
    return t(key, toOptions({ label: t("form:field"), ...values }));
  };
  const hasMessage = (packed: Message) => {
    const { key, values } = readMessage(packed);
    return instance.exists(key, toOptions(values));
  };
  return { locale, i18n: instance, t, message, hasMessage };
}

function textsOf(locale: Locale): Record<string, Record<string, unknown>> {
  const own = Object.entries(files).filter(([file]) => file.startsWith(`./${locale}/`));
  return Object.fromEntries(
    own.map(([file, texts]) => [file.slice(locale.length + 3, -".json".length), texts]),
  );
}
