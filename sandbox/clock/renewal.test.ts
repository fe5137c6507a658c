// The effects of time on a subscription that is paid: renewals, trials, and the end that was requested.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  advance,
  control,
  DAY,
  listEventTypes,
  makeSubscriber,
  read,
} from "../../tests/support/sandbox-clock";
import { runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";

const NOON = Date.UTC(2026, 0, 31, 12);

let sandbox: TestSandbox;
let now = NOON;
beforeEach(async () => {
  now = NOON;
  sandbox = await runSandbox({ now: () => now });
});
afterEach(async () => {
  vi.useRealTimers();
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

describe("a renewal", () => {
  test("a renewal begins a new period, charges the default card, and sends its events in order", async () => {
    const { subscription, periodEnd } = await makeSubscriber(sandbox);
    await advance(sandbox, periodEnd);
    const { subscription: renewed, invoice } = await read(sandbox, subscription);
    expect(renewed.status).toBe("active");
    expect(new Date((renewed.items.data[0]?.current_period_end ?? 0) * 1000).toISOString()).toBe(
      "2026-03-31T12:00:00.000Z",
    );
    expect(invoice).toMatchObject({
      status: "paid",
      billing_reason: "subscription_cycle",
      total: 3000,
      created: periodEnd,
      next_payment_attempt: null,
      attempt_count: 1,
    });
    expect(await listEventTypes(sandbox, periodEnd)).toEqual([
      "invoice.created",
      "invoice.finalized",
      "customer.subscription.updated",
      "payment_intent.created",
      "payment_intent.succeeded",
      "invoice_payment.paid",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
  });

  test("a renewal happens once for each month of a long jump", async () => {
    const { customer, subscription } = await makeSubscriber(sandbox);
    await advance(sandbox, Date.UTC(2026, 11, 31, 13) / 1000);
    const { data } = await sandbox.stripe.invoices.list({ customer, limit: 100 });
    expect(data).toHaveLength(12);
    expect(data.map(({ created }) => new Date(created * 1000).getUTCMonth())).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
    ]);
    expect((await read(sandbox, subscription)).subscription.status).toBe("active");
  });

  test("a renewal charges the prorations that wait for it", async () => {
    const { subscription, periodEnd } = await makeSubscriber(sandbox);
    await advance(sandbox, periodEnd - 14 * DAY); // half of the 28 days
    const { data } = (await read(sandbox, subscription)).subscription.items;
    await sandbox.stripe.subscriptions.update(subscription, {
      items: [{ id: data[0]?.id ?? "", quantity: 2 }],
    });
    await advance(sandbox, periodEnd);
    const { invoice } = await read(sandbox, subscription);
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-1500, 3000, 6000]);
    await advance(sandbox, periodEnd + 31 * DAY);
    expect((await read(sandbox, subscription)).invoice.total).toBe(6000);
  });

  test("a renewal that a credit pays in full charges nothing", async () => {
    const { customer, subscription, periodEnd } = await makeSubscriber(sandbox);
    await sandbox.stripe.customers.update(customer, { balance: -5000 });
    await advance(sandbox, periodEnd);
    expect((await read(sandbox, subscription)).invoice).toMatchObject({
      status: "paid",
      amount_due: 0,
      total: 3000,
    });
    expect(await sandbox.stripe.customers.retrieve(customer)).toMatchObject({ balance: -2000 });
    expect(await listEventTypes(sandbox, periodEnd)).not.toContain("payment_intent.created");
  });

  test("a renewal also happens when real time passes, at its own time", async () => {
    const { subscription, periodEnd } = await makeSubscriber(sandbox);
    now += 40 * DAY * 1000;
    expect((await read(sandbox, subscription)).invoice).toMatchObject({ status: "paid", created: periodEnd });
  });

  test("a renewal also happens without any request, and is on disk then", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const ticking = await runSandbox({ now: () => now });
    const { subscription } = await makeSubscriber(ticking);
    now += 40 * DAY * 1000;
    vi.advanceTimersByTime(3000);
    vi.useRealTimers();
    const { readFile } = await import("node:fs/promises");
    await vi.waitFor(async () =>
      expect(await readFile(ticking.file, "utf8")).toContain("subscription_cycle"),
    );
    expect((await read(ticking, subscription)).invoice.billing_reason).toBe("subscription_cycle");
    await ticking.close();
  });

  test("a renewal that was due while the sandbox was stopped happens after its start", async () => {
    const { subscription, periodEnd } = await makeSubscriber(sandbox);
    now += 40 * DAY * 1000;
    sandbox = await sandbox.restart();
    expect((await read(sandbox, subscription)).invoice).toMatchObject({ status: "paid", created: periodEnd });
  });
});

