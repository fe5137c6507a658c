// The effects of time on what is not paid: retries, authentication, recovery, and expiry.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getId } from "../objects";
import {
  advance,
  control,
  DAY,
  getState,
  giveCard,
  listEventTypes,
  makeSubscriber,
  read,
} from "../../tests/support/sandbox-clock";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";

const NOON = Date.UTC(2026, 0, 31, 12);
const HOUR = 3600;

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await runSandbox({ now: () => NOON });
});
afterEach(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

async function authenticate(secret: string, outcome: "complete" | "fail" = "complete") {
  const [id = ""] = secret.split("_secret_");
  return sandbox.browser("POST", `payment_intents/${id}/authenticate`, { client_secret: secret, outcome });
}

/** A subscriber whose card stops working before the renewal. */
async function makeFailing(token = "tok_4000000000000341") {
  const subscriber = await makeSubscriber(sandbox);
  await giveCard(sandbox, subscriber.customer, token);
  return subscriber;
}

describe("a renewal whose card is declined", () => {
  test("a declined renewal leaves the invoice open, makes the subscription past due, and says when it is charged again", async () => {
    const { subscription, periodEnd } = await makeFailing();
    await advance(sandbox, periodEnd);
    const { subscription: failed, invoice } = await read(sandbox, subscription);
    expect(failed.status).toBe("past_due");
    expect(invoice).toMatchObject({
      status: "open",
      attempt_count: 1,
      next_payment_attempt: periodEnd + 3 * DAY,
    });
    expect(await listEventTypes(sandbox, periodEnd)).toEqual([
      "invoice.created",
      "invoice.finalized",
      "customer.subscription.updated",
      "payment_intent.created",
      "payment_intent.payment_failed",
      "invoice.payment_failed",
      "customer.subscription.updated",
    ]);
    const { data } = await sandbox.stripe.events.list({ type: "invoice.payment_failed" });
    expect(data[0]?.data.object).toMatchObject({ next_payment_attempt: periodEnd + 3 * DAY });
  });

  test("a declined renewal is over when its invoice is paid, also after a later invoice was voided", async () => {
    const { subscription, customer, periodEnd } = await makeFailing();
    await advance(sandbox, periodEnd);
    const { invoice: open } = await read(sandbox, subscription);
    const { stripe } = sandbox;
    const running = await stripe.subscriptions.retrieve(subscription);
    const changed = await stripe.subscriptions.update(subscription, {
      items: [{ id: running.items.data[0]?.id ?? "", quantity: 2 }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
    });
    await stripe.invoices.voidInvoice(getId(changed.latest_invoice) ?? "");
    const card = await giveCard(sandbox, customer, "tok_visa");
    await stripe.invoices.pay(open.id, { payment_method: card });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("active");
  });

  test("a declined renewal is charged again after 3, 5 and 7 days; then the subscription is unpaid and the invoice stays open", async () => {
    const { subscription, periodEnd } = await makeFailing();
    const seen: unknown[] = [];
    for (const days of [0, 3, 8, 15]) {
      await advance(sandbox, periodEnd + days * DAY);
      const { subscription: now, invoice } = await read(sandbox, subscription);
      seen.push([now.status, invoice.attempt_count, invoice.next_payment_attempt]);
    }
    expect(seen).toEqual([
      ["past_due", 1, periodEnd + 3 * DAY],
      ["past_due", 2, periodEnd + 8 * DAY],
      ["past_due", 3, periodEnd + 15 * DAY],
      ["unpaid", 4, null],
    ]);
    expect((await read(sandbox, subscription)).invoice.status).toBe("open");
  });

  test("a subscription is active again when a retry succeeds", async () => {
    const { customer, subscription, periodEnd } = await makeFailing();
    await advance(sandbox, periodEnd);
    await giveCard(sandbox, customer, "tok_visa");
    await advance(sandbox, periodEnd + 3 * DAY);
    const { subscription: paid, invoice } = await read(sandbox, subscription);
    expect(paid.status).toBe("active");
    expect(invoice).toMatchObject({ status: "paid", attempt_count: 2, next_payment_attempt: null });
  });

  test.each([
    ["past due", 1],
    ["unpaid", 16],
  ])("a %s subscription is active again when a new card pays the invoice", async (_, days) => {
    const { customer, subscription, periodEnd } = await makeFailing();
    await advance(sandbox, periodEnd + days * DAY);
    const { invoice } = await read(sandbox, subscription);
    await giveCard(sandbox, customer, "tok_mastercard");
    expect((await sandbox.stripe.invoices.pay(invoice.id)).status).toBe("paid");
    expect((await read(sandbox, subscription)).subscription.status).toBe("active");
    await advance(sandbox, periodEnd + 31 * DAY);
    const { invoice: next } = await read(sandbox, subscription);
    expect(next.id).not.toBe(invoice.id);
    expect(next).toMatchObject({ status: "paid", attempt_count: 1 });
  });

  test("a declined renewal keeps its schedule when a manual payment fails as well", async () => {
    const { subscription, periodEnd } = await makeFailing();
    await advance(sandbox, periodEnd + DAY);
    const { invoice } = await read(sandbox, subscription);
    await getStripeError(sandbox.stripe.invoices.pay(invoice.id));
    expect((await read(sandbox, subscription)).invoice).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: periodEnd + 3 * DAY,
    });
  });

  test("a declined renewal is no longer charged once the subscription is cancelled", async () => {
    const { customer, subscription, periodEnd } = await makeFailing();
    await advance(sandbox, periodEnd);
    await sandbox.stripe.subscriptions.cancel(subscription);
    await giveCard(sandbox, customer, "tok_visa");
    await advance(sandbox, periodEnd + 30 * DAY);
    const { subscription: ended, invoice } = await read(sandbox, subscription);
    expect(ended.status).toBe("canceled");
    expect(invoice).toMatchObject({ status: "open", auto_advance: false, next_payment_attempt: null });
  });

  test("an unpaid subscription stays unpaid at the next renewal, whose invoice waits without being charged", async () => {
    const { customer, subscription, periodEnd } = await makeFailing();
    await advance(sandbox, periodEnd + 16 * DAY);
    await giveCard(sandbox, customer, "tok_visa");
    await advance(sandbox, periodEnd + 40 * DAY);
    const { subscription: unpaid, invoice } = await read(sandbox, subscription);
    expect(unpaid.status).toBe("unpaid");
    expect(invoice).toMatchObject({ status: "open", auto_advance: false, attempted: false });
    await sandbox.stripe.invoices.pay(invoice.id);
    expect((await read(sandbox, subscription)).subscription.status).toBe("active");
  });
});

