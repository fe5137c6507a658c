// How plans and subscriptions are shown.
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import type { Locale } from "~/domain/locales";
import type { SubscriptionStatus, PlanView, SubscriptionView } from "~/domain/plans";
import { FREE, PRO, PRO_YEARLY, renderInLocale, SCALE, TEAM } from "../../../tests/support/billing-views";
import { CurrentPlan, type CurrentPlanProps } from "./current-plan";
import { PlanChoice } from "./plan-choice";
import { SubscriptionBanner } from "./subscription-banner";

describe("the choice of a plan", () => {
  interface ChoiceProps {
    plans: PlanView[];
    chosen: string;
    current?: string;
  }

  function Choice({ plans, chosen, current }: ChoiceProps) {
    const [now, setNow] = useState(chosen);
    return (
      <form>
        <PlanChoice plans={plans} chosen={now} current={current} onChoose={setNow} />
        <output>{now}</output>
      </form>
    );
  }

  test("labels read name (symbol price/interval)", () => {
    renderInLocale(<Choice plans={[FREE, PRO, TEAM, SCALE]} chosen="free" />);
    expect(screen.getAllByRole("radio").map(getLabelStart)).toEqual([
      "Free ($0/month)",
      "Pro ($24.50/month)",
      "Team ($12/month)",
      "Scale ($99/month)",
    ]);
  });

  test("what a plan includes stands below its price", () => {
    renderInLocale(<Choice plans={[FREE, TEAM, SCALE]} chosen="free" />);
    const [free, team, scale] = screen
      .getAllByRole("radio")
      .map((radio) => radio.closest("label")?.textContent);
    expect(free).toContain("Up to 2 members1,000 API calls per month2 API keys");
    expect(team).toContain(
      "$12 per member / month14 days free, then billedUnlimited members500,000 API calls per month",
    );
    expect(scale).toContain(
      "Unlimited members500,000 API calls per monthUnlimited API keys$0.20 per additional 1,000 calls",
    );
  });

  test("labels and limits are translated", () => {
    renderInLocale(<Choice plans={[PRO]} chosen="" />, "es");
    const radio = screen.getByRole("radio");
    expect(getLabelStart(radio)).toBe("Pro ($24,50/mes)");
    expect(radio.closest("label")?.textContent).toContain("Hasta 5 miembros1000 llamadas a la API al mes");
  });

  test("the given plan is preselected, and another choice calls onChoose", async () => {
    renderInLocale(<Choice plans={[FREE, TEAM]} chosen="team" />);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /Team/ }).checked).toBe(true);
    await userEvent.click(screen.getByRole("radio", { name: /Free/ }));
    expect(screen.getByRole("status").textContent).toBe("free");
  });

  test("the switch to yearly prices chooses the same plan by the year, and shows what that saves", async () => {
    renderInLocale(<Choice plans={[PRO, PRO_YEARLY, TEAM]} chosen="pro" />);
    await userEvent.click(screen.getByRole("button", { name: "Yearly" }));
    expect(screen.getByRole("status").textContent).toBe("pro-yearly");
    expect(screen.getByText("Save $54 a year")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Monthly" }));
    expect(screen.getByRole("status").textContent).toBe("pro");
  });

  test("with a switch, a paid plan without a yearly price says so, and no other plan does", () => {
    renderInLocale(<Choice plans={[FREE, PRO, PRO_YEARLY, SCALE]} chosen="pro" />);
    const said = screen.getAllByText("Monthly only").map((badge) => badge.closest("label")?.textContent);
    expect(said).toEqual([expect.stringContaining("Scale")]);
  });

  test("without yearly plans there is no switch", () => {
    renderInLocale(<Choice plans={[FREE, PRO]} chosen="free" />);
    expect(screen.queryByRole("button", { name: "Yearly" })).toBeNull();
  });

  test("the plan that the account has is marked and cannot be chosen again", () => {
    renderInLocale(<Choice plans={[PRO, TEAM]} chosen="team" current="pro" />);
    const radio = screen.getByRole<HTMLInputElement>("radio", { name: /Pro/ });
    expect(radio.disabled).toBe(true);
    expect(radio.closest("label")?.textContent).toContain("Current plan");
  });
});