describe("a trial", () => {
  const trial = { trial_period_days: 14 };

  test("a trial is announced three days before its end, once", async () => {
    await makeSubscriber(sandbox, trial);
    const start = NOON / 1000;
    await advance(sandbox, start + 11 * DAY - 1);
    expect(await listEventTypes(sandbox, start + DAY)).toEqual([]);
    await advance(sandbox, start + 13 * DAY);
    expect(await listEventTypes(sandbox, start + DAY)).toEqual(["customer.subscription.trial_will_end"]);
  });

  test("a trial of less than three days is announced at once", async () => {
    await makeSubscriber(sandbox, { trial_period_days: 2 });
    await advance(sandbox, NOON / 1000 + 1);
    expect(await listEventTypes(sandbox, 0)).toContain("customer.subscription.trial_will_end");
  });

  test("a trial ends with a paid invoice, and the period begins at its end", async () => {
    const { subscription } = await makeSubscriber(sandbox, trial);
    await advance(sandbox, "trial_end");
    const { subscription: started, invoice } = await read(sandbox, subscription);
    const end = NOON / 1000 + 14 * DAY;
    expect(started).toMatchObject({ status: "active", trial_end: end, billing_cycle_anchor: end });
    expect(started.items.data[0]).toMatchObject({
      current_period_start: end,
      current_period_end: Date.UTC(2026, 2, 14, 12) / 1000,
    });
    expect(invoice).toMatchObject({ status: "paid", total: 3000, billing_reason: "subscription_cycle" });
    const { data } = await sandbox.stripe.events.list({
      type: "customer.subscription.updated",
      created: { gte: end },
    });
    expect(data[0]?.data).toMatchObject({ previous_attributes: { status: "trialing" } });
  });

  test("a trial without a card ends past due", async () => {
    const { subscription, customer, card } = await makeSubscriber(sandbox, trial);
    await sandbox.stripe.paymentMethods.detach(card);
    await advance(sandbox, "trial_end");
    const { subscription: started, invoice } = await read(sandbox, subscription);
    expect(started.status).toBe("past_due");
    expect(invoice).toMatchObject({ status: "open", attempt_count: 1, attempted: true });
    expect(await listEventTypes(sandbox, started.trial_end ?? 0)).toContain("invoice.payment_failed");
    expect((await sandbox.stripe.customers.retrieve(customer)).id).toBe(customer);
  });

  test("a trial whose plan changes to a yearly one goes on, and the first year begins at its end", async () => {
    const { subscription } = await makeSubscriber(sandbox, trial);
    const { data } = (await read(sandbox, subscription)).subscription.items;
    const yearly = await sandbox.stripe.prices.create({
      currency: "usd",
      unit_amount: 30_000,
      recurring: { interval: "year" },
      product_data: { name: "Yearly" },
    });
    await sandbox.stripe.subscriptions.update(subscription, {
      items: [{ id: data[0]?.id ?? "", price: yearly.id }],
    });
    const end = NOON / 1000 + 14 * DAY;
    expect((await read(sandbox, subscription)).subscription.items.data[0]?.current_period_end).toBe(end);
    await advance(sandbox, "trial_end");
    const [item] = (await read(sandbox, subscription)).subscription.items.data;
    expect(item?.current_period_end).toBe(Date.UTC(2027, 1, 14, 12) / 1000);
  });
});

describe("a cancellation at the end", () => {
  test.each([
    ["of the period", {}],
    ["of the trial", { trial_period_days: 14 }],
  ])("%s ends the subscription then, and charges nothing", async (_, params) => {
    const { customer, subscription, periodEnd } = await makeSubscriber(sandbox, params);
    await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await advance(sandbox, periodEnd - 1);
    expect((await read(sandbox, subscription)).subscription.status).not.toBe("canceled");
    await advance(sandbox, periodEnd + 60 * DAY);
    const { subscription: ended } = await read(sandbox, subscription);
    expect(ended).toMatchObject({ status: "canceled", ended_at: periodEnd, canceled_at: NOON / 1000 });
    expect((await sandbox.stripe.invoices.list({ customer })).data).toHaveLength(1);
    expect(await listEventTypes(sandbox, periodEnd)).toEqual(["customer.subscription.deleted"]);
  });

  test("a subscription whose cancellation was undone renews", async () => {
    const { subscription, periodEnd } = await makeSubscriber(sandbox);
    await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    await advance(sandbox, periodEnd);
    expect((await read(sandbox, subscription)).invoice.billing_reason).toBe("subscription_cycle");
  });
});

test("changes of several customers happen in the order of their times", async () => {
  const first = await makeSubscriber(sandbox, { trial_period_days: 20 });
  const second = await makeSubscriber(sandbox, { trial_period_days: 10 });
  await control(sandbox, "advance", { to: NOON / 1000 + 30 * DAY });
  const { data } = await sandbox.stripe.events.list({ created: { gt: NOON / 1000 }, limit: 100 });
  const times = data.map(({ created }) => created).reverse();
  expect(times).toEqual([...times].sort((a, b) => a - b));
  const paid = data.filter(({ type }) => type === "invoice.paid").reverse();
  expect(paid.map(({ data: { object } }) => ("customer" in object ? object.customer : null))).toEqual([
    second.customer,
    first.customer,
  ]);
});
