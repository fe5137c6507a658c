import { cleanup, render, screen, within } from "@testing-library/react";
import { createInstance } from "i18next";
import type { ReactElement } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { describe, expect, test } from "vitest";
import type { Locale } from "~/domain/locales";
import type { SandboxCustomer, SandboxDispute, SandboxEvent, SandboxState } from "~/domain/payment-sandbox";
import { INTERPOLATION } from "~/domain/product";
import en from "~/i18n/en/dev.json";
import enLayout from "~/i18n/en/layout.json";
import es from "~/i18n/es/dev.json";
import esLayout from "~/i18n/es/layout.json";
import { InPage } from "../../../tests/support/in-page";
import { BillingControls } from "./billing-controls";

const NOW = Date.UTC(2026, 0, 31, 12);
const atDay = (day: number) => NOW / 1000 + day * 86_400;

const customer: SandboxCustomer = {
  id: "cus_1",
  email: "ada@example.com",
  name: "Ada",
  card: { brand: "visa", last4: "4242" },
  balance: -500,
  subscriptions: [
    {
      id: "sub_1",
      status: "active",
      plan: "Pro",
      quantity: 3,
      periodEnd: atDay(28),
      trialEnd: null,
      cancelAtPeriodEnd: true,
    },
  ],
  invoices: [
    {
      id: "in_1",
      number: "A-0001",
      status: "paid",
      total: 7200,
      currency: "usd",
      created: atDay(0),
      pdf: "http://localhost:3000/sandbox/invoices/x.pdf",
      nextPaymentAttempt: null,
    },
  ],
  disputes: [],
};

const event: SandboxEvent = {
  id: "evt_1",
  type: "invoice.paid",
  created: atDay(0),
  objectId: "in_1",
  isWaiting: false,
  attempts: 1,
  lastStatus: 200,
  deliveredAt: atDay(0),
};

describe("without customers", () => {
  test.each([
    ["en", en],
    ["es", es],
  ] as const)("the page says in %s how to get a first one", (locale, texts) => {
    renderPage({}, locale);

    expect(screen.getByRole("heading", { name: texts.billing.customers.empty_title })).toBeTruthy();
    expect(screen.getByText(texts.billing.customers.empty_text)).toBeTruthy();
    const link = screen.getByRole("link", { name: texts.billing.customers.sign_up });
    expect(link.getAttribute("href")).toBe("/signup");
  });
});

