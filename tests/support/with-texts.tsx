/** For tests: wraps a component in the texts of forms and toasts. */
import { createInstance } from "i18next";
import type { ReactNode } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { INTERPOLATION } from "~/domain/product";
import { LOCALES, type Locale } from "~/domain/locales";

/** Of every language, also of those that a founder adds. */
const files = import.meta.glob<object>("/app/i18n/*/form.json", { eager: true, import: "default" });
const TEXTS = Object.fromEntries(
  LOCALES.map((locale) => [locale, { form: files[`/app/i18n/${locale}/form.json`] ?? {} }]),
);

/** A wrapper for Testing Library, in English by default. */
export function WithTexts({ locale = "en", children }: { locale?: Locale; children: ReactNode }) {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: locale,
    initImmediate: false,
    ns: ["form"],
    resources: TEXTS,
    interpolation: INTERPOLATION,
  });
  return <I18nextProvider i18n={texts}>{children}</I18nextProvider>;
}
