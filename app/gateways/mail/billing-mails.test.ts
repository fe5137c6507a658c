import { describe, expect, test } from "vitest";
import { formatDate } from "~/domain/dates";
import { LOCALES, type Locale } from "~/domain/locales";
import { createMailLanguage, SAMPLE_MAILS as samples } from "../../../tests/support/mails";
import { DECLINE_REASONS } from "./billing-mail-values";
import { findMailPdf, type MailTemplate, type MailValues } from "./mail-values";
import { renderMail } from "./render-mail";

describe("prices", () => {
  test.each([
    ["en", "month", 4850, "usd", "$48.50 per month"],
    ["en", "year", 4850, "usd", "$48.50 per year"],
    ["es", "month", 4850, "usd", "48,50 US$ al mes"],
    ["es", "year", 4850, "usd", "48,50 US$ al año"],
    ["en", "month", 3600, "usd", "$36 per month"],
    ["en", "month", 4850, "jpy", "¥4,850 per month"],
    ["es", "month", 48500, "jpy", "48.500 JPY al mes"],
    ["en", "month", 4850, "eur", "€48.50 per month"],
  ] as const)("in %s, for a %s, %i minor units of %s are %s", async (...example) => {
    const [locale, interval, amountMinor, currency, price] = example;
    const { text } = await render("subscription_started", locale, { interval, amountMinor, currency });

    expect(text).toContain(price);
  });

  test.each([
    ["payment_failed", "¥1,200"],
    ["payment_action", "¥1,200"],
    ["receipt", "¥1,200"],
  ] as const)("%s names yen without decimals", async (template, amount) => {
    const { subject, text } = await render(template, "en", { amountMinor: 1200, currency: "jpy" });

    expect(subject).toContain(amount);
    expect(text).toContain(amount);
  });
});

describe("the mail about a new plan", () => {
  test("the mail about a new plan names the trial with its end, the seats with their price, the total and the first payment", async () => {
    const { subject, text } = await render("subscription_started", "en", {
      plan: "Team",
      amountMinor: 3600,
      seats: 3,
      trialDays: 14,
      chargedAt: "2026-12-06T10:00:00.000Z",
      chargedMinor: null,
      nextPaymentMinor: null,
    });

    expect(subject).toBe("Your Team plan is active · Acme");
    expect(text).toMatch(/Trial\s+14 days free until 12\/06\/2026/);
    expect(text).toMatch(/Seats\s+3 × \$12/);
    expect(text).toMatch(/Price\s+\$36 per month/);
    expect(text).toMatch(/First payment\s+12\/06\/2026/);
  });

  test("the mail about a new plan names what was charged and what the next payment will be, which a promotion code changes", async () => {
    const { text } = await render("subscription_started", "en", {
      chargedMinor: 1920,
      nextPaymentMinor: 2400,
    });

    expect(text).toMatch(/Charged now\s+\$19\.20/);
    expect(text).toMatch(/First payment\s+\$24 on 12\/06\/2026/);
  });

  test("the mail about a new plan names the next payment without a trial, and no seats without a price by seat", async () => {
    const { text } = await render("subscription_started", "es", {
      trialDays: 0,
      seats: null,
      chargedAt: "2026-12-06T10:00:00.000Z",
    });

    expect(text).toMatch(/Cobrado ahora\s+38,80 US\$/);
    expect(text).toMatch(/Próximo pago\s+43,65 US\$ el 6 dic 2026/);
    expect(text).not.toContain("gratis");
    expect(text).not.toContain("×");
    expect(text).not.toContain("Plazas");
  });
});

describe("the mail about a changed plan", () => {
  test.each([
    ["en", "changed", "Your plan is now Pro", "from Team to Pro"],
    ["en", "ends", "Your Pro plan ends on 12/06/2026", "moves to the Team plan"],
    ["en", "resumed", "Your Pro plan continues", "renews as usual"],
    ["en", "began", "Your plan is now Pro", "Your Team plan has ended, as you chose"],
    ["en", "extended", "Your Pro trial has been extended", "Nothing is charged before it ends"],
    ["en", "given", "You have the Pro plan", "moves to the Team plan"],
    ["es", "extended", "Tu prueba de Pro se ha ampliado", "No se cobra nada antes"],
    ["es", "given", "Tienes el plan Pro", "pasará al plan Team"],
    ["es", "changed", "Tu plan es ahora Pro", "de Team a Pro"],
    ["es", "ends", "Tu plan Pro termina el 6 dic 2026", "pasará al plan Team"],
    ["es", "resumed", "Tu plan Pro continúa", "Se renovará"],
    ["es", "began", "Tu plan es ahora Pro", "Tu plan Team ha terminado, como elegiste"],
  ] as const)("in %s, a plan that is %s says so", async (...example) => {
    const [locale, change, title, words] = example;
    const { subject, text } = await render("plan_updated", locale, { change });

    expect(subject).toBe(`${title} · Acme`);
    expect(text).toContain(words);
    expect(text).toContain(locale === "es" ? "6 dic 2026" : "12/06/2026");
    expect(text).not.toContain("plan_updated.");
  });

  test("a free plan is free, and has no next payment", async () => {
    const { text } = await render("plan_updated", "en", { amountMinor: 0, seats: null, date: null });

    expect(text).toMatch(/Price\s+Free/);
    expect(text).not.toContain("Next payment");
  });

  test("an end that no plan follows says that the account has none", async () => {
    const { subject, text } = await render("plan_updated", "en", {
      change: "ends",
      otherPlan: null,
      date: null,
    });

    expect(subject).toBe("Your Pro plan will end · Acme");
    expect(text).toContain("your account has no plan");
  });
});