describe("a renewal whose card asks for authentication", () => {
  test("a renewal whose card asks for authentication is active after the card holder has authenticated", async () => {
    const { subscription, periodEnd } = await makeFailing("tok_4000000000003220");
    await advance(sandbox, periodEnd);
    const { subscription: asking, invoice, secret } = await read(sandbox, subscription);
    expect([asking.status, invoice.status]).toEqual(["past_due", "open"]);
    const types = await listEventTypes(sandbox, periodEnd);
    expect(types.slice(4)).toEqual([
      "payment_intent.requires_action",
      "invoice.payment_action_required",
      "invoice.payment_failed",
      "customer.subscription.updated",
    ]);
    expect((await authenticate(secret)).body.status).toBe("succeeded");
    const { subscription: paid, invoice: settled } = await read(sandbox, subscription);
    expect([paid.status, settled.status, settled.next_payment_attempt]).toEqual(["active", "paid", null]);
  });

  test("a renewal does not ask again when the card was authenticated for later payments", async () => {
    const { customer, card, price } = await makeBuyer(sandbox.stripe, { token: "tok_4000002500003155" });
    const made = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
    });
    await authenticate((await read(sandbox, made.id)).secret);
    await advance(sandbox, "month");
    expect((await read(sandbox, made.id)).invoice).toMatchObject({
      status: "paid",
      billing_reason: "subscription_cycle",
    });
  });
});

