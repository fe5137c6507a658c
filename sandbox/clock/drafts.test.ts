// The invoice of a period in which usage was counted: a draft for an hour, and final with what was reported by then.
import { afterEach, beforeEach, expect, test } from "vitest";
import { advance, DAY, listEventTypes, makeSubscriber, read } from "../../tests/support/sandbox-clock";
import { runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";

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

/** A subscriber to $30.00 a month and 2 cents for each call. */
async function makeMetered() {
  const { stripe } = sandbox;
  const meter = await stripe.billing.meters.create({
    display_name: "API calls",
    event_name: "api_calls",
    default_aggregation: { formula: "sum" },
  });
  const subscriber = await makeSubscriber(sandbox);
  const price = await stripe.prices.create({
    currency: "usd",
    unit_amount: 2,
    recurring: { interval: "month", usage_type: "metered", meter: meter.id },
    product_data: { name: "Calls" },
  });
  await stripe.subscriptions.update(subscriber.subscription, { items: [{ price: price.id }] });
  const send = (calls: number, timestamp: number) =>
    stripe.billing.meterEvents.create({
      event_name: "api_calls",
      payload: { stripe_customer_id: subscriber.customer, value: String(calls) },
      timestamp,
    });
  return { ...subscriber, send };
}

test("usage that is reported within the hour after the period's end is on its invoice, and later usage is not", async () => {
  const { subscription, periodEnd, send } = await makeMetered();
  await send(100, NOON / 1000);
  await advance(sandbox, periodEnd);
  const { subscription: renewed, invoice: draft } = await read(sandbox, subscription);
  expect(renewed).toMatchObject({ status: "active" });
  expect(renewed.items.data[0]?.current_period_start).toBe(periodEnd);
  expect(draft).toMatchObject({ status: "draft", number: null, invoice_pdf: null, total: 3200 });
  expect(draft.automatically_finalizes_at).toBe(periodEnd + HOUR);
  await send(50, periodEnd - 60);
  await send(7, periodEnd + 60);
  await advance(sandbox, periodEnd + HOUR);
  const { invoice } = await read(sandbox, subscription);
  expect(invoice).toMatchObject({ id: draft.id, status: "paid", amount_paid: 3300, created: periodEnd });
  expect(invoice.number).toMatch(/-0002$/);
  expect(invoice.lines.data.map(({ quantity, amount, invoice: of }) => [quantity, amount, of])).toEqual([
    [1, 3000, draft.id],
    [150, 300, draft.id],
  ]);
  expect(await listEventTypes(sandbox, periodEnd + HOUR)).toContain("invoice.finalized");
  await send(1000, periodEnd - 120);
  await advance(sandbox, periodEnd + 32 * DAY);
  const next = await read(sandbox, subscription);
  expect(next.invoice.lines.data.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    [1, 3000],
    [7, 14],
  ]);
});

test("a subscription that ends with its period gets the usage of it on a last invoice", async () => {
  const { subscription, customer, periodEnd, send } = await makeMetered();
  await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  await advance(sandbox, periodEnd);
  expect((await read(sandbox, subscription)).subscription.status).toBe("canceled");
  await send(50, periodEnd - 60);
  await advance(sandbox, periodEnd + HOUR);
  const { data } = await sandbox.stripe.invoices.list({ customer });
  expect(data[0]).toMatchObject({ status: "paid", amount_paid: 100 });
  expect((await read(sandbox, subscription)).subscription.status).toBe("canceled");
});
