/**
 * The flow of a subscription at Stripe itself, through the product's own gateway: run it with a key of test mode in
 * STRIPE_TEST_KEY, before going live and after an update of the SDK. It removes the customer that it creates; prices of
 * the test's own plans stay.
 */
import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { expect, test } from "vitest";
import type { PricedPlan } from "~/gateways/payments/payment-types";
import { createPayments } from "~/gateways/payments/stripe-payments";

const KEY = process.env.STRIPE_TEST_KEY ?? "";
/** Each step is a call over the internet. */
const TIMEOUT_MS = 120_000;

const SMALL: PricedPlan = {
  id: "smoke-small",
  name: "Smoke test, small",
  priceMinor: 1000,
  currency: "usd",
  interval: "month",
};
const LARGE: PricedPlan = { ...SMALL, id: "smoke-large", name: "Smoke test, large", priceMinor: 5000 };

test(
  "Stripe itself takes a card, starts, changes and cancels a subscription, and lists its invoices",
  { timeout: TIMEOUT_MS },
  async ({ skip }) => {
    skip(KEY === "", "STRIPE_TEST_KEY is not set");
    expect(KEY, "only a key of test mode may be used").toMatch(/^(sk|rk)_test_/);
    const stripe = new Stripe(KEY);
    const options = { publishableKey: "pk_test_unused", webhookSecret: "whsec_unused", apiBase: null };
    const payments = createPayments({ secretKey: KEY, ...options });
    const accountId = randomUUID();
    const customerId = await payments.ensureCustomer({ accountId, customerId: null });
    try {
      const [small, large] = [await payments.syncPlan(SMALL), await payments.syncPlan(LARGE)];
      expect(await payments.publishPlan(SMALL)).toEqual({ priceId: small, change: "unchanged" });

      const person = { name: "Smoke Test", email: "smoke@example.com" };
      const card = await payments.setCard({ customerId, token: "tok_visa", ...person });
      expect(await payments.findCard(customerId)).toEqual(card);

      const common = { seats: 1, promotionId: null, usagePriceId: null };
      const order = { ...common, intentId: randomUUID(), accountId, customerId, trialDays: 0 };
      const begin = { ...order, planId: SMALL.id, priceId: small, cardId: card.id };
      const started = await payments.startSubscription(begin);
      expect(started).toMatchObject({ status: "active", planId: SMALL.id, start: { kind: "started" } });
      expect((await payments.startSubscription(begin)).id).toBe(started.id);

      const { interval } = LARGE;
      const to = { ...common, intentId: randomUUID(), planId: LARGE.id, interval, priceId: large };
      const changed = await payments.changeSubscription({ ...to, subscriptionId: started.id });
      expect(changed).toMatchObject({ id: started.id, planId: LARGE.id, start: { kind: "started" } });

      const ending = await payments.setCancelAtPeriodEnd({ subscriptionId: started.id, isCanceling: true });
      expect(ending.cancelAtPeriodEnd).toBe(true);
      await payments.cancelSubscription(started.id);

      const query = { customerId, subscriptionId: started.id, intentId: null, withRefunds: false };
      const billing = await payments.readBilling(query);
      expect(billing).toMatchObject({ subscription: { status: "canceled" }, card: { last4: "4242" } });
      expect(billing?.invoices.map(({ status, totalMinor }) => [status, totalMinor > 0])).toEqual([
        ["paid", true],
        ["paid", true],
      ]);
    } finally {
      // Deleting a customer also cancels its subscriptions.
      await stripe.customers.del(customerId);
    }
  },
);
