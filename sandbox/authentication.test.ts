// 3-D Secure: how the dialog's calls change intents, invoices and subscriptions.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../tests/support/stripe-sandbox";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

async function createPaymentRequiringAction(token = "tok_threeDSecure2Required") {
  const { customer, card, price } = await makeBuyer(sandbox.stripe, { token });
  const made = await sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
    expand: ["latest_invoice.confirmation_secret"],
  });
  const invoice = made.latest_invoice;
  const secret = typeof invoice === "object" ? invoice?.confirmation_secret?.client_secret : undefined;
  if (!secret) throw new Error("no payment is waiting for authentication");
  return { subscription: made.id, customer, card, price, secret, intent: secret.split("_secret_")[0] ?? "" };
}

describe("a payment", () => {
  test("an authenticated payment pays the invoice and activates the subscription", async () => {
    const { subscription, intent, secret } = await createPaymentRequiringAction();
    const answer = await sandbox.browser("POST", `payment_intents/${intent}/authenticate`, {
      client_secret: secret,
      outcome: "complete",
    });
    expect(answer).toMatchObject({ status: 200, body: { status: "succeeded" } });
    const after = await sandbox.stripe.subscriptions.retrieve(subscription, { expand: ["latest_invoice"] });
    expect(after).toMatchObject({ status: "active", latest_invoice: { status: "paid" } });
  });

  test("a payment whose authentication fails needs another card, and its error says so", async () => {
    const { subscription, intent, secret } = await createPaymentRequiringAction();
    const answer = await sandbox.browser("POST", `payment_intents/${intent}/authenticate`, {
      client_secret: secret,
      outcome: "fail",
    });
    expect(answer.body).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
    expect((await sandbox.stripe.subscriptions.retrieve(subscription)).status).toBe("incomplete");
  });

  test("a payment whose authentication failed can be paid with another card", async () => {
    const { subscription, intent, secret } = await createPaymentRequiringAction();
    const body = { client_secret: secret, outcome: "fail" };
    await sandbox.browser("POST", `payment_intents/${intent}/authenticate`, body);
    const card = { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123" };
    const paid = await sandbox.browser("POST", `payment_intents/${intent}/confirm`, {
      client_secret: secret,
      card,
    });
    expect(paid.body).toMatchObject({ status: "succeeded" });
    expect((await sandbox.stripe.subscriptions.retrieve(subscription)).status).toBe("active");
  });

  test("a payment cannot be authenticated twice", async () => {
    const { intent, secret } = await createPaymentRequiringAction();
    const body = { client_secret: secret, outcome: "complete" };
    await sandbox.browser("POST", `payment_intents/${intent}/authenticate`, body);
    const again = await sandbox.browser("POST", `payment_intents/${intent}/authenticate`, body);
    expect(again).toMatchObject({
      status: 400,
      body: { error: { code: "payment_intent_unexpected_state" } },
    });
  });

  test.each([
    ["that always asks, off-session", ["tok_4000000000003220", { off_session: true }], "incomplete"],
    ["that was set up, off-session", ["tok_4000002500003155", { off_session: true }], "active"],
    ["that was set up, on-session", ["tok_4000002500003155", { off_session: false }], "incomplete"],
    ["that was set up, where the request does not say", ["tok_4000002500003155", {}], "incomplete"],
  ] as const)(
    "a card %s: its next payment is authenticated or not",
    async (_what, [token, session], expected) => {
      const { customer, card, price, intent, secret } = await createPaymentRequiringAction(token);
      const body = { client_secret: secret, outcome: "complete" };
      await sandbox.browser("POST", `payment_intents/${intent}/authenticate`, body);
      const next = await sandbox.stripe.subscriptions.create({
        customer,
        items: [{ price }],
        default_payment_method: card,
        ...session,
      });
      expect(next.status).toBe(expected);
    },
  );

  test("a payment that is declined at confirmation answers 402 with the intent, to the server and to the browser", async () => {
    const { intent, secret } = await createPaymentRequiringAction();
    const bad = await sandbox.stripe.paymentMethods.create({ card: { token: "tok_4000000000000341" } });
    const error = await getStripeError(
      sandbox.stripe.paymentIntents.confirm(intent, { payment_method: bad.id }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: "card_declined", payment_intent: { id: intent } });
    const again = await sandbox.browser("POST", `payment_intents/${intent}/confirm`, {
      client_secret: secret,
      payment_method: bad.id,
    });
    expect(again).toMatchObject({ status: 402, body: { error: { payment_intent: { id: intent } } } });
  });
});

describe("a free trial", () => {
  test("a free trial with a card that asks has a pending setup, and none after authentication", async () => {
    const { customer, card, price } = await makeBuyer(sandbox.stripe, { token: "tok_4000002500003155" });
    const trial = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
      trial_period_days: 14,
      expand: ["pending_setup_intent"],
    });
    const setup = trial.pending_setup_intent;
    if (!setup || typeof setup === "string") throw new Error("the trial has no pending setup");
    expect(trial.status).toBe("trialing");
    expect(setup.status).toBe("requires_action");

    const secret = setup.client_secret;
    const read = await sandbox.browser("GET", `setup_intents/${setup.id}?client_secret=${String(secret)}`);
    expect(read.body).toMatchObject({ id: setup.id, status: "requires_action" });
    const body = { client_secret: secret, outcome: "complete" };
    const done = await sandbox.browser("POST", `setup_intents/${setup.id}/authenticate`, body);
    expect(done.body).toMatchObject({ status: "succeeded" });
    expect(await sandbox.stripe.subscriptions.retrieve(trial.id)).toMatchObject({
      status: "trialing",
      pending_setup_intent: null,
    });
  });

  test("a free trial whose authentication fails needs another card", async () => {
    const customer = await sandbox.stripe.customers.create();
    const card = await sandbox.stripe.paymentMethods.create({ card: { token: "tok_4000000000003220" } });
    const setup = await sandbox.stripe.setupIntents.create({
      customer: customer.id,
      payment_method: card.id,
      confirm: true,
    });
    const body = { client_secret: setup.client_secret, outcome: "fail" };
    const failed = await sandbox.browser("POST", `setup_intents/${setup.id}/authenticate`, body);
    expect(failed.body).toMatchObject({
      status: "requires_payment_method",
      last_setup_error: { code: "setup_intent_authentication_failure" },
    });
  });

  test("a free trial with a plain card has no pending setup", async () => {
    const { customer, card, price } = await makeBuyer(sandbox.stripe);
    const trial = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
      trial_period_days: 14,
      expand: ["latest_invoice"],
    });
    expect(trial).toMatchObject({
      status: "trialing",
      pending_setup_intent: null,
      latest_invoice: { status: "paid", total: 0 },
    });
    expect(trial.items.data[0]?.current_period_end).toBe(trial.trial_end);
  });
});