describe("the clock", () => {
  test("the clock shows the sandbox's time, the product's time, and how far they are apart", () => {
    renderPage({ now: atDay(31) });

    expect(screen.getByTitle("03/03/2026, 12:00 PM UTC")).toBeTruthy();
    expect(screen.getByTitle("01/31/2026, 12:00 PM UTC")).toBeTruthy();
    expect(screen.getByText("31 days ahead")).toBeTruthy();
  });

  test("the clock offers the end of a trial only while there is one", () => {
    const trials = customer.subscriptions.map((row) => ({ ...row, status: "trialing", trialEnd: atDay(14) }));
    renderPage({ customers: [customer] });
    expect(screen.queryByRole("button", { name: /trial's end/ })).toBeNull();
    renderPage({ customers: [{ ...customer, subscriptions: trials }] });
    expect(screen.getAllByRole("button", { name: /trial's end/ })).toHaveLength(2);
  });
});

describe("a customer", () => {
  test("a customer is shown with card, credit, subscription and invoices", () => {
    renderPage({ customers: [customer] });

    expect(screen.getByRole("heading", { name: "Ada" })).toBeTruthy();
    expect(screen.getByText("ada@example.com")).toBeTruthy();
    expect(screen.getByText("visa •••• 4242")).toBeTruthy();
    expect(screen.getByText("$5 in credit")).toBeTruthy();
    expect(screen.getByText("Pro × 3")).toBeTruthy();
    expect(screen.getByText(/will not renew/)).toBeTruthy();
    expect(screen.getByText("$72")).toBeTruthy();
    expect(screen.getByRole("link", { name: "PDF (opens in a new tab)" }).getAttribute("href")).toBe(
      customer.invoices[0]?.pdf,
    );
  });

  test("a customer has a next payment of their own, whose setting is pressed", () => {
    renderPage({ customers: [customer], failNext: [{ customerId: "cus_1", outcome: "fails" }] });

    const form = screen.getByRole("form", { name: "Next payment of Ada" });
    expect(within(form).getByRole("button", { pressed: true }).textContent).toBe("Fails");
    expect(getValues(form)).toEqual({ intent: "next_payment", customer: "cus_1" });
    const anyone = screen.getByRole("form", { name: "Next payment" });
    expect(within(anyone).queryByRole("button", { pressed: true })).toBeNull();
    expect(getValues(anyone)).toEqual({ intent: "next_payment" });
  });
});

describe("the disputes of a customer", () => {
  const dispute: SandboxDispute = {
    id: "du_1",
    kind: "dispute",
    status: "needs_response",
    amount: 7200,
    currency: "usd",
    created: atDay(0),
  };
  const listButtons = () => {
    const form = screen.getByRole("form", { name: "Disputes of Ada" });
    expect(getValues(form)).toEqual({ intent: "disputes", customer: "cus_1" });
    return within(form)
      .getAllByRole<HTMLButtonElement>("button")
      .map(({ name, value }) => `${name}=${value}`);
  };

  test("a dispute is decided while it is open", () => {
    renderPage({ customers: [customer] });
    expect(listButtons()).toEqual(["action=open", "action=warn"]);
    renderPage({ customers: [{ ...customer, disputes: [dispute] }] });
    expect(screen.getByText("1 dispute or warning")).toBeTruthy();
    expect(screen.getByText("needs_response")).toBeTruthy();
    expect(listButtons()).toEqual(["action=open", "action=warn", "action=win", "action=lose"]);
    const decided = { ...dispute, status: "lost" };
    const warning = { ...dispute, id: "issfr_1", kind: "warning", status: "actionable" } as const;
    renderPage({ customers: [{ ...customer, disputes: [warning, decided] }] });
    expect(listButtons()).toEqual(["action=open", "action=warn"]);
  });

  test("without a paid payment there is nothing to dispute", () => {
    renderPage({ customers: [{ ...customer, invoices: [] }] });
    expect(screen.queryByRole("form", { name: "Disputes of Ada" })).toBeNull();
  });
});

test("every payment that is armed is named above all customers", () => {
  renderPage({ customers: [customer] });
  expect(screen.getByText("Nothing is armed: each card decides.")).toBeTruthy();
  cleanup();
  const failNext = [
    { customerId: null, outcome: "asks" },
    { customerId: "cus_1", outcome: "fails" },
  ] as const;
  renderPage({ customers: [customer], failNext: [...failNext] });
  const texts = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(texts).toEqual(expect.arrayContaining(["Any customer: Asks for authentication", "Ada: Fails"]));
  expect(screen.getAllByText("Armed")).toHaveLength(2);
});

describe("the webhooks", () => {
  test("webhooks can be held, and released in both orders while they are on hold", () => {
    renderPage({});
    expect(screen.getByText("No webhooks are waiting.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Hold deliveries" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Drop waiting" })).toBeNull();

    renderPage({ deliveries: { isHeld: true, sendsTwice: true, count: 2 } });
    expect(screen.getByText("2 webhooks are waiting.")).toBeTruthy();
    for (const name of ["Release in order", "Release in reverse", "Drop waiting"])
      expect(screen.getByRole("button", { name })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Duplicate deliveries", pressed: true })).toBeTruthy();
  });

  test.each<[string, Partial<SandboxEvent>, boolean]>([
    ["Delivered", {}, false],
    ["Waiting", { isWaiting: true, attempts: 0, deliveredAt: null }, false],
    ["Held", { isWaiting: true, attempts: 0, deliveredAt: null }, true],
    ["Not delivered", { attempts: 14, lastStatus: 500, deliveredAt: null }, false],
    ["Not sent", { attempts: 0, lastStatus: null, deliveredAt: null }, false],
  ])("an event is shown as: %s", (word, changes, isHeld) => {
    renderPage({ events: [{ ...event, ...changes }], deliveries: { isHeld, sendsTwice: false, count: 0 } });

    const row = within(screen.getByText("invoice.paid").closest("li") ?? document.body);
    expect(row.getByText(word)).toBeTruthy();
    const form = row.getByRole("button", { name: "Send invoice.paid again" }).closest("form");
    expect(getValues(form ?? document.body)).toEqual({ intent: "webhooks", event: "evt_1" });
  });
});

/** The values that every button of the form sends. */
function getValues(form: HTMLElement): Record<string, string> {
  const inputs = [...form.querySelectorAll<HTMLInputElement>("input[type='hidden']")];
  return Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
}

function renderPage(changes: Partial<SandboxState>, locale: Locale = "en"): void {
  const sandbox: SandboxState = {
    now: NOW / 1000,
    customers: [],
    hasMoreCustomers: false,
    deliveries: { isHeld: false, sendsTwice: false, count: 0 },
    events: [],
    failNext: [],
    ...changes,
  };
  renderInLocale(<BillingControls sandbox={sandbox} now={new Date(NOW).toISOString()} hasMails />, locale);
}

function renderInLocale(element: ReactElement, locale: Locale): void {
  document.body.replaceChildren();
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: locale,
    initImmediate: false,
    resources: { en: { dev: en, layout: enLayout }, es: { dev: es, layout: esLayout } },
    interpolation: INTERPOLATION,
  });
  render(
    <InPage path="/dev/billing">
      <I18nextProvider i18n={texts}>{element}</I18nextProvider>
    </InPage>,
  );
}
