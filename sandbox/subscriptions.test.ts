// Subscriptions: their prices, invalid ones, cancellation, and open invoices.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createPrice,
  getStripeError,
  makeBuyer,
  runSandbox,
  subscribeBuyer,
  type TestSandbox,
} from "../tests/support/stripe-sandbox";
import { getId } from "./objects";

const NOON = Date.UTC(2026, 0, 31, 12);

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox({ now: () => NOON });
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

const createActiveSubscription = (token = "tok_visa", amount = 3000) =>
  subscribeBuyer(sandbox.stripe, { token, amount });
const createHigherPrice = (amount: number, interval: "month" | "year" = "month") =>
  createPrice(sandbox.stripe, { name: "Team", amount, interval });

describe("a period", () => {
  test("the period of a month that begins on the 31st ends on the last day of a shorter month", async () => {
    const { item } = await createActiveSubscription();
    expect(new Date(item.current_period_end * 1000).toISOString()).toBe("2026-02-28T12:00:00.000Z");
  });
});

describe("the price of a quantity", () => {
  async function getFirstInvoiceTotal(price: string, quantity: number) {
    const { customer, card } = await makeBuyer(sandbox.stripe);
    const made = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price, quantity }],
      default_payment_method: card,
      expand: ["latest_invoice"],
    });
    return typeof made.latest_invoice === "object" ? made.latest_invoice?.total : undefined;
  }

  test("the price per seat is the amount times the seats", async () => {
    expect(await getFirstInvoiceTotal(await createHigherPrice(500), 7)).toBe(3500);
  });

  test.each([
    ["graduated", 3, 3000],
    ["graduated", 12, 10 * 1000 + 2 * 500 + 300],
    ["volume", 3, 3000],
    ["volume", 12, 12 * 500 + 300],
  ] as const)("the price with %s tiers, for %i units, is %i", async (mode, quantity, total) => {
    const price = await sandbox.stripe.prices.create({
      currency: "usd",
      billing_scheme: "tiered",
      tiers_mode: mode,
      tiers: [
        { up_to: 10, unit_amount: 1000 },
        { up_to: "inf", unit_amount: 500, flat_amount: 300 },
      ],
      recurring: { interval: "month" },
      product_data: { name: "Scale" },
      expand: ["tiers"],
    });
    expect(price.tiers).toHaveLength(2);
    expect(await getFirstInvoiceTotal(price.id, quantity)).toBe(total);
  });
});

describe("a cancellation", () => {
  test("a cancellation at the end of the period only sets a flag, and can be undone", async () => {
    const { subscription, item } = await createActiveSubscription();
    const ending = await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
      cancel_at: item.current_period_end,
    });
    const kept = await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  });

  test("an immediate cancellation is final: the subscription can no longer be cancelled, changed or listed as active", async () => {
    const { customer, subscription } = await createActiveSubscription();
    expect(await sandbox.stripe.subscriptions.cancel(subscription)).toMatchObject({ status: "canceled" });
    const again = await getStripeError(sandbox.stripe.subscriptions.cancel(subscription));
    expect(again).toMatchObject({ statusCode: 404, code: "resource_missing" });
    const change = sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    expect((await getStripeError(change)).statusCode).toBe(400);
    expect((await sandbox.stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await sandbox.stripe.subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
  });

  test("a cancelled subscription that never started leaves nothing to pay", async () => {
    const { customer, card, price } = await makeBuyer(sandbox.stripe, { token: "tok_4000000000003220" });
    const made = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
      expand: ["latest_invoice.confirmation_secret"],
    });
    const invoice = made.latest_invoice;
    const secret = typeof invoice === "object" ? (invoice?.confirmation_secret?.client_secret ?? "") : "";
    const ended = await sandbox.stripe.subscriptions.cancel(made.id, { expand: ["latest_invoice"] });
    expect(ended).toMatchObject({ status: "incomplete_expired", latest_invoice: { status: "void" } });
    const body = { client_secret: secret, outcome: "complete" };
    const late = await sandbox.browser(
      "POST",
      `payment_intents/${secret.split("_secret_")[0] ?? ""}/authenticate`,
      body,
    );
    expect(late.status).toBe(400);
  });

  test("the subscriptions of a deleted customer are cancelled, and the customer's cards are detached", async () => {
    const { customer, card, subscription } = await createActiveSubscription();
    expect(await sandbox.stripe.customers.del(customer)).toEqual({
      id: customer,
      object: "customer",
      deleted: true,
    });
    expect(await sandbox.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect((await sandbox.stripe.subscriptions.retrieve(subscription)).status).toBe("canceled");
    expect((await sandbox.stripe.paymentMethods.retrieve(card)).customer).toBeNull();
    const next = sandbox.stripe.subscriptions.create({ customer, items: [{ price: "price_x" }] });
    expect(await getStripeError(next)).toMatchObject({
      statusCode: 400,
      code: "resource_missing",
      param: "customer",
    });
  });
});