describe("the subscription banner", () => {
  const provider = { publishableKey: "pk_test_1", isSandbox: false, locale: "en" as const };

  test.each<[SubscriptionStatus, string, string]>([
    ["requires_payment_method", "Your latest payment failed", "Update your card"],
    ["requires_action", "You need to authorize your payment", "Check your email for the link, then refresh"],
    ["canceled", "Your subscription has been canceled", "Choose a new plan"],
  ])("for the status %s, its title is: %s", (status, title, what) => {
    renderInLocale(<SubscriptionBanner status={status} provider={provider} />);
    const banner = screen.getByRole("alert");
    expect(within(banner).getByText(title)).toBeTruthy();
    expect(banner.textContent).toContain(what);
  });

  test.each<SubscriptionStatus>(["active", "trialing"])("for the status %s, nothing is shown", (status) => {
    renderInLocale(<SubscriptionBanner status={status} provider={provider} />);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each<[SubscriptionStatus, string, string]>([
    ["requires_payment_method", "Update card", "/account/billing?tab=card#card"],
    ["requires_action", "Refresh", "/account/billing"],
    ["canceled", "Choose a new plan", "/signup/plan"],
  ])("for the status %s, the link %s leads to %s", (status, name, href) => {
    renderInLocale(<SubscriptionBanner status={status} provider={provider} />);
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(href);
  });

  test("a payment that waits for its authorization can be authorized in place", () => {
    renderInLocale(<SubscriptionBanner status="requires_action" provider={provider} />);
    const form = screen.getByRole("button", { name: "Authorize now" }).closest("form");
    expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ intent: "pay" });
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
      balance: null,
      currency_symbol: "$",
      currency: "usd",
      next_plan: null,
      interval: "month" as const,
      ...object,
    },
  });
  const getSectionText = () => screen.getByRole("heading").closest("section")?.textContent;

  function show(props: Partial<CurrentPlanProps>, locale: Locale = "en"): void {
    renderInLocale(
      <CurrentPlan
        plan={TEAM}
        subscription={createSubscription("active")}
        freePlan={FREE}
        account="Acme"
        members={1}
        apiCalls={null}
        now="2026-11-22T12:00:00.000Z"
        hasPreview={false}
        {...props}
      />,
      locale,
    );
  }

  test("the current plan per seat shows seats × price and a total without decimals", () => {
    show({ subscription: createSubscription("active", { seats: 3, seat_price: 1250 }) });
    expect(getSectionText()).toContain("3 × $12.50");
    expect(getSectionText()).toContain("$38 /month");
    expect(getSectionText()).toContain("$12 per member and month, renews 12/01/2026");
  });

  test("the free plan shows no date and no way to cancel", () => {
    const object = { current_period_start: null, current_period_end: null };
    show({ plan: FREE, subscription: createSubscription("active", object) });
    expect(getSectionText()).toContain("Free of charge");
    expect(getSectionText()).toContain("Up to 2");
    expect(getSectionText()).toContain("1,000 included");
    expect(screen.queryByRole("button", { name: "Cancel subscription" })).toBeNull();
    expect(screen.getByRole("link", { name: "Upgrade" }).getAttribute("href")).toBe("/account/upgrade");
  });

  test.each<[SubscriptionStatus, Partial<SubscriptionView["object"]>, string]>([
    ["trialing", { seats: 3, seat_price: 1200 }, "Trial: 9 days left, then $36/month on 12/01/2026"],
    ["active", { cancel_at_period_end: true }, "Ends on 12/01/2026"],
    [
      "active",
      { cancel_at_period_end: true, next_plan: "free" },
      "Ends on 12/01/2026, then the Free plan follows",
    ],
    ["canceled", {}, "This plan has ended."],
    ["requires_payment_method", {}, "Renews on 12/01/2026"],
  ])("the current plan with the status %s and %j shows: %s", (status, object, text) => {
    show({ plan: SCALE, subscription: createSubscription(status, object) });
    expect(getSectionText()).toContain(text);
  });

  test.each([
    [-7500, "en", "Credit for your next invoices$75"],
    [-7550, "es", "Saldo a favor para tus próximas facturas$75,50"],
    [30, "en", "Added to your next invoice$0.30"],
  ] as const)("a balance of %i is named in %s: %s", (amount, locale, text) => {
    const subscription = createSubscription("active", { balance: { amount, currency: "usd" } });
    show({ subscription }, locale);
    expect(getSectionText()).toContain(text);
  });

  test("canceling asks first, and says until when everything stays and what follows", async () => {
    show({});
    await userEvent.click(screen.getByRole("button", { name: "Cancel subscription" }));
    expect(screen.getByRole("alertdialog").textContent).toContain(
      "Everything stays as it is until 12/01/2026, and nothing more is charged. " +
        "Then Acme moves to Free: Up to 2 members, 1,000 API calls per month.",
    );
  });

  test("a plan that ends already cannot be canceled again", () => {
    show({ subscription: createSubscription("active", { cancel_at_period_end: true }) });
    expect(screen.queryByRole("button", { name: "Cancel subscription" })).toBeNull();
  });

  test("usage is shown against the plan's limit", () => {
    const apiCalls = {
      total: 412_080,
      label: "API calls",
      period: "2026-11-01/2026-12-01",
      limit: 500_000,
      days: [],
    };
    show({ apiCalls: { ...apiCalls, days: [{ date: "2026-11-01", calls: 412_080 }] } });
    expect(getSectionText()).toContain("API calls since 11/01/2026412,080 of 500,000");
    expect(screen.getByRole("figure", { name: "API calls by day" })).toBeTruthy();
  });

  test("the axis names the month where it begins, and the table each day of it up to today", () => {
    const days = ["2026-10-30", "2026-10-31", "2026-11-01"].map((date) => ({ date, calls: 1 }));
    const apiCalls = { total: 3, label: "API calls", period: "2026-10-30/2026-11-30", limit: null, days };
    show({ apiCalls });
    const labels = [...document.querySelectorAll(".chart-label")].map((label) => label.textContent);
    expect(labels.slice(0, 3)).toEqual(["10/30", "31", "11/01"]);
    const rows = screen.getAllByRole("rowheader").map((cell) => cell.textContent);
    expect(rows).toEqual(["10/30", "10/31", "11/01"]);
  });

  test("used-up calls are an error on a plan with a limit, and are billed on a tiered plan", () => {
    const apiCalls = {
      total: 500_000,
      label: "API calls",
      period: "2026-11-01/2026-12-01",
      limit: 500_000,
      days: [],
    };
    show({ apiCalls });
    expect(getSectionText()).toContain("All included calls are used.");
    show({ plan: SCALE, apiCalls });
    expect(screen.getByText(/are added to the next invoice/)).toBeTruthy();
  });
});

function getLabelStart(radio: HTMLElement): string | undefined {
  return radio.closest("label")?.querySelector(".sr-only")?.textContent ?? undefined;
}
