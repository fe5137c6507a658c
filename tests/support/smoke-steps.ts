/** The steps of the smoke test: each is taken by the product's own gateway, in the order in which the product takes it. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { days, hours, minutes } from "~/domain/limits";
import type { UsagePlan } from "~/gateways/payments/payment-types";
import type { ProviderBilling, ProviderSubscription } from "~/gateways/payments/payments";
import { EVENTUALLY, type SmokeCustomer } from "./smoke-providers";

export const PRO: UsagePlan = {
  id: "smoke-pro",
  name: "Smoke test, Pro",
  priceMinor: 2400,
  currency: "usd",
  interval: "month",
  apiCallLimit: 1000,
  overagePriceMinor: null,
};

/** Each call beyond the included ones costs a cent. */
export const SCALE: UsagePlan = {
  ...PRO,
  id: "smoke-scale",
  name: "Smoke test, Scale",
  priceMinor: 9900,
  overagePriceMinor: 1000,
};

/** The customer as a card's holder. */
export function toPayer({ customerId }: SmokeCustomer) {
  return { customerId, name: "Smoke Test", email: "smoke@example.com" };
}

/** An order of the plan, with a new intent. */
export async function prepareOrder(
  { payments, customerId, accountId }: SmokeCustomer,
  plan: UsagePlan,
  { seats = 1 } = {},
) {
  const [priceId, usagePriceId] = [await payments.syncPlan(plan), await payments.syncUsagePrice(plan)];
  const { id: planId, interval } = plan;
  const common = { customerId, accountId, trialDays: 0, promotionId: null };
  return { ...common, intentId: randomUUID(), planId, interval, priceId, usagePriceId, seats };
}

/** Pays for the plan with a new card. */
export async function subscribe(
  customer: SmokeCustomer,
  plan: UsagePlan,
  options?: { seats: number },
): Promise<ProviderSubscription> {
  const { payments } = customer;
  const { id: cardId } = await payments.setCard({ ...toPayer(customer), token: "tok_visa" });
  return payments.startSubscription({ ...(await prepareOrder(customer, plan, options)), cardId });
}

/** The price of API calls follows once the change is paid, which it is at once. */
export async function changePlan(
  customer: SmokeCustomer,
  plan: UsagePlan,
  subscriptionId: string,
): Promise<ProviderSubscription> {
  const { payments } = customer;
  const order = await prepareOrder(customer, plan);
  const { start } = await payments.changeSubscription({ ...order, subscriptionId });
  expect(start.kind).toBe("started");
  return payments.replaceUsagePrice({ ...order, subscriptionId });
}

/** Changes to Scale with a card that needs authentication. Returns the secret for the bank's dialog. */
export async function requestUnpaidChange(customer: SmokeCustomer, subscriptionId: string): Promise<string> {
  const order = await prepareOrder(customer, SCALE);
  const { start } = await customer.payments.changeSubscription({ ...order, subscriptionId });
  if (start.kind !== "needs_action") throw new Error(`the change is ${start.kind}`);
  return start.clientSecret;
}

/** Resolves when the meter has added the calls. */
export async function useApiCalls(customer: SmokeCustomer, calls: number): Promise<void> {
  const { payments, customerId } = customer;
  const at = await customer.now();
  const minute = at.getTime() - (at.getTime() % minutes(1));
  const range = { from: new Date(minute - days(31)), to: new Date(minute + minutes(1)) };
  const sum = () => payments.sumApiCalls({ customerId, ...range });
  const before = (await sum()) ?? 0;
  await payments.reportApiCalls({ id: randomUUID(), customerId, calls, at });
  await expect.poll(sum, EVENTUALLY).toBe(before + calls);
}

/** Moves the customer's clock on, by milliseconds. */
export async function passTime(customer: SmokeCustomer, ms: number): Promise<void> {
  await customer.advanceTo(new Date((await customer.now()).getTime() + ms));
}

/** Goes to the end of the period, and on until its invoice is final and charged, which is an hour later. */
export async function renew({ payments, advanceTo }: SmokeCustomer, subscriptionId: string): Promise<void> {
  const { currentPeriodEnd: end } = (await payments.findSubscription(subscriptionId)) ?? {};
  if (!end) throw new Error("the subscription has no period");
  await advanceTo(new Date(end.getTime() + hours(2)));
}

/** The customer's billing, as the product reads it after each event. */
export async function readBilling(
  { payments, customerId }: SmokeCustomer,
  subscriptionId: string,
): Promise<ProviderBilling> {
  const query = { customerId, subscriptionId, intentId: null, withRefunds: false };
  const billing = await payments.readBilling(query);
  if (!billing) throw new Error("the provider does not have the customer");
  return billing;
}

/** Resolves when the newest invoice is like this one. */
export async function awaitNewestInvoice(
  customer: SmokeCustomer,
  subscriptionId: string,
  invoice: Partial<ProviderBilling["invoices"][number]>,
): Promise<void> {
  const read = async () => (await readBilling(customer, subscriptionId)).invoices[0];
  await expect.poll(read, EVENTUALLY).toMatchObject(invoice);
}

/** The numbers of API calls on final invoices, newest first. */
export async function listBilledCalls({ payments, customerId }: SmokeCustomer): Promise<number[]> {
  const billed = await payments.listBilledApiCalls(customerId);
  return billed.flatMap(({ isFinal, calls }) => (isFinal && calls > 0 ? [calls] : []));
}
