/**
 * What a subscription goes through, by the product's own gateway. The same steps are taken at the payment sandbox and, with
 * a key of test mode in STRIPE_TEST_KEY, at Stripe itself: run it so before going live, and after an update of the SDK. It
 * removes its customers and test clocks; the prices of its two plans stay, and so does the meter, which is the product's.
 */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { days, hours, minutes } from "~/domain/limits";
import {
  EVENTUALLY,
  openSandbox,
  openStripe,
  type SmokeCustomer,
  type SmokeProvider,
} from "../support/smoke-providers";
import {
  awaitNewestInvoice,
  changePlan,
  listBilledCalls,
  passTime,
  prepareOrder,
  PRO,
  readBilling,
  renew,
  requestUnpaidChange,
  SCALE,
  subscribe,
  toPayer,
  useApiCalls,
} from "../support/smoke-steps";

/** A test at Stripe takes dozens of calls over the internet, and waits for its clock. */
vi.setConfig({ testTimeout: minutes(10), hookTimeout: minutes(2) });

const KEY = process.env.STRIPE_TEST_KEY ?? "";

/** What remains of a period is less by the seconds between two calls: the sandbox's clock goes on. */
const TOLERANCE_MINOR = 5;

const PROVIDERS: [string, () => Promise<SmokeProvider> | SmokeProvider][] = [["the sandbox", openSandbox]];
if (KEY !== "") PROVIDERS.push(["Stripe itself", () => openStripe(KEY)]);
else test("Stripe itself answers as the sandbox does", ({ skip }) => skip("STRIPE_TEST_KEY is not set"));

