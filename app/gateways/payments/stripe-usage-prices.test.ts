// Calls beyond a plan's included ones are billed by the provider, from what its meter has counted.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readText } from "../../../tests/support/read-pdf";
import { advance, getState } from "../../../tests/support/sandbox-clock";
import {
  makeBuyer,
  PUBLISHABLE_KEY,
  runSandbox,
  SECRET_KEY,
  type TestSandbox,
} from "../../../tests/support/stripe-sandbox";
import type { Payments } from "./payments";
import { createPayments } from "./stripe-payments";

const SCALE = {
  id: "scale",
  name: "Scale",
  priceMinor: 9900,
  currency: "usd",
  interval: "month",
  apiCallLimit: 1_000_000,
  overagePriceMinor: 20,
} as const;
const PRO = { ...SCALE, id: "pro", name: "Pro", priceMinor: 2400, overagePriceMinor: null };

let sandbox: TestSandbox;
let payments: Payments;
beforeAll(async () => {
  sandbox = await runSandbox();
  payments = createPayments({
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: "whsec_usage",
    apiBase: `http://127.0.0.1:${sandbox.port}`,
  });
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

let orders = 0;
let customer = "";
let subscriptionId = "";
beforeEach(async () => {
  const buyer = await makeBuyer(sandbox.stripe);
  customer = buyer.customer;
  orders += 1;
  const started = await payments.startSubscription({
    intentId: `usage_${orders}`,
    accountId: `account_${orders}`,
    planId: "scale",
    customerId: customer,
    cardId: buyer.card,
    ...(await syncPrices(SCALE)),
    ...{ seats: 1, trialDays: 0, promotionId: null },
  });
  subscriptionId = started.id;
});

const syncPrices = async (plan: typeof PRO | typeof SCALE) => ({
  priceId: await payments.syncPlan(plan),
  usagePriceId: await payments.syncUsagePrice(plan),
});

const use = async (calls: number) => {
  const { now } = await getState(sandbox);
  const batch = { id: `batch_${orders}_${calls}`, customerId: customer, calls };
  await payments.reportApiCalls({ ...batch, at: new Date(now * 1000) });
};

async function listLines() {
  const { data } = await sandbox.stripe.invoices.list({ customer });
  return data.map(({ lines }) => lines.data.map(({ description, amount }) => `${description} = ${amount}`));
}

test("the price is created once, and a plan without one has none", async () => {
  expect(await payments.syncUsagePrice(SCALE)).toBe(await payments.syncUsagePrice(SCALE));
  expect(await payments.syncUsagePrice(PRO)).toBeNull();
  const dearer = await payments.syncUsagePrice({ ...SCALE, overagePriceMinor: 30 });
  expect(dearer).not.toBe(await payments.syncUsagePrice(SCALE));
});

test("the first invoice charges the plan alone, and included calls cost nothing", async () => {
  expect(await listLines()).toEqual([["1 × Scale = 9900"]]);
  await use(1_000_000);
  await advance(sandbox, "month");
  expect(await listLines()).toEqual([
    ["1000000 × Scale: API calls = 0", "1 × Scale = 9900"],
    ["1 × Scale = 9900"],
  ]);
});

test("calls beyond the included ones are a line of the next invoice, of its preview and of its PDF", async () => {
  await use(1_000_000);
  await use(2_500);
  const query = {
    ...{ customerId: customer, subscriptionId, currency: "usd" },
    ...{ planId: null, priceId: null, usagePriceId: null },
  };
  const preview = await payments.previewInvoice({ ...query, seats: 1, trialDays: 0, promotionId: null });
  expect(preview).toMatchObject({ total: 9950 });
  await advance(sandbox, "month");
  const [first] = await listLines();
  expect(first).toEqual(["1002500 × Scale: API calls = 50", "1 × Scale = 9900"]);
  const { data: drafts } = await sandbox.stripe.invoices.list({ customer });
  // Calls that are reported within the hour still count.
  const charged = drafts[0]?.automatically_finalizes_at ?? 0;
  expect(drafts[0]).toMatchObject({ status: "draft", amount_paid: 0 });
  await advance(sandbox, charged);
  const { data } = await sandbox.stripe.invoices.list({ customer });
  expect(data[0]).toMatchObject({ status: "paid", amount_paid: 9950 });
  const file = await fetch(data[0]?.invoice_pdf ?? "");
  expect(readText(Buffer.from(await file.arrayBuffer()))).toContain("1002500 × Scale: API calls");
  await advance(sandbox, "month");
  expect((await listLines())[0]).toEqual(["1 × Scale = 9900"]);
});

test("changing to a plan without it bills the calls so far, and ends the metered item", async () => {
  await use(1_010_000);
  const changed = await changeTo(PRO);
  expect(changed).toMatchObject({ planId: "pro", usagePriceId: null, start: { kind: "started" } });
  const { items } = await sandbox.stripe.subscriptions.retrieve(subscriptionId);
  expect(items.data).toHaveLength(1);
  expect((await listLines())[0]).toContain("1010000 × Scale: API calls = 200");
});

test("a change to the plan adds the metered item, and a repeated one does not", async () => {
  await changeTo(PRO);
  expect(await changeTo(SCALE)).toMatchObject({ planId: "scale", usagePlanId: "scale" });
  const { usagePriceId } = await syncPrices(SCALE);
  await payments.replaceUsagePrice({ intentId: `again_${orders}`, subscriptionId, usagePriceId });
  const { items } = await sandbox.stripe.subscriptions.retrieve(subscriptionId);
  expect(items.data.map(({ price }) => price.recurring?.usage_type)).toEqual(["licensed", "metered"]);
});

/** Changes the plan, and then what it bills of usage, as the product does. */
async function changeTo(plan: typeof PRO | typeof SCALE) {
  const { priceId, usagePriceId } = await syncPrices(plan);
  const intentId = `change_${orders}_${plan.id}`;
  const order = { intentId, subscriptionId, planId: plan.id, interval: plan.interval };
  await payments.changeSubscription({ ...order, priceId, seats: 1, promotionId: null });
  return payments.replaceUsagePrice({ intentId, subscriptionId, usagePriceId });
}

test("a subscription that ends with its period is billed for what was used in it", async () => {
  await use(1_001_000);
  await payments.setCancelAtPeriodEnd({ subscriptionId, isCanceling: true });
  await advance(sandbox, "month");
  expect((await sandbox.stripe.subscriptions.retrieve(subscriptionId)).status).toBe("canceled");
  expect((await listLines())[0]).toEqual(["1001000 × Scale: API calls = 20"]);
});

test("a subscription that is canceled at once is billed for what was used, when that is asked for", async () => {
  await use(1_001_000);
  await payments.cancelSubscription(subscriptionId, { billsApiCalls: true });
  expect((await sandbox.stripe.subscriptions.retrieve(subscriptionId)).status).toBe("canceled");
  expect((await listLines())[0]).toEqual(["1001000 × Scale: API calls = 20"]);
  const { data } = await sandbox.stripe.invoices.list({ customer });
  expect(data[0]).toMatchObject({ status: "paid", amount_paid: 20 });
});

test("a subscription that is canceled at once has no further invoice when its usage is not to be billed", async () => {
  await use(1_001_000);
  await payments.cancelSubscription(subscriptionId);
  expect(await listLines()).toHaveLength(1);
});