describe("access to browser calls", () => {
  test("an intent is shown only with its client secret, and without its customer", async () => {
    const { intent, secret } = await createPaymentRequiringAction();
    const shown = await sandbox.browser("GET", `payment_intents/${intent}?client_secret=${secret}`);
    expect(shown.status).toBe(200);
    expect(shown.body).not.toHaveProperty("customer");
    for (const wrong of [`${secret}x`, secret.slice(0, -1), "pi_1_secret_2"]) {
      const refused = await sandbox.browser("GET", `payment_intents/${intent}?client_secret=${wrong}`);
      expect(refused).toMatchObject({ status: 404, body: { error: { code: "resource_missing" } } });
    }
  });

  test.each([
    ["no body", "POST payment_intents/pi_1/confirm", undefined],
    ["an unknown call", "POST customers", {}],
    [
      "an unknown parameter",
      "POST tokens",
      { number: "4242424242424242", exp_month: 1, exp_year: 2040, pin: 1 },
    ],
    [
      "a card number that is not text",
      "POST tokens",
      { number: 4242424242424242, exp_month: 1, exp_year: 2040 },
    ],
    ["an unknown intent", "GET payment_intents/pi_nobody?client_secret=pi_nobody_secret_1", undefined],
  ])("%s is rejected", async (_, call, body) => {
    const [method = "", path = ""] = call.split(" ");
    const answer = await sandbox.browser(method, path, body);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body.error).toMatchObject({ type: "invalid_request_error" });
  });

  test("the secret key is rejected by browser calls, and the publishable key by the server's API", async () => {
    const withSecret = await sandbox.raw("/browser/tokens", { method: "POST" });
    expect(withSecret.status).toBe(401);
    const headers = { authorization: "Bearer pk_test_sandbox_tests" };
    const withPublishable = await sandbox.raw("/v1/customers", { headers });
    expect(withPublishable).toMatchObject({ status: 403, body: { error: { code: "secret_key_required" } } });
  });
});
