// @vitest-environment happy-dom
// How plans and subscriptions are shown.
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createInstance } from "i18next";
import { type ReactNode, useState } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, test } from "vitest";
import { INTERPOLATION } from "~/domain/product";
import type { SubscriptionStatus, PlanView, SubscriptionView } from "~/domain/plans";
import type { Locale } from "~/domain/locales";
import en from "~/i18n/en/billing.json";
import es from "~/i18n/es/billing.json";
import { CurrentPlan, SubscriptionBanner } from "./current-plan";
import { PlanChoice } from "./plan-choice";

const FREE: PlanView = {
  id: "free",
  name: "Free",
  currency: { symbol: "$" },
  price: 0,
  interval: "month",
  type: "standard",
  trial_days: 0,
  seat_limit: 2,
  api_call_limit: 1000,
  overage_price: null,
};
const PRO_YEARLY: PlanView = {
  ...FREE,
  id: "pro-yearly",
  name: "Pro",
  price: 240.5,
  interval: "year",
  seat_limit: 5,
};
const TEAM: PlanView = {
  ...FREE,
  id: "team",
  name: "Team",
  price: 12,
  type: "seat",
  trial_days: 14,
  seat_limit: null,
  api_call_limit: 500_000,
};
const SCALE: PlanView = {
  ...TEAM,
  id: "scale",
  name: "Scale",
  price: 99,
  type: "tiered",
  trial_days: 0,
  overage_price: 0.2,
};

describe("the choice of a plan", () => {
  function Choice({ plans, chosen }: { plans: PlanView[]; chosen: string }) {
    const [now, setNow] = useState(chosen);
    return (
      <form>
        <PlanChoice plans={plans} chosen={chosen} onChoose={setNow} />
        <output>{now}</output>
      </form>
    );
  }

  test("labels read name (symbol price/interval), and what a plan includes stands below", () => {
    renderInLocale(<Choice plans={[FREE, PRO_YEARLY, TEAM, SCALE]} chosen="free" />);
    expect(screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
      "Free ($0/month)Up to 2 members · 1,000 API calls per month",
      "Pro ($240.50/year)Up to 5 members · 1,000 API calls per month",
      "Team ($12/month)Per member · 14 days free, then billed · 500,000 API calls per month",
      "Scale ($99/month)Unlimited members · 500,000 API calls per month · $0.20 per additional 1,000 calls",
    ]);
  });

  test("labels and limits are translated", () => {
    renderInLocale(<Choice plans={[PRO_YEARLY]} chosen="" />, "es");
    expect(screen.getByRole("radio").closest("label")?.textContent).toBe(
      "Pro ($240,50/año)Hasta 5 miembros · 1000 llamadas a la API al mes",
    );
  });

  test("the given plan is preselected, and another choice calls onChoose", async () => {
    renderInLocale(<Choice plans={[FREE, TEAM]} chosen="team" />);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /Team/ }).checked).toBe(true);
    await userEvent.click(screen.getByRole("radio", { name: /Free/ }));
    expect(screen.getByRole("status").textContent).toBe("free");
  });
});

describe("the subscription banner", () => {
  test.each<[SubscriptionStatus, string, string]>([
    ["requires_payment_method", "Your latest payment failed", "Update your card."],
    ["requires_action", "You need to authorize your payment", "Check your email for the link, then refresh"],
    ["canceled", "Your subscription has been canceled", "Choose a new plan"],
  ])("for the status %s, its title is: %s", (status, title, what) => {
    renderInLocale(<SubscriptionBanner status={status} />);
    const banner = screen.getByRole("alert");
    expect(within(banner).getByText(title)).toBeTruthy();
    expect(banner.textContent).toContain(what);
  });

  test.each<SubscriptionStatus>(["active", "trialing"])("for the status %s, nothing is shown", (status) => {
    renderInLocale(<SubscriptionBanner status={status} />);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("links a canceled account to the plans, and reloads this page while a payment waits for its authorization", () => {
    renderInLocale(<SubscriptionBanner status="canceled" />);
    expect(screen.getByRole("link", { name: "Choose a plan" }).getAttribute("href")).toBe("/signup/plan");
    renderInLocale(<SubscriptionBanner status="requires_action" />);
    expect(screen.getByRole("link", { name: "Refresh" }).getAttribute("href")).toBe("/account/billing");
  });
});

describe("the current plan", () => {
  const createSubscription = (
    status: SubscriptionStatus,
    object: Partial<SubscriptionView["object"]> = {},
  ) => ({
    status,
    object: {
      cancel_at_period_end: false,
      current_period_start: "2026-11-01T00:00:00.000Z",
      current_period_end: "2026-12-01T00:00:00.000Z",
      seats: 1,
      seat_price: 0,
      currency_symbol: "$",
      interval: "month" as const,
      ...object,
    },
  });
  const getSectionText = () => screen.getByRole("heading").closest("section")?.textContent;

  test("for a plan per seat, shows seats × price and a total without decimals", () => {
    renderInLocale(
      <CurrentPlan plan={TEAM} subscription={createSubscription("active", { seats: 3, seat_price: 1250 })} />,
    );
    expect(getSectionText()).toContain("3 × $12.50");
    expect(getSectionText()).toContain("$38 /month");
    expect(getSectionText()).toContain("Renews on 12/01/2026");
  });

  test("for the free plan, shows no date", () => {
    const object = { current_period_start: null, current_period_end: null };
    renderInLocale(<CurrentPlan plan={FREE} subscription={createSubscription("active", object)} />);
    expect(getSectionText()).toContain("Free of charge");
    expect(getSectionText()).toContain("Up to 2");
    expect(getSectionText()).toContain("1,000 included");
  });

  test.each<[SubscriptionStatus, boolean, string]>([
    ["trialing", false, "Free trial until 12/01/2026"],
    ["active", true, "Ends on 12/01/2026"],
    ["canceled", false, "This plan has ended."],
    ["requires_payment_method", false, "Renews on 12/01/2026"],
  ])("with the status %s and cancel_at_period_end %s, shows: %s", (status, isEnding, text) => {
    renderInLocale(
      <CurrentPlan
        plan={SCALE}
        subscription={createSubscription(status, { cancel_at_period_end: isEnding })}
      />,
    );
    expect(getSectionText()).toContain(text);
  });
});

function renderInLocale(ui: ReactNode, locale: Locale = "en"): void {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: locale,
    initImmediate: false,
    ns: ["billing"],
    resources: { en: { billing: en }, es: { billing: es } },
    interpolation: INTERPOLATION,
  });
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