describe.each(PROVIDERS)("at %s", (_name, open) => {
  let provider: SmokeProvider;
  let customer: SmokeCustomer;
  beforeAll(async () => {
    provider = await open();
  });
  afterAll(() => provider.close());
  beforeEach(async () => {
    customer = await provider.openCustomer();
  });
  afterEach(() => customer.remove());

  test("a card starts a subscription once, which changes, is canceled, and leaves its invoices", async () => {
    const { payments, stripe, customerId, accountId } = customer;
    expect(await payments.ensureCustomer({ accountId, customerId })).toBe(customerId);
    const another = await payments.ensureCustomer({ accountId: randomUUID(), customerId: null });
    expect((await stripe.customers.del(another)).deleted).toBe(true);
    const priceId = await payments.syncPlan(PRO);
    expect(await payments.publishPlan(PRO)).toEqual({ priceId, change: "unchanged" });
    const card = await payments.setCard({ ...toPayer(customer), token: "tok_visa" });
    expect(await payments.findCard(customerId)).toEqual(card);

    const order = { ...(await prepareOrder(customer, PRO)), cardId: card.id };
    const started = await payments.startSubscription(order);
    expect(started).toMatchObject({ status: "active", planId: PRO.id, start: { kind: "started" } });
    expect((await payments.startSubscription(order)).id).toBe(started.id);
    const changed = await changePlan(customer, SCALE, started.id);
    expect(changed).toMatchObject({ id: started.id, planId: SCALE.id, status: "active" });

    const ending = await payments.setCancelAtPeriodEnd({ subscriptionId: started.id, isCanceling: true });
    expect(ending.cancelAtPeriodEnd).toBe(true);
    await payments.cancelSubscription(started.id);
    const billing = await readBilling(customer, started.id);
    expect(billing).toMatchObject({ subscription: { status: "canceled" }, card: { last4: "4242" } });
    expect(billing.invoices.map(({ status, totalMinor }) => [status, totalMinor > 0])).toEqual([
      ["paid", true],
      ["paid", true],
    ]);
  });

  test("Scale to Pro bills the calls so far, and back to Scale bills each later call once", async () => {
    const { id } = await subscribe(customer, SCALE);
    await useApiCalls(customer, 1500);
    await passTime(customer, days(1));
    const left = await changePlan(customer, PRO, id);
    expect(left).toMatchObject({ planId: PRO.id, usagePriceId: null, status: "active" });
    await expect.poll(() => listBilledCalls(customer), EVENTUALLY).toEqual([1500]);
    expect((await readBilling(customer, id)).balance?.amountMinor).toBeLessThan(0);

    await passTime(customer, days(1));
    const back = await changePlan(customer, SCALE, id);
    expect(back).toMatchObject({ planId: SCALE.id, usagePlanId: SCALE.id, status: "active" });
    await useApiCalls(customer, 1200);
    await renew(customer, id);
    await expect.poll(() => listBilledCalls(customer), EVENTUALLY).toEqual([1200, 1500]);
  });

  test("a change that asks for 3-D Secure waits with the old plan, and is withdrawn, or paid by another card", async () => {
    const { payments, stripe } = customer;
    const { id, cardId: firstCardId } = await subscribe(customer, PRO);
    const { id: cardId } = await payments.createCard("tok_threeDSecure2Required");
    await payments.selectCard({ ...toPayer(customer), subscriptionId: id, cardId });

    const secret = await requestUnpaidChange(customer, id);
    // Only a browser can answer the bank: Stripe keeps its pages from scripts (docs.stripe.com/automated-testing).
    const payment = await stripe.paymentIntents.retrieve(secret.split("_secret_")[0] ?? "");
    expect(payment).toMatchObject({ status: "requires_action", customer: customer.customerId });
    expect(await payments.findSubscription(id)).toMatchObject({ planId: PRO.id, status: "active" });
    const findStart = async () =>
      (await payments.findChange({ subscriptionId: id, planId: SCALE.id }))?.start.kind;
    expect(await findStart()).toBe("needs_action");
    await payments.withdrawChange(id);
    await expect.poll(findStart, EVENTUALLY).toBe("ended");
    expect((await stripe.subscriptions.retrieve(id)).pending_update).toBeNull();

    await requestUnpaidChange(customer, id);
    const open = await payments.findOpenPayment(id);
    expect(open).toMatchObject({ kind: "needs_action" });
    const paid = { intentId: randomUUID(), invoiceId: open?.invoiceId ?? "", cardId: firstCardId ?? "" };
    expect(await payments.payInvoice(paid)).toMatchObject({ kind: "paid" });
    await expect.poll(findStart, EVENTUALLY).toBe("started");
    expect(await payments.findSubscription(id)).toMatchObject({ planId: SCALE.id, status: "active" });
  });

  test("a renewal charges the next period, and the calls of the last one beyond the included ones", async () => {
    const started = await subscribe(customer, SCALE);
    await useApiCalls(customer, 1500);
    await renew(customer, started.id);
    const totalMinor = SCALE.priceMinor + 500;
    await awaitNewestInvoice(customer, started.id, { status: "paid", totalMinor });
    expect(await listBilledCalls(customer)).toEqual([1500]);
    const renewed = await customer.payments.findSubscription(started.id);
    expect(renewed).toMatchObject({ status: "active", currentPeriodStart: started.currentPeriodEnd });
  });

  test("a renewal whose card fails is owed, and another card pays it", async () => {
    const { payments, customerId, accountId } = customer;
    const { id } = await subscribe(customer, PRO);
    const { id: failing } = await payments.createCard("tok_chargeCustomerFail");
    await payments.selectCard({ ...toPayer(customer), subscriptionId: id, cardId: failing });
    await renew(customer, id);
    const findStatus = async () => (await payments.findSubscription(id))?.status;
    await expect.poll(findStatus, EVENTUALLY).toBe("requires_payment_method");
    await awaitNewestInvoice(customer, id, { status: "open", needsAction: false });
    const open = await payments.findOpenPayment(id);
    expect(open).toMatchObject({ kind: "refused" });

    const intentId = randomUUID();
    const saved = await payments.saveCard({ intentId, accountId, customerId, token: "tok_mastercard" });
    const cardId = saved.kind === "saved" ? saved.cardId : "";
    const replaced = await payments.replaceCard({ customerId, subscriptionId: id, cardId });
    expect(replaced).toMatchObject({ brand: "mastercard" });
    const payment = { intentId, invoiceId: open?.invoiceId ?? "", cardId };
    expect(await payments.payInvoice(payment)).toMatchObject({ kind: "paid" });
    await expect.poll(findStatus, EVENTUALLY).toBe("active");
  });

  test("a new seat is charged at once, one that goes is credited, and the renewal charges those in use", async () => {
    const { payments } = customer;
    const { id, itemId } = await subscribe(customer, PRO, { seats: 2 });
    const setSeats = (seats: number) =>
      payments.updateSeats({ intentId: randomUUID(), subscriptionId: id, itemId: itemId ?? "", seats });
    const more = await setSeats(3);
    expect(more.seats).toBe(3);
    expect(Math.abs((more.latestPaidMinor ?? 0) - PRO.priceMinor)).toBeLessThanOrEqual(TOLERANCE_MINOR);
    expect((await setSeats(2)).seats).toBe(2);
    const { balance } = await readBilling(customer, id);
    expect(Math.abs((balance?.amountMinor ?? 0) + PRO.priceMinor)).toBeLessThanOrEqual(TOLERANCE_MINOR);

    await renew(customer, id);
    await awaitNewestInvoice(customer, id, { status: "paid", totalMinor: 2 * PRO.priceMinor });
    const [renewal] = (await readBilling(customer, id)).invoices;
    expect(Math.abs((renewal?.amountDueMinor ?? 0) - PRO.priceMinor)).toBeLessThanOrEqual(TOLERANCE_MINOR);
  });

  test("a subscription that is closed at once bills the calls so far on a last invoice", async () => {
    const { id } = await subscribe(customer, SCALE);
    await useApiCalls(customer, 1500);
    await customer.payments.cancelSubscription(id, { billsApiCalls: true });
    expect(await customer.payments.findSubscription(id)).toMatchObject({ status: "canceled" });
    await passTime(customer, hours(2));
    await awaitNewestInvoice(customer, id, { status: "paid", totalMinor: 500 });
    expect(await listBilledCalls(customer)).toEqual([1500]);
  });
});
