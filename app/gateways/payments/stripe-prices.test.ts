// How the provider taxes the plans' prices, and how it bills their subscriptions.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPrice,
  getStripeError,
  makeBuyer,
  PUBLISHABLE_KEY,
  runSandbox,
  SECRET_KEY,
  type TestSandbox,
} from "../../../tests/support/stripe-sandbox";
import { createPayments, type PaymentOptions } from "./stripe-payments";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

const connect = (options: Partial<PaymentOptions> = {}) =>
  createPayments({
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: null,
    apiBase: `http://127.0.0.1:${sandbox.port}`,
    ...options,
  });

const plan = { name: "Scale", priceMinor: 9900, currency: "usd", interval: "month" } as const;
const billed = { apiCallLimit: 1000, overagePriceMinor: 20 };

const readPrice = async (id: string) => sandbox.stripe.prices.retrieve(id, { expand: ["product"] });

test("a plan's price and the one of its calls say how they are taxed, and what is sold", async () => {
  const expected = { tax_behavior: "exclusive", product: { tax_code: "txcd_10103001" } };
  const scale = { ...plan, id: "scale" };
  const usage = await connect().syncUsagePrice({ ...scale, ...billed });
  expect(await readPrice(await connect().syncPlan(scale))).toMatchObject(expected);
  expect(await readPrice(usage ?? "")).toMatchObject(expected);
});

test("the installation's own terms are used, and other terms later are another price", async () => {
  const inclusive = { ...plan, id: "inclusive" };
  const first = await connect({ taxBehavior: "inclusive", taxCode: "txcd_10000000" }).syncPlan(inclusive);
  const expected = { tax_behavior: "inclusive", product: { tax_code: "txcd_10000000" } };
  expect(await readPrice(first)).toMatchObject(expected);
  const second = await connect().syncPlan(inclusive);
  expect(second).not.toBe(first);
  expect(await readPrice(second)).toMatchObject({ tax_behavior: "exclusive", lookup_key: "inclusive" });
});

test("a price from before says it from now on, and stays the plan's", async () => {
  const { stripe } = sandbox;
  const id = await createPrice(stripe, { name: "Before", amount: 9900, interval: "month" });
  await stripe.prices.update(id, { lookup_key: "before" });
  expect(await connect().syncPlan({ ...plan, id: "before" })).toBe(id);
  expect(await readPrice(id)).toMatchObject({ tax_behavior: "exclusive" });
});

test("the sandbox refuses another tax behavior for a price that has one", async () => {
  const id = await connect().syncPlan({ ...plan, id: "fixed" });
  const error = await getStripeError(sandbox.stripe.prices.update(id, { tax_behavior: "inclusive" }));
  expect(error).toMatchObject({ statusCode: 400, param: "tax_behavior" });
});

test("a subscription says its billing mode, and the sandbox has no other", async () => {
  const { customer, card, price } = await makeBuyer(sandbox.stripe);
  const order = {
    intentId: "mode",
    accountId: "account",
    planId: "scale",
    customerId: customer,
    cardId: card,
  };
  const prices = { priceId: price, usagePriceId: null, seats: 1, trialDays: 0, promotionId: null };
  const { id } = await connect().startSubscription({ ...order, ...prices });
  const { billing_mode: mode } = await sandbox.stripe.subscriptions.retrieve(id);
  expect(mode).toEqual({ type: "flexible", flexible: { proration_discounts: "included" } });
  const classic = { type: "classic" } as const;
  const other = sandbox.stripe.subscriptions.create({ customer, items: [{ price }], billing_mode: classic });
  expect(await getStripeError(other)).toMatchObject({
    statusCode: 400,
    param: "billing_mode[type]",
  });
});