describe("cards and payments", () => {
  test("the mail about a card names its brand, its last digits and its end", async () => {
    const { text } = await render("card_updated", "en", { card: { brand: "amex", last4: "0005" } });

    expect(text).toContain("American Express ending in 0005");
    expect(text).toContain("04/2030");
  });

  test("a card of an unknown brand is named without it", async () => {
    const { text } = await render("card_updated", "es", { card: { brand: "constructor", last4: "0005" } });

    expect(text).toContain("Tarjeta terminada en 0005");
  });

  test("the mail before the first payment says what is charged, when, to which card, and how to cancel", async () => {
    const { subject, text } = await render("trial_ending", "en");

    expect(subject).toBe("Your trial ends on 12/06/2026 · Acme");
    expect(text).toContain("$43.65 will then be charged to your Visa ending in 4242");
    expect(text).toContain("cancel your plan on the billing page before 12/06/2026");
  });

  test("the mail about a trial's end asks for a card where there is none", async () => {
    const { text } = await render("trial_ending", "es", { card: null });

    expect(text).toContain("Añade antes una tarjeta");
    expect(text).toContain("Añadir una tarjeta");
  });

  test.each(LOCALES.flatMap((locale) => DECLINE_REASONS.map((reason) => [locale, reason] as const)))(
    "in %s, a failed payment names the reason %s, the card, and the next attempt",
    async (locale, declineReason) => {
      const { text } = await render("payment_failed", locale, { declineReason });

      expect(text).not.toContain("payment_failed.");
      expect(text).toContain("4242");
      expect(text).toContain(formatDate("2026-11-24", locale));
    },
  );

  test("the last failed payment says that no other attempt follows", async () => {
    const { text } = await render("payment_failed", "en", { retryAt: null, card: null, declineReason: null });

    expect(text).toContain("We couldn't charge $48.50 for your plan.");
    expect(text).toContain("We won't try again automatically");
    expect(text).not.toContain("Next attempt");
  });
});

describe("the receipt", () => {
  test("the receipt says that the invoice is attached, when it is", async () => {
    const { text } = await render("receipt", "en", { hasFile: true });

    expect(text).toContain("attached as a PDF file");
    expect(text).not.toContain("pay.stripe.com");
  });

  test("links to the invoice otherwise", async () => {
    const { text } = await render("receipt", "es");

    expect(text).not.toContain("adjunta");
    expect(text).toContain(samples.receipt.pdfUrl);
  });

  test("the receipt has neither file nor sentence before the invoice has a file", async () => {
    const { text } = await render("receipt", "en", { pdfUrl: null, number: null });

    expect(text).not.toContain("PDF");
  });

  test.each([
    ["A1B2-0001", "invoice-A1B2-0001.pdf"],
    [null, "invoice.pdf"],
    ["../../etc/passwd", "invoice-etcpasswd.pdf"],
  ])("the file of the invoice %j is called %s", (number, name) => {
    expect(findMailPdf({ ...samples.receipt, number })?.name).toBe(name);
  });

  test("the receipt is the only mail with a file", () => {
    const withFiles = Object.entries(samples).filter(([, values]) => findMailPdf(values) !== null);
    expect(withFiles.map(([template]) => template)).toEqual(["receipt"]);
  });
});

async function render<T extends MailTemplate>(
  template: T,
  locale: Locale,
  { hasFile = false, ...changes }: Partial<MailValues[T]> & { hasFile?: boolean } = {},
) {
  const values = { ...samples[template], ...changes };
  const { subject, text } = await renderMail(template, values, { ...createMailLanguage(locale), hasFile });
  return { subject: toPlainSpaces(subject), text: toPlainSpaces(text) };
}

/** Intl separates amounts and currencies by spaces that do not break. */
function toPlainSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ").replaceAll(/(?<=\S)\n(?=\S)/g, " ");
}

describe("the mails about members beyond a plan", () => {
  test("a week before name the day, the limit and how many are too many; on the day that no one can use the account", async () => {
    const soon = await render("member_limit", "en", { plan: "Free" });
    expect(soon.subject).toBe("Acme stops working on 12/06/2026: Free allows 2 members");
    expect(soon.text).toContain(
      "The account has 22: until 20 are removed, no one can use it from that day on.",
    );
    const started = await render("member_limit", "es", { plan: "Free", startsAt: null });
    expect(started.text).toContain("mientras no se quite a 20, nadie puede usarla");
  });

  test("at the cancellation with too many members, the mail about the plan says what follows", async () => {
    const overLimit = { limit: 2, members: 22 };
    const { text } = await render("plan_updated", "en", { change: "ends", otherPlan: "Free", overLimit });
    expect(text).toContain("until 20 of them are removed, no one can use the account from that day on");
  });
});