describe("an invalid subscription", () => {
  test.each([
    [
      "no card",
      async () => {
        const { price } = await makeBuyer(sandbox.stripe);
        const { id: customer } = await sandbox.stripe.customers.create();
        return { customer, items: [{ price }] };
      },
      "resource_missing",
    ],
    [
      "another customer's card",
      async () => {
        const [mine, other] = [await makeBuyer(sandbox.stripe), await makeBuyer(sandbox.stripe)];
        return {
          customer: mine.customer,
          items: [{ price: mine.price }],
          default_payment_method: other.card,
        };
      },
      "resource_missing",
    ],
    [
      "an unknown price",
      async () => {
        const { customer, card } = await makeBuyer(sandbox.stripe);
        return { customer, items: [{ price: "price_nobody" }], default_payment_method: card };
      },
      "resource_missing",
    ],
    [
      "two different intervals",
      async () => {
        const { customer, card, price } = await makeBuyer(sandbox.stripe);
        return {
          customer,
          items: [{ price }, { price: await createHigherPrice(1, "year") }],
          default_payment_method: card,
        };
      },
      undefined,
    ],
  ] as const)("a subscription with %s is rejected, and nothing is created", async (_, given, code) => {
    const wanted = await given();
    const error = await getStripeError(sandbox.stripe.subscriptions.create(wanted));
    expect(error).toMatchObject({ statusCode: 400, ...(code && { code }) });
    const list = await sandbox.stripe.subscriptions.list({ customer: wanted.customer, status: "all" });
    expect(list.data).toEqual([]);
  });

  test("a subscription with error_if_incomplete and a card that needs authentication answers 402, and nothing is created", async () => {
    const { customer, card, price } = await makeBuyer(sandbox.stripe, { token: "tok_4000000000003220" });
    const error = await getStripeError(
      sandbox.stripe.subscriptions.create({
        customer,
        items: [{ price }],
        default_payment_method: card,
        payment_behavior: "error_if_incomplete",
      }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: "subscription_payment_intent_requires_action" });
    expect((await sandbox.stripe.subscriptions.list({ customer, status: "all" })).data).toEqual([]);
    expect((await sandbox.stripe.invoices.list({ customer })).data).toEqual([]);
  });
});

describe("an open invoice", () => {
  test("an open invoice can be paid manually with another card, which activates the subscription", async () => {
    const { customer, card, price } = await makeBuyer(sandbox.stripe, { token: "tok_4000000000000341" });
    const made = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
    });
    const invoice = getId(made.latest_invoice) ?? "";
    expect(await getStripeError(sandbox.stripe.invoices.pay(invoice))).toMatchObject({
      code: "card_declined",
    });
    const good = await sandbox.stripe.paymentMethods.create({ card: { token: "tok_visa" } });
    await sandbox.stripe.paymentMethods.attach(good.id, { customer });
    expect(await sandbox.stripe.invoices.pay(invoice, { payment_method: good.id })).toMatchObject({
      status: "paid",
    });
    expect((await sandbox.stripe.subscriptions.retrieve(made.id)).status).toBe("active");
    expect((await getStripeError(sandbox.stripe.invoices.pay(invoice))).statusCode).toBe(400);
  });

  test("an open invoice that needs authentication answers 402 with the reason", async () => {
    const { customer, card, price } = await makeBuyer(sandbox.stripe, { token: "tok_4000000000003220" });
    const made = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
    });
    const error = await getStripeError(sandbox.stripe.invoices.pay(getId(made.latest_invoice) ?? ""));
    expect(error).toMatchObject({ statusCode: 402, code: "invoice_payment_intent_requires_action" });
    const voided = await sandbox.stripe.invoices.voidInvoice(getId(made.latest_invoice) ?? "");
    expect(voided.status).toBe("void");
  });
});