describe("the next payment that a tester has set", () => {
  test.each([
    ["fails", "past_due", "requires_payment_method"],
    ["asks", "past_due", "requires_action"],
  ] as const)("%s once, with a good card", async (outcome, status, intentStatus) => {
    const { customer, subscription, periodEnd } = await makeSubscriber(sandbox);
    const other = await makeSubscriber(sandbox);
    await control(sandbox, "next-payment", { customer, outcome });
    await advance(sandbox, periodEnd);
    const { subscription: after, secret } = await read(sandbox, subscription);
    const intent = await sandbox.stripe.paymentIntents.retrieve(secret.split("_secret_")[0] ?? "");
    expect([after.status, intent.status]).toEqual([status, intentStatus]);
    expect((await read(sandbox, other.subscription)).subscription.status).toBe("active");
    expect((await getState(sandbox)).failNext).toEqual([]);
    await advance(sandbox, periodEnd + 3 * DAY);
    expect((await read(sandbox, subscription)).subscription.status).toBe("active");
  });

  test("a next payment set to succeed succeeds once, with a declined card", async () => {
    const { subscription, periodEnd } = await makeFailing();
    await control(sandbox, "next-payment", { outcome: "succeeds" });
    await advance(sandbox, periodEnd);
    expect((await read(sandbox, subscription)).subscription.status).toBe("active");
    await advance(sandbox, periodEnd + 31 * DAY);
    expect((await read(sandbox, subscription)).subscription.status).toBe("past_due");
  });
});

describe("after 23 hours", () => {
  test("a subscription whose first payment was not made expires, and its invoice is void", async () => {
    const { subscription } = await makeSubscriber(sandbox, { token: "tok_4000000000003220" });
    const { secret } = await read(sandbox, subscription);
    await advance(sandbox, NOON / 1000 + 23 * HOUR - 1);
    expect((await read(sandbox, subscription)).subscription.status).toBe("incomplete");
    await advance(sandbox, NOON / 1000 + 23 * HOUR);
    const { subscription: expired, invoice } = await read(sandbox, subscription);
    expect([expired.status, invoice.status]).toEqual(["incomplete_expired", "void"]);
    expect((await authenticate(secret)).status).toBe(400);
    await advance(sandbox, "month");
    expect((await read(sandbox, subscription)).subscription.latest_invoice).toMatchObject({ id: invoice.id });
  });

  test("a change that was not paid is given up, and the old plan stays", async () => {
    const { customer, subscription, periodEnd } = await makeSubscriber(sandbox);
    await giveCard(sandbox, customer, "tok_4000000000003220");
    const { data } = (await read(sandbox, subscription)).subscription.items;
    const start = NOON / 1000 + DAY;
    await advance(sandbox, start);
    const waiting = await sandbox.stripe.subscriptions.update(subscription, {
      items: [{ id: data[0]?.id ?? "", quantity: 5 }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
    });
    expect(waiting.pending_update?.expires_at).toBe(start + 23 * HOUR);
    await advance(sandbox, start + 23 * HOUR);
    const { subscription: kept, invoice } = await read(sandbox, subscription);
    expect(kept).toMatchObject({
      status: "active",
      pending_update: null,
      items: { data: [{ quantity: 1 }] },
    });
    expect(invoice).toMatchObject({ id: getId(waiting.latest_invoice), status: "void" });
    expect(await listEventTypes(sandbox, start + 23 * HOUR)).toEqual([
      "payment_intent.canceled",
      "invoice.voided",
      "customer.subscription.updated",
      "customer.subscription.pending_update_expired",
    ]);
    await giveCard(sandbox, customer, "tok_visa");
    await advance(sandbox, periodEnd);
    expect((await read(sandbox, subscription)).invoice.total).toBe(3000);
  });
});

test("a change of plan that is applied although its payment fails is charged again later", async () => {
  const { customer, subscription } = await makeFailing();
  const { data } = (await read(sandbox, subscription)).subscription.items;
  await sandbox.stripe.subscriptions.update(subscription, {
    items: [{ id: data[0]?.id ?? "", quantity: 2 }],
    proration_behavior: "always_invoice",
  });
  const { subscription: owing, invoice } = await read(sandbox, subscription);
  expect(owing.status).toBe("past_due");
  expect(invoice.next_payment_attempt).toBe(NOON / 1000 + 3 * DAY);
  await giveCard(sandbox, customer, "tok_visa");
  await advance(sandbox, NOON / 1000 + 3 * DAY);
  expect((await read(sandbox, subscription)).subscription.status).toBe("active");
});
