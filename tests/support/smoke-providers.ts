/**
 * The two providers of the smoke test: Stripe itself in test mode, and the payment sandbox. At either, each test has a
 * customer of its own, and a clock that it moves forward.
 */
import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { expect } from "vitest";
import { days, minutes, seconds } from "~/domain/limits";
import type { Payments } from "~/gateways/payments/payments";
import { createPayments } from "~/gateways/payments/stripe-payments";
import { advance, getState } from "./sandbox-clock";
import { PUBLISHABLE_KEY, runSandbox, SECRET_KEY } from "./stripe-sandbox";

export interface SmokeProvider {
  openCustomer(): Promise<SmokeCustomer>;
  close(): Promise<void>;
}

interface Access {
  /** The product's own gateway. */
  payments: Payments;
  /** The provider's SDK, for what the gateway does not show. */
  stripe: Stripe;
}

/** A new customer without a card, and the provider's time as far as it concerns that customer. */
export interface SmokeCustomer extends Access {
  accountId: string;
  customerId: string;
  now(): Promise<Date>;
  /** Resolves when everything that is due by then has happened. */
  advanceTo(time: Date): Promise<void>;
  /** Deletes the customer, with its subscriptions. */
  remove(): Promise<void>;
}

/** How long to wait for what Stripe does after its answer, such as adding to a meter. The sandbox has done it at once. */
export const EVENTUALLY = process.env.STRIPE_TEST_KEY
  ? { timeout: minutes(3), interval: seconds(1) }
  : { timeout: seconds(10) };

/** Its jumps in time stand in for test clocks. Every request and answer is checked against the types of Stripe's SDK. */
export async function openSandbox(): Promise<SmokeProvider> {
  const sandbox = await runSandbox();
  const { stripe, port } = sandbox;
  const keys = { secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY };
  const payments = createPayments({ ...keys, webhookSecret: null, apiBase: `http://127.0.0.1:${port}` });
  return {
    async openCustomer() {
      const made = await createCustomer(stripe);
      return {
        ...{ payments, stripe, ...made },
        now: async () => toDate((await getState(sandbox)).now),
        advanceTo: (time) => advance(sandbox, toSeconds(time)),
        remove: async () => void (await stripe.customers.del(made.customerId)),
      };
    },
    async close() {
      await sandbox.close();
      expect(sandbox.faults).toEqual([]);
    },
  };
}

/** Throws for a key of live mode. */
export function openStripe(secretKey: string): SmokeProvider {
  expect(secretKey, "only a key of test mode may be used").toMatch(/^(sk|rk)_test_/);
  const stripe = new Stripe(secretKey, { telemetry: false });
  const keys = { secretKey, publishableKey: "pk_test_unused" };
  const payments = createPayments({ ...keys, webhookSecret: null, apiBase: null });
  return {
    openCustomer: async () => ({ payments, stripe, ...(await openOnTestClock(stripe)) }),
    close: () => Promise.resolve(),
  };
}

/**
 * Where a test clock begins. Stripe refuses usage that is older than 35 days or in the future, and its pages do not say by
 * which clock: from here on, a month later is still the past by the real one.
 */
const STARTED_BEFORE_MS = days(33);

/**
 * A customer that is created on a test clock follows it, and so does everything of that customer. The clock goes on at most
 * two billing periods at a time, and is done when its status says so: docs.stripe.com/billing/testing/test-clocks/api-advanced-usage
 * and docs.stripe.com/api/test_clocks, read on 2026-11-28.
 */
async function openOnTestClock(stripe: Stripe): Promise<Omit<SmokeCustomer, keyof Access>> {
  const { testClocks } = stripe.testHelpers;
  const start = toSeconds(new Date(Date.now() - STARTED_BEFORE_MS));
  const { id } = await testClocks.create({ frozen_time: start, name: "Smoke test" });
  return {
    ...(await createCustomer(stripe, { test_clock: id })),
    now: async () => toDate((await testClocks.retrieve(id)).frozen_time),
    async advanceTo(time) {
      await testClocks.advance(id, { frozen_time: toSeconds(time) });
      await expect.poll(async () => (await testClocks.retrieve(id)).status, EVENTUALLY).toBe("ready");
    },
    // The customers of a clock are deleted with it.
    remove: async () => void (await testClocks.del(id)),
  };
}

/** The product's own call names no clock. It takes up this customer, as that of an account which has one. */
async function createCustomer(stripe: Stripe, params: Stripe.CustomerCreateParams = {}) {
  const accountId = randomUUID();
  const { id } = await stripe.customers.create({ ...params, metadata: { account_id: accountId } });
  return { accountId, customerId: id };
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function toDate(time: number): Date {
  return new Date(seconds(time));
}
