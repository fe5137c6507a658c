// How an order, the card and the invoices are shown.
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { InvoicePreview, InvoiceView } from "~/domain/billing";
import type { PlanView } from "~/domain/plans";
import {
  createTexts,
  FREE,
  PRO,
  PRO_YEARLY,
  renderInLocale,
  TEAM,
} from "../../../tests/support/billing-views";
import { CardDisplay } from "./card-display";
import { InvoicesTable } from "./invoices-table";
import { formatSubmit, formatTerms, type Order } from "./order";
import { OrderSummary } from "./order-summary";

describe("an order", () => {
  const texts = { t: createTexts("en").getFixedT("en", "billing"), locale: "en" };
  const create = (plan: PlanView, change: Partial<Order> = {}): Order => ({
    plan,
    action: "subscribe",
    members: 3,
    preview: null,
    today: "2026-11-22T12:00:00.000Z",
    trialEnds: null,
    ...change,
  });
  const preview: InvoicePreview = {
    proration_date: null,
    lines: [],
    subtotal: 1840,
    discount: 0,
    tax: 0,
    total: 1840,
    starting_balance: 0,
    amount_due: 1840,
    currency: "usd",
    date: "2026-11-22T12:00:00.000Z",
  };

  test.each<[string, Order]>([
    ["Start with Free", create(FREE)],
    ["Start 14-day trial", create(TEAM)],
    ["Pay $24.50", create(PRO)],
    ["Pay $36", create({ ...TEAM, trial_days: 0 })],
    ["Pay $18.40", create(TEAM, { action: "change", preview })],
    ["Change to Team", create(TEAM, { action: "change" })],
    ["Change to Pro", create(PRO, { action: "change", preview: { ...preview, amount_due: 0 } })],
    ["Keep Pro", create(PRO, { action: "resume" })],
  ])("the button says: %s", (label, order) => {
    expect(formatSubmit(order, texts)).toBe(label);
  });

  test.each<[string, Order]>([
    ["14 days free, then $12 × 3 members = $36 on 12/06/2026", create(TEAM)],
    ["Renews at $24.50/month until you cancel.", create(PRO)],
    ["Free of charge, without a card.", create(FREE)],
    [
      "Your credit covers the change. Then $24.50/month.",
      create(PRO, { action: "change", preview: { ...preview, amount_due: 0 } }),
    ],
    [
      "Your free trial goes on until 12/06/2026. Then $24.50/month.",
      create(PRO, { action: "change", preview, trialEnds: "2026-12-06T12:00:00.000Z" }),
    ],
  ])("the terms are: %s", (terms, order) => {
    expect(formatTerms(order, texts)).toBe(terms);
  });
});

describe("the order summary", () => {
  const line = { is_proration: true, period_start: "2026-11-24", period_end: "2026-12-24" };
  const preview: InvoicePreview = {
    proration_date: null,
    lines: [
      { ...line, description: "Unused time: Pro plan", amount: -2400 },
      { ...line, description: "Pro plan", amount: 24000 },
    ],
    subtotal: 21600,
    discount: 1000,
    tax: 500,
    total: 21100,
    starting_balance: -7500,
    amount_due: 13600,
    currency: "usd",
    date: "2026-11-24T00:00:00.000Z",
  };
  const order: Order = {
    plan: PRO_YEARLY,
    action: "change",
    members: 1,
    preview,
    today: "2026-11-24T00:00:00.000Z",
    trialEnds: null,
  };

  /** Every amount of the summary as a number, the last one is due. */
  function listAmounts(): number[] {
    const text = screen.getByRole("heading", { name: /summary|Resumen/ }).closest("section")?.textContent;
    const shown = text?.replace(/Pro \(.*?\)/, "").replace(/(For the rest|Your credit|Renews).*/, "") ?? "";
    return [...shown.matchAll(/(−?)\$([\d.]+)/g)].map(([, minus, digits]) =>
      Number(`${minus ? "-" : ""}${digits}`),
    );
  }

  test.each<[string, Partial<InvoicePreview>, string]>([
    ["credit", {}, "Credit−$75"],
    ["credit that covers it all", { starting_balance: -50_000, amount_due: 0 }, "Credit−$211"],
    ["something owed", { starting_balance: 100, amount_due: 21_200 }, "Balance from before$1"],
    ["no balance", { starting_balance: 0, amount_due: 21_100 }, "Tax$5"],
  ])("the order summary has lines that add up to what is due today, with %s", (_name, changes, words) => {
    renderInLocale(
      <OrderSummary order={{ ...order, preview: { ...preview, ...changes } }} isLoading={false} />,
    );
    expect(document.body.textContent).toContain(words);
    const amounts = listAmounts();
    const due = amounts.pop();
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(due);
  });

  test("the order summary of a first plan has lines where credit pays a part", () => {
    const first = { ...preview, lines: [{ ...line, description: "Pro plan", amount: 24_000 }] };
    const sums = { discount: 0, tax: 0, total: 24_000, starting_balance: -4000, amount_due: 20_000 };
    renderInLocale(
      <OrderSummary
        order={{ ...order, action: "subscribe", preview: { ...first, ...sums } }}
        isLoading={false}
      />,
      "es",
    );
    expect(document.body.textContent).toContain("Saldo a favor−$40");
  });
});

