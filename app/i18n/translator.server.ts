/** The texts on the server: one shared i18next instance for each language, loaded at startup. */
import { createInstance, type i18n } from "i18next";
import { AppError } from "~/domain/errors";
import { FALLBACK_LOCALE, LOCALES, toLocale, type Locale } from "~/domain/locales";
import type { Translate } from "~/domain/message-keys";
import { readMessage, toOptions, type Message } from "~/domain/messages";
import { INTERPOLATION } from "~/domain/product";
import { keepTexts } from "./kept-texts";

export interface Translator {
  locale: Locale;
  i18n: i18n;
  /** Takes keys with their file: "auth:sign_in.title". */
  t: Translate;
  /** Returns the text of a packed message. */
  message(message: Message): string;
  /** Whether the message has a text. */
  hasMessage(message: Message): boolean;
}

/** The product's, which the build has laid the founder's own over, and the founder's: of one name, the product's file has both. */
const files = import.meta.glob<Record<string, unknown>>(["../product/texts/*/*.json", "./*/*.json"], {
  eager: true,
  import: "default",
});
const translators = new Map(LOCALES.map((locale) => [locale, createTranslator(locale)]));

/** Returns the texts in `locale`, and English for a language that the product does not have. */
export function translator(locale: string): Translator {
  const known = translators.get(toLocale(locale));
  if (!known) throw new Error("the texts are not loaded");
  return known;
}

/** Returns an error's message in English, for the log. An AppError holds the key of its text. */
export function describeFailure(thrown: Error): string {
  return thrown instanceof AppError ? translator(FALLBACK_LOCALE).message(thrown.messageKey) : thrown.message;
}

function createTranslator(locale: Locale): Translator {
  const instance = createInstance();
  const resources = Object.fromEntries(LOCALES.map((name) => [name, readTexts(name)]));
  void instance.init({
    lng: locale,
    fallbackLng: FALLBACK_LOCALE,
    ns: Object.keys(readTexts(FALLBACK_LOCALE)),
    defaultNS: "common",
    resources,
    initImmediate: false,
    interpolation: INTERPOLATION,
  });
  // `t` is bound to its language, so that no shared state can change it.
  const t = keepTexts(instance, { locale }) as Translate;
  const message = (packed: Message) => {
    const { key, values } = readMessage(packed);
    // The label is "Field" where no field adds its own, as in responses of the API.
    return t(key, toOptions({ label: t("form:field"), ...values }));
  };
  const hasMessage = (packed: Message) => {
    const { key, values } = readMessage(packed);
    return instance.exists(key, toOptions(values));
  };
  return { locale, i18n: instance, t, message, hasMessage };
}

function readTexts(locale: Locale): Record<string, Record<string, unknown>> {
  const ofLocale = ["../product/texts", "."].flatMap((folder) =>
    Object.entries(files).filter(([file]) => file.startsWith(`${folder}/${locale}/`)),
  );
  return Object.fromEntries(
    ofLocale.map(([file, texts]) => [file.slice(file.lastIndexOf("/") + 1, -".json".length), texts]),
  );
}
