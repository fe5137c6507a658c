/** For tests of charts, tables and the dashboard: wraps a component in a router and its texts. */
import { createInstance } from "i18next";
import { useState, type ReactNode } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { INTERPOLATION } from "~/domain/product";
import type { Locale } from "~/domain/locales";
import dashboardEn from "~/i18n/en/dashboard.json";
import dataEn from "~/i18n/en/data.json";
import layoutEn from "~/i18n/en/layout.json";
import dashboardEs from "~/i18n/es/dashboard.json";
import dataEs from "~/i18n/es/data.json";
import layoutEs from "~/i18n/es/layout.json";
import { InPage } from "./in-page";

interface DataPageProps {
  locale?: Locale;
  children: ReactNode;
}

/** A wrapper for Testing Library, in English by default. */
export function DataPage({ locale = "en", children }: DataPageProps) {
  return (
    <InPage locale={locale}>
      <DataTexts locale={locale}>{children}</DataTexts>
    </InPage>
  );
}

/** The texts without a router, for rendering as on the server. */
export function DataTexts({ locale = "en", children }: DataPageProps) {
  const [texts] = useState(() => createTexts(locale));
  return <I18nextProvider i18n={texts}>{children}</I18nextProvider>;
}

function createTexts(locale: Locale) {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: locale,
    initImmediate: false,
    ns: ["data", "dashboard", "layout"],
    resources: {
      en: { data: dataEn, dashboard: dashboardEn, layout: layoutEn },
      es: { data: dataEs, dashboard: dashboardEs, layout: layoutEs },
    },
    interpolation: INTERPOLATION,
  });
  return texts;
}
