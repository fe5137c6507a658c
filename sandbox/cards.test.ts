// Each test card, from its token to the subscription that it pays for.
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../tests/support/stripe-sandbox";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

async function subscribe(token: string) {
  const { customer, card, price } = await makeBuyer(sandbox.stripe, { token });
  return sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
    payment_behavior: "allow_incomplete",
    expand: ["latest_invoice.confirmation_secret"],
  });
}

async function getPaymentIntent(subscription: Stripe.Subscription) {
  const invoice = subscription.latest_invoice;
  if (!invoice || typeof invoice === "string") throw new Error("the invoice was not expanded");
  const expand = ["data.payment.payment_intent"];
  const { data } = await sandbox.stripe.invoicePayments.list({ invoice: invoice.id, expand });
  const intent = data[0]?.payment.payment_intent;
  if (!intent || typeof intent === "string") throw new Error("the intent was not expanded");
  return { invoice, intent };
}

test.each([["tok_visa"], ["tok_mastercard"], ["tok_4242424242424242"], ["tok_5555555555554444"]])(
  "%s pays immediately",
  async (token) => {
    const subscription = await subscribe(token);
    const { invoice, intent } = await getPaymentIntent(subscription);
    expect(subscription.status).toBe("active");
    expect(invoice).toMatchObject({
      status: "paid",
      amount_paid: 1900,
      amount_remaining: 0,
      attempt_count: 1,
    });
    expect(intent).toMatchObject({
      status: "succeeded",
      amount: 1900,
      amount_received: 1900,
      last_payment_error: null,
    });
  },
);

test.each([["tok_threeDSecure2Required"], ["tok_4000000000003220"], ["tok_4000002500003155"]])(
  "%s requires authentication, and the subscription stays incomplete",
  async (token) => {
    const subscription = await subscribe(token);
    const { invoice, intent } = await getPaymentIntent(subscription);
    expect(subscription.status).toBe("incomplete");
    expect(invoice.status).toBe("open");
    expect(invoice.confirmation_secret).toEqual({
      client_secret: intent.client_secret,
      type: "payment_intent",
    });
    expect(intent).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
  },
);

test("4000000000000341 can be saved and is declined when charged: the subscription is incomplete and its intent says why", async () => {
  const subscription = await subscribe("tok_4000000000000341");
  const { invoice, intent } = await getPaymentIntent(subscription);
  expect(subscription.status).toBe("incomplete");
  expect(invoice).toMatchObject({ status: "open", attempted: true, attempt_count: 1 });
  expect(intent).toMatchObject({
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: { type: "card_error", code: "card_declined", decline_code: "generic_decline" },
  });
});

test.each([
  ["tok_chargeDeclined", "generic_decline", "Your card was declined."],
  ["tok_4000000000000002", "generic_decline", "Your card was declined."],
  ["tok_chargeDeclinedInsufficientFunds", "insufficient_funds", "Your card has insufficient funds."],
  ["tok_4000000000009995", "insufficient_funds", "Your card has insufficient funds."],
])("%s is declined with %s when it is attached to a customer", async (token, reason, message) => {
  const customer = await sandbox.stripe.customers.create();
  const card = await sandbox.stripe.paymentMethods.create({ type: "card", card: { token } });
  const error = await getStripeError(
    sandbox.stripe.paymentMethods.attach(card.id, { customer: customer.id }),
  );
  expect(error).toMatchObject({
    type: "StripeCardError",
    statusCode: 402,
    code: "card_declined",
    decline_code: reason,
    message,
  });
});

test("a declined card is not attached to the customer", async () => {
  const customer = await sandbox.stripe.customers.create();
  const card = await sandbox.stripe.paymentMethods.create({
    type: "card",
    card: { token: "tok_chargeDeclined" },
  });
  await getStripeError(sandbox.stripe.paymentMethods.attach(card.id, { customer: customer.id }));
  expect((await sandbox.stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
});

test.each([
  ["a real card", { number: "4111111111111111" }, "card_declined"],
  ["a mistyped number", { number: "4242424242424241" }, "incorrect_number"],
  ["an invalid month", { exp_month: 13 }, "invalid_expiry_month"],
  ["a past year", { exp_year: 2020 }, "invalid_expiry_year"],
  ["a security code of two digits", { cvc: "12" }, "invalid_cvc"],
])("%s gets no token", async (_, wrong, code) => {
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123", ...wrong };
  const { status, body } = await sandbox.browser("POST", "tokens", card);
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: "card_error", code });
});

test("a token can be used once, a fixed token any number of times", async () => {
  const card = { number: "4242 4242 4242 4242", exp_month: 12, exp_year: 2040, cvc: "123" };
  const { body } = await sandbox.browser("POST", "tokens", card);
  const token = String(body.id);
  expect(await sandbox.stripe.tokens.retrieve(token)).toMatchObject({ used: false, card: { last4: "4242" } });
  const create = () => sandbox.stripe.paymentMethods.create({ type: "card", card: { token } });
  await create();
  expect(await getStripeError(create())).toMatchObject({ statusCode: 400, code: "token_already_used" });
  expect(await sandbox.stripe.tokens.retrieve("tok_visa")).toMatchObject({ used: false });
});

test("the file contains no card number except those of test cards", async () => {
  await sandbox.browser("POST", "tokens", {
    number: "4111111111111111",
    exp_month: 12,
    exp_year: 2040,
    cvc: "123",
  });
  const { readFile } = await import("node:fs/promises");
  expect(await readFile(sandbox.file, "utf8")).not.toContain("4111111111111111");
});
