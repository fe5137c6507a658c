/** All texts on the server: one shared instance a language, loaded at start. */
import { createInstance, type i18n, type TFunction } from "i18next";
import { AppError } from "~/domain/errors";
import { FALLBACK_LOCALE, isLocale, LOCALES, type Locale } from "~/domain/locales";
import { readMessage, toOptions, type Message } from "~/domain/messages";

export interface Translator {
  locale: Locale;
  i18n: i18n;
  t: TFunction;
  /** The text of a packed message. */
  message(message: Message): string;
  /** Whether there is a text for it. */
  hasMessage(message: Message): boolean;
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

/** What an error says in English: a failure of the product is a key to its text. For the log. */
export function describeFailure(thrown: Error): string {
  return thrown instanceof AppError ? translator(FALLBACK_LOCALE).message(thrown.said) : thrown.message;
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
    interpolation: { escapeValue: false },
  });
  // t is bound here, so that no shared state decides its language.
  const t = instance.getFixedT(locale);
  rememberTexts(instance);
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

/**
 * Components are given a function that finds each text once and fills in the values itself: i18next goes through all its
 * rules each time, and a page shows hundreds. Only texts that exist are kept, so there is an end.
 */
function rememberTexts(instance: i18n): void {
  const find = instance.getFixedT.bind(instance);
  const known = new Map<string, TFunction>();
  const ofFile = (name: string): TFunction => {
    const t = known.get(name) ?? remembering(find(null, name), (key) => instance.exists(key, { ns: name }));
    known.set(name, t);
    return t;
  };
  const getFixedT = (locale: string | null, name: string, prefix?: string) =>
    locale === null && !prefix ? ofFile(name) : find(locale ?? instance.language, name, prefix);
  Object.assign(instance, { getFixedT });
}

type Values = Record<string, string | number>;

function remembering(t: TFunction, isText: (key: string) => boolean): TFunction {
  const texts = new Map<string, string>();
  const textOf = (key: string) => {
    const text = texts.get(key) ?? (isText(key) ? t(key, { skipInterpolation: true }) : undefined);
    if (text !== undefined) texts.set(key, text);
    return text;
  };
  const remembered = (key: string, options?: Values & { replace?: Values }) => {
    // How many there are decides which text it is.
    const text = options && "count" in options ? undefined : textOf(key);
    if (text === undefined) return options ? t(key, options) : t(key);
    if (!options) return text;
    const values: Values = options.replace ?? options;
    return text.replace(PLACE, (_, name: string) => `${values[name] ?? ""}`);
  };
  return Object.assign(remembered, t);
}

/** Where a value stands in a text. */
const PLACE = /{{(\w+)}}/g;

function textsOf(locale: Locale): Record<string, Record<string, unknown>> {
  const own = Object.entries(files).filter(([file]) => file.startsWith(`./${locale}/`));
  return Object.fromEntries(
    own.map(([file, texts]) => [file.slice(locale.length + 3, -".json".length), texts]),
  );
}
