/** Automatic tax, over the sandbox, which shows on each invoice whether tax was requested. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBuyer, runSandbox, type TestSandbox } from "../../../tests/support/stripe-sandbox";
import type { BillingDetails, PricedPlan } from "./payment-types";
import type { Payments } from "./payments";
import { createPayments } from "./stripe-payments";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.close());

const connect = (automaticTax: boolean): Payments =>
  createPayments({
    secretKey: "sk_test_sandbox_tests",
    publishableKey: "pk_test_sandbox_tests",
    webhookSecret: "whsec_tests",
    apiBase: `http://127.0.0.1:${sandbox.port}`,
    automaticTax,
  });

const PLAN: PricedPlan = { id: "pro", name: "Pro", priceMinor: 2400, currency: "usd", interval: "month" };
const DETAILS: BillingDetails = {
  company: "Ada Ltd",
  address: { line1: "1 Main Street", line2: "", city: "Madrid", postalCode: "28001", country: "ES" },
  taxId: null,
  email: null,
};

let orders = 0;
/** Starts a subscription of a new customer, who has an address or none. */
async function subscribe(payments: Payments, { hasAddress }: { hasAddress: boolean }) {
  const { customer, card } = await makeBuyer(sandbox.stripe);
  if (hasAddress) await payments.saveBillingDetails(customer, DETAILS);
  orders += 1;
  const { id } = await payments.startSubscription({
    intentId: `intent_${orders}`,
    accountId: `account_${orders}`,
    planId: "pro",
    customerId: customer,
    priceId: await payments.syncPlan(PLAN),
    cardId: card,
    ...{ seats: 1, trialDays: 0, promotionId: null, usagePriceId: null },
  });
  return { id, customer };
}

const isTaxed = async (id: string) => (await sandbox.stripe.subscriptions.retrieve(id)).automatic_tax.enabled;

test("a subscription is taxed when the operator turned tax on and the customer's country is known", async () => {
  const { id } = await subscribe(connect(true), { hasAddress: true });
  expect(await isTaxed(id)).toBe(true);
});

test("a subscription is not taxed while tax is off, which is the default", async () => {
  const { id } = await subscribe(connect(false), { hasAddress: true });
  expect(await isTaxed(id)).toBe(false);
});

test("without an address a subscription starts untaxed, and is taxed once the address is saved", async () => {
  const payments = connect(true);
  const { id, customer } = await subscribe(payments, { hasAddress: false });
  expect(await isTaxed(id)).toBe(false);
  await payments.saveBillingDetails(customer, DETAILS);
  expect(await isTaxed(id)).toBe(true);
});

test("a subscription from before the setting is taxed with its next change of the plan", async () => {
  const { id } = await subscribe(connect(false), { hasAddress: true });
  const payments = connect(true);
  const scale = { ...PLAN, id: "scale", name: "Scale", priceMinor: 9900 };
  await payments.changeSubscription({
    intentId: "change_1",
    subscriptionId: id,
    planId: "scale",
    priceId: await payments.syncPlan(scale),
    ...{ seats: 1, promotionId: null, interval: "month" },
  });
  expect(await isTaxed(id)).toBe(true);
});

test("a preview asks for tax where the subscription will have it, and works for a customer without an address", async () => {
  const payments = connect(true);
  const { customer } = await makeBuyer(sandbox.stripe);
  const query = {
    customerId: customer,
    subscriptionId: null,
    currency: "usd",
    planId: null,
    priceId: await payments.syncPlan(PLAN),
    ...{ seats: 1, trialDays: 0, promotionId: null, usagePriceId: null },
  };
  expect(await payments.previewInvoice(query)).toMatchObject({ total: 2400 });
  await payments.saveBillingDetails(customer, DETAILS);
  expect(await payments.previewInvoice(query)).toMatchObject({ total: 2400 });
});
