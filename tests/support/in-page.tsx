/** For tests of components: wraps a component in a router and the texts of layouts and wizards. */
import { createInstance } from "i18next";
import { useState, type ReactNode } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router-dom";
import { INTERPOLATION } from "~/domain/product";
import type { Locale } from "~/domain/locales";
import layoutEn from "~/i18n/en/layout.json";
import wizardEn from "~/i18n/en/wizard.json";
import layoutEs from "~/i18n/es/layout.json";
import wizardEs from "~/i18n/es/wizard.json";

interface InPageProps {
  path?: string;
  locale?: Locale;
  children: ReactNode;
}

/** Renders `children` at `path`, in English by default. Links and forms work, but have no loaders or actions. */
export function InPage({ path = "/", locale = "en", children }: InPageProps) {
  const [texts] = useState(() => createTexts(locale));
  const [router] = useState(() => createRouterAt(path, children));
  return (
    <I18nextProvider i18n={texts}>
      <RouterProvider router={router} future={{ v7_startTransition: true }} />
    </I18nextProvider>
  );
}

/** Shows the current URL, for a test that follows a link. */
export function ShownAddress() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function createRouterAt(path: string, element: ReactNode) {
  return createMemoryRouter([{ path: "*", element, action: () => null }], {
    initialEntries: [path],
    future: FUTURE,
  });
}

function createTexts(locale: Locale) {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: locale,
    initImmediate: false,
    ns: ["layout", "wizard"],
    resources: { en: { layout: layoutEn, wizard: wizardEn }, es: { layout: layoutEs, wizard: wizardEs } },
    interpolation: INTERPOLATION,
  });
  return texts;
}

/** The router warns about each flag that is not set. These tests do not depend on the flags. */
const FUTURE = {
  v7_relativeSplatPath: true,
  v7_fetcherPersist: true,
  v7_normalizeFormMethod: true,
  v7_partialHydration: true,
  v7_skipActionErrorRevalidation: true,
};