describe("the card display", () => {
  test("the card display shows brand, expiry and the last four digits, and masks the rest", () => {
    renderInLocale(<CardDisplay brand="visa" expires="04/34" last_four="4242" />);
    const text = screen.getByText("Visa").closest("dl")?.textContent;
    expect(text).toContain("•••• •••• •••• 4242");
    expect(text).toContain("04/34");
    expect(text).toContain("CVV•••");
  });
});

describe("the invoices", () => {
  const invoice: InvoiceView = {
    id: "in_1",
    number: "GW-0001",
    date: "2026-11-01T00:00:00.000Z",
    status: "paid",
    total: 4800,
    amount_due: 4800,
    amount_charged: 4800,
    currency: "usd",
    invoice_pdf: "https://pay.example/1.pdf",
  };

  test("each shows number, date, status and total, and links to its PDF file", () => {
    renderInLocale(<InvoicesTable invoices={[invoice]} pages={{}} />);
    const row = screen.getByRole("row", { name: /GW-0001/ });
    expect(row.textContent).toContain("GW-000111/01/2026Paid$48.00");
    const link = within(row).getByRole("link", { name: "Download invoice GW-0001 (opens in a new tab)" });
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      "_blank",
      "noopener noreferrer",
    ]);
    expect(link.getAttribute("href")).toBe("https://pay.example/1.pdf");
  });

  test.each([
    ["paid", 2000, "$48.00Charged $20.00"],
    ["paid", 0, "$48.00Charged $0.00"],
    ["open", 2000, "$48.00Due $20.00"],
    ["void", 2000, "$48.00"],
  ] as const)("a %s one shows %i of credit's rest next to its total: %s", (status, due, shown) => {
    renderInLocale(<InvoicesTable invoices={[{ ...invoice, status, amount_due: due }]} pages={{}} />);
    const cells = within(screen.getByRole("row", { name: /GW-0001/ })).getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toContain(shown);
  });

  test("a draft has no number and no file yet", () => {
    renderInLocale(
      <InvoicesTable
        invoices={[{ ...invoice, number: null, status: "draft", invoice_pdf: null }]}
        pages={{}}
      />,
    );
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getAllByText("Draft")).toHaveLength(2);
  });

  test("the link to the next page keeps the tab", () => {
    renderInLocale(<InvoicesTable invoices={[invoice]} pages={{ tab: "invoices", next: "in_1" }} />);
    expect(screen.getByRole("link", { name: /Next/ }).getAttribute("href")).toContain(
      "tab=invoices&after=in_1",
    );
  });

  test("without invoices a text says so", () => {
    renderInLocale(<InvoicesTable invoices={[]} pages={{}} />);
    expect(screen.getByText("No invoices yet")).toBeTruthy();
  });
});

/** The part of a radio's label that names the plan. */
