/** Plans and a rendering with texts, for the tests of the billing components. */
import { render } from "@testing-library/react";
import { createInstance, type i18n } from "i18next";
import type { ReactNode } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { INTERPOLATION } from "~/domain/product";
import type { PlanView } from "~/domain/plans";
import type { Locale } from "~/domain/locales";
import en from "~/i18n/en/billing.json";
import data from "~/i18n/en/data.json";
import form from "~/i18n/en/form.json";
import layout from "~/i18n/en/layout.json";
import es from "~/i18n/es/billing.json";

export const FREE: PlanView = {
  id: "free",
  name: "Free",
  currency: { symbol: "$", code: "usd" },
  price: 0,
  interval: "month",
  type: "standard",
  trial_days: 0,
  seat_limit: 2,
  api_call_limit: 1000,
  key_limit: 2,
  overage_price: null,
};
export const PRO_YEARLY: PlanView = {
  ...FREE,
  id: "pro-yearly",
  name: "Pro",
  price: 240,
  interval: "year",
  seat_limit: 5,
};
export const PRO: PlanView = { ...PRO_YEARLY, id: "pro", price: 24.5, interval: "month" };
export const TEAM: PlanView = {
  ...FREE,
  id: "team",
  name: "Team",
  price: 12,
  type: "seat",
  trial_days: 14,
  seat_limit: null,
  api_call_limit: 500_000,
  key_limit: 2,
};
export const SCALE: PlanView = {
  ...TEAM,
  key_limit: null,
  id: "scale",
  name: "Scale",
  price: 99,
  type: "tiered",
  trial_days: 0,
  overage_price: 0.2,
};

export function createTexts(locale: Locale): i18n {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: locale,
    initImmediate: false,
    ns: ["billing", "data", "form", "layout"],
    resources: { en: { billing: en, data, form, layout }, es: { billing: es, data, form, layout } },
    interpolation: INTERPOLATION,
  });
  return texts;
}

export function renderInLocale(ui: ReactNode, locale: Locale = "en"): void {
  const texts = createTexts(locale);
  const future = { v7_relativeSplatPath: true, v7_fetcherPersist: true, v7_normalizeFormMethod: true };
  const router = createMemoryRouter([{ path: "*", element: ui }], {
    future: { ...future, v7_partialHydration: true, v7_skipActionErrorRevalidation: true },
  });
  render(
    <I18nextProvider i18n={texts}>
      <RouterProvider router={router} future={{ v7_startTransition: true }} />
    </I18nextProvider>,
  );
}
