/** For tests: wraps a component in the texts of forms and toasts. */
import { createInstance } from "i18next";
import type { ReactNode } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import type { Locale } from "~/domain/locales";
import en from "~/i18n/en/form.json";
import es from "~/i18n/es/form.json";

/** A wrapper for Testing Library, in English by default. */
export function WithTexts({ locale = "en", children }: { locale?: Locale; children: ReactNode }) {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: locale,
    initImmediate: false,
    ns: ["form"],
    resources: { en: { form: en }, es: { form: es } },
    interpolation: { escapeValue: false },
  });
  return <I18nextProvider i18n={texts}>{children}</I18nextProvider>;
}
