// Discounts of plan changes, changes that are withdrawn, and what the events about refunds contain.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type Stripe from "stripe";
import { makeSubscriber, read } from "../../tests/support/sandbox-clock";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";

const NOON = Date.UTC(2026, 0, 31, 12);

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox({ now: () => NOON });
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

async function createCoupon(duration: "once" | "forever"): Promise<string> {
  return (await sandbox.stripe.coupons.create({ percent_off: 50, duration })).id;
}

/** Changes a subscription of 30.00 to one of 90.00 at the beginning of its period. */
async function change(subscription: string, more: Stripe.SubscriptionUpdateParams) {
  const { stripe } = sandbox;
  const [item] = (await stripe.subscriptions.retrieve(subscription)).items.data;
  const { price } = await makeBuyer(stripe, { amount: 9000 });
  return stripe.subscriptions.update(subscription, {
    items: [{ id: item?.id ?? "", price }],
    proration_behavior: "always_invoice",
    payment_behavior: "pending_if_incomplete",
    ...more,
  });
}

describe("a discount of a change", () => {
  test.each([
    ["once", 0],
    ["forever", 1],
  ] as const)(
    "a discount that lasts %s takes its part off the charge, and stays %i times",
    async (duration, count) => {
      const { subscription } = await makeSubscriber(sandbox);
      const changed = await change(subscription, { discounts: [{ coupon: await createCoupon(duration) }] });
      expect(changed.discounts).toHaveLength(count);
      const { invoice } = await read(sandbox, subscription);
      expect(invoice).toMatchObject({ status: "paid", subtotal: 6000, total: 1500 });
    },
  );

  test("the discount of a change waits with the change until it is paid", async () => {
    const { subscription, customer } = await makeSubscriber(sandbox);
    const card = await sandbox.stripe.paymentMethods.create({
      type: "card",
      card: { token: "tok_threeDSecure2Required" },
    });
    await sandbox.stripe.paymentMethods.attach(card.id, { customer });
    await sandbox.stripe.subscriptions.update(subscription, { default_payment_method: card.id });
    const waiting = await change(subscription, { discounts: [{ coupon: await createCoupon("forever") }] });
    expect([waiting.discounts, waiting.pending_update?.discounts]).toEqual([[], [expect.any(String)]]);
    const { secret } = await read(sandbox, subscription);
    const [id = ""] = secret.split("_secret_");
    const answer = { client_secret: secret, outcome: "complete" };
    await sandbox.browser("POST", `payment_intents/${id}/authenticate`, answer);
    const paid = await sandbox.stripe.subscriptions.retrieve(subscription);
    expect([paid.discounts, paid.pending_update]).toEqual([waiting.pending_update?.discounts, null]);
  });

  test("a discount that does not exist is refused, and nothing changes", async () => {
    const { subscription } = await makeSubscriber(sandbox);
    const before = await sandbox.stripe.subscriptions.retrieve(subscription);
    const refused = await getStripeError(change(subscription, { discounts: [{ coupon: "NONE" }] }));
    expect(refused).toMatchObject({ statusCode: 400, code: "resource_missing" });
    expect(await sandbox.stripe.subscriptions.retrieve(subscription)).toEqual(before);
  });

  test("a discount can be given without a change of the items, and taken away", async () => {
    const { subscription } = await makeSubscriber(sandbox);
    const coupon = await createCoupon("forever");
    const given = await sandbox.stripe.subscriptions.update(subscription, { discounts: [{ coupon }] });
    expect(given.discounts).toHaveLength(1);
    const taken = await sandbox.stripe.subscriptions.update(subscription, { discounts: "" });
    expect(taken.discounts).toEqual([]);
  });
});

test("voiding the invoice of a change discards the change", async () => {
  const { subscription, customer } = await makeSubscriber(sandbox);
  const card = await sandbox.stripe.paymentMethods.create({
    type: "card",
    card: { token: "tok_chargeCustomerFail" },
  });
  await sandbox.stripe.paymentMethods.attach(card.id, { customer });
  await sandbox.stripe.subscriptions.update(subscription, { default_payment_method: card.id });
  expect((await change(subscription, {})).pending_update).not.toBeNull();
  const { invoice } = await read(sandbox, subscription);
  await sandbox.stripe.invoices.voidInvoice(invoice.id);
  const after = await sandbox.stripe.subscriptions.retrieve(subscription);
  expect([after.pending_update, after.items.data[0]?.price.unit_amount]).toEqual([null, 3000]);
});

test("each refund sends an event with the charge and what was paid back of it so far", async () => {
  const { subscription } = await makeSubscriber(sandbox);
  const { secret } = await read(sandbox, subscription);
  const [intent = ""] = secret.split("_secret_");
  for (const amount of [1000, 2000]) await sandbox.stripe.refunds.create({ payment_intent: intent, amount });
  const { data } = await sandbox.stripe.events.list({ type: "charge.refunded" });
  const charges = data.map((event) => event.data.object);
  expect(charges).toMatchObject([
    { payment_intent: intent, amount: 3000, amount_refunded: 3000, refunded: true },
    { payment_intent: intent, amount: 3000, amount_refunded: 1000, refunded: false },
  ]);
});

test("a card has the same fingerprint at every customer, and another card has another", async () => {
  const { stripe } = sandbox;
  const buyers = [
    await makeBuyer(stripe, { token: "tok_visa" }),
    await makeBuyer(stripe, { token: "tok_4242424242424242" }),
    await makeBuyer(stripe, { token: "tok_visa_debit" }),
  ];
  const cards = await Promise.all(buyers.map(({ card }) => stripe.paymentMethods.retrieve(card)));
  const [first, second, third] = cards.map(({ card }) => card?.fingerprint);
  expect(first).toMatch(/^[\w-]{16}$/);
  expect([second === first, third === first]).toEqual([true, false]);
});
