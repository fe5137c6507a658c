// Refunds and credit: never more than was paid, and each change of a balance is recorded.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import { getId } from "../objects";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

async function pay(token = "tok_visa", amount = 3000) {
  const { customer, card, price } = await makeBuyer(sandbox.stripe, { token, amount });
  const made = await sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
  });
  const { data } = await sandbox.stripe.invoicePayments.list({ invoice: getId(made.latest_invoice) ?? "" });
  return { customer, price, card, intent: getId(data[0]?.payment.payment_intent) ?? "" };
}

describe("a refund", () => {
  test("a refund without an amount returns the whole payment, once", async () => {
    const { intent } = await pay();
    const refund = await sandbox.stripe.refunds.create({
      payment_intent: intent,
      reason: "requested_by_customer",
      metadata: { by: "support" },
    });
    expect(refund).toMatchObject({
      amount: 3000,
      status: "succeeded",
      reason: "requested_by_customer",
      metadata: { by: "support" },
    });
    expect(await getStripeError(sandbox.stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
      statusCode: 400,
      code: "charge_already_refunded",
    });
  });

  test("refunds in parts never exceed what was paid", async () => {
    const { intent } = await pay();
    await sandbox.stripe.refunds.create({ payment_intent: intent, amount: 1000 });
    const error = await getStripeError(
      sandbox.stripe.refunds.create({ payment_intent: intent, amount: 2001 }),
    );
    expect(error).toMatchObject({ statusCode: 400, param: "amount" });
    expect(error.message).toBe("Refund amount ($20.01) is greater than unrefunded amount on charge ($20.00)");
    await sandbox.stripe.refunds.create({ payment_intent: intent, amount: 2000 });
    const { data } = await sandbox.stripe.refunds.list({ payment_intent: intent });
    expect(data.map((row) => row.amount)).toEqual([2000, 1000]);
  });

  test("a refund of an unpaid intent or of nothing is rejected", async () => {
    const { intent } = await pay("tok_4000000000003220");
    expect(await getStripeError(sandbox.stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    const { intent: paid } = await pay();
    const nothing = sandbox.stripe.refunds.create({ payment_intent: paid, amount: 0 });
    expect(await getStripeError(nothing)).toMatchObject({ statusCode: 400, param: "amount" });
  });
});

describe("credit", () => {
  test("credit is used by the next invoice, and the list shows both", async () => {
    const { customer, card, price } = await makeBuyer(sandbox.stripe, { amount: 3000 });
    const given = await sandbox.stripe.customers.createBalanceTransaction(customer, {
      amount: -1000,
      currency: "usd",
      description: "Sorry for the outage",
    });
    expect(given).toMatchObject({ type: "adjustment", ending_balance: -1000 });
    const { latest_invoice: invoice } = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
      expand: ["latest_invoice"],
    });
    expect(invoice).toMatchObject({
      total: 3000,
      amount_paid: 2000,
      starting_balance: -1000,
      ending_balance: 0,
    });
    const { data } = await sandbox.stripe.customers.listBalanceTransactions(customer);
    expect(data.map(({ type, amount }) => [type, amount])).toEqual([
      ["applied_to_invoice", 1000],
      ["adjustment", -1000],
    ]);
  });

  test("credit comes back with a void invoice that has used it", async () => {
    const { customer, price, card } = await makeBuyer(sandbox.stripe, { token: "tok_4000000000003220" });
    const { stripe } = sandbox;
    await stripe.customers.createBalanceTransaction(customer, { amount: -1000, currency: "usd" });
    const { latest_invoice: invoice } = await stripe.subscriptions.create({
      ...{ customer, items: [{ price }], default_payment_method: card },
      payment_behavior: "allow_incomplete",
    });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
    await stripe.invoices.voidInvoice(getId(invoice) ?? "");
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -1000 });
    const { data } = await stripe.customers.listBalanceTransactions(customer);
    expect(data[0]).toMatchObject({ type: "unapplied_from_invoice", amount: -1000, invoice: getId(invoice) });
  });

  test("credit in another currency than the customer's is rejected", async () => {
    const { customer } = await pay();
    const call = sandbox.stripe.customers.createBalanceTransaction(customer, { amount: -1, currency: "jpy" });
    expect(await getStripeError(call)).toMatchObject({ statusCode: 400, param: "currency" });
  });
});

describe("in yen, which have no decimals,", () => {
  async function createYenPrice(amount: number) {
    const { id } = await sandbox.stripe.prices.create({
      currency: "jpy",
      unit_amount: amount,
      recurring: { interval: "month" },
      product_data: { name: "Pro" },
    });
    return id;
  }

  test("amounts, halves of a period and percentages are whole yen", async () => {
    let now = Date.UTC(2026, 0, 31, 12);
    const other = await sandbox.restart({ now: () => now });
    sandbox = other;
    const { customer, card } = await makeBuyer(sandbox.stripe);
    const coupon = await sandbox.stripe.coupons.create({ percent_off: 15, duration: "forever" });
    const made = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price: await createYenPrice(1001) }],
      default_payment_method: card,
      discounts: [{ coupon: coupon.id }],
      expand: ["latest_invoice"],
    });
    expect(made.latest_invoice).toMatchObject({
      currency: "jpy",
      subtotal: 1001,
      total: 851,
      amount_paid: 851,
    });
    now += 14 * 86_400_000;
    const preview = await sandbox.stripe.invoices.createPreview({
      subscription: made.id,
      subscription_details: {
        items: [{ id: made.items.data[0]?.id ?? "", quantity: 2 }],
        proration_behavior: "always_invoice",
      },
    });
    expect(preview.lines.data.map((line) => line.amount)).toEqual([-426, 1001]);
    expect(preview.total).toBe(1001 - 426 - 150);
  });

  test("an error shows the amounts as they are", async () => {
    const { customer, card } = await makeBuyer(sandbox.stripe);
    const made = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price: await createYenPrice(1200) }],
      default_payment_method: card,
    });
    const { data } = await sandbox.stripe.invoicePayments.list({ invoice: getId(made.latest_invoice) ?? "" });
    const intent = getId(data[0]?.payment.payment_intent) ?? "";
    const call = sandbox.stripe.refunds.create({ payment_intent: intent, amount: 1201 });
    expect((await getStripeError(call)).message).toContain("(¥1,201)");
  });

  test("a customer who pays in dollars cannot subscribe", async () => {
    const { customer } = await pay();
    const call = sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price: await createYenPrice(1200) }],
    });
    const error = await getStripeError(call);
    expect([error.statusCode, error.rawType, error.code]).toEqual([400, "invalid_request_error", undefined]);
    expect(error.message).toMatch(
      /^You cannot combine currencies on a single customer\. This customer has an active subscription, .* with currency usd\.$/,
    );
  });
});
