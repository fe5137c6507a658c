// Previews of invoices: what a change or the next period will cost, without changing anything.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import { readFileSync } from "node:fs";

const NOON = Date.UTC(2026, 0, 31, 12);
const DAY = 86_400_000;

let sandbox: TestSandbox;
let now = NOON;
beforeAll(async () => {
  sandbox = await runSandbox({ now: () => now });
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

async function subscribe(amount = 2800, given: { trial_period_days?: number } = {}) {
  now = NOON;
  const { customer, card, price } = await makeBuyer(sandbox.stripe, { amount });
  const { id, items } = await sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price, quantity: 1 }],
    default_payment_method: card,
    ...given,
  });
  const [item] = items.data;
  if (!item) throw new Error("the subscription has no item");
  return { customer, price, subscription: id, item };
}

const getAmounts = ({ lines }: { lines: { data: { amount: number }[] } }) =>
  lines.data.map((line) => line.amount);

describe("a preview of a change", () => {
  test("a preview of a change that is invoiced at once has the lines and the total of the invoice that follows", async () => {
    const { customer, subscription, item } = await subscribe();
    now = NOON + 14 * DAY;
    const change = {
      items: [{ id: item.id, quantity: 3 }],
      proration_behavior: "always_invoice" as const,
      proration_date: now / 1000,
    };
    const preview = await sandbox.stripe.invoices.createPreview({
      customer,
      subscription,
      subscription_details: change,
    });
    expect(preview).toMatchObject({ status: "draft", number: null, total: 2800, amount_due: 2800 });
    const changed = await sandbox.stripe.subscriptions.update(subscription, {
      ...change,
      expand: ["latest_invoice"],
    });
    const invoice = changed.latest_invoice;
    if (typeof invoice !== "object" || !invoice) throw new Error("no invoice");
    expect(getAmounts(preview)).toEqual(getAmounts(invoice));
    expect(preview.lines.data.map((line) => line.description)).toEqual(
      invoice.lines.data.map((line) => line.description),
    );
    expect(preview.total).toBe(invoice.total);
  });

  test("a preview of a change that waits for the next invoice shows the prorations and the next period", async () => {
    const { subscription, item } = await subscribe();
    now = NOON + 14 * DAY;
    const preview = await sandbox.stripe.invoices.createPreview({
      subscription,
      subscription_details: {
        items: [{ id: item.id, quantity: 2 }],
        proration_behavior: "create_prorations",
      },
    });
    expect(getAmounts(preview)).toEqual([-1400, 2800, 5600]);
    expect(preview).toMatchObject({ subtotal: 7000, total: 7000, billing_reason: "upcoming" });
    expect(preview.lines.data[2]?.period.start).toBe(item.current_period_end);
  });

  test("a preview of a change of another customer's subscription is rejected", async () => {
    const [mine, other] = [await subscribe(), await subscribe()];
    const call = sandbox.stripe.invoices.createPreview({
      customer: mine.customer,
      subscription: other.subscription,
    });
    expect(await getStripeError(call)).toMatchObject({ statusCode: 400, code: "resource_missing" });
  });
});

describe("a preview of the next invoice", () => {
  test("a preview of the next invoice has one line for each item and the dates of the period", async () => {
    const { customer, item } = await subscribe(1900);
    const preview = await sandbox.stripe.invoices.createPreview({ customer });
    expect(preview).toMatchObject({
      total: 1900,
      period_end: item.current_period_end,
      next_payment_attempt: item.current_period_end + 3600,
    });
  });

  test("a preview of the next invoice includes prorations that wait, and the customer's credit", async () => {
    const { customer, subscription, item } = await subscribe(2800);
    now = NOON + 14 * DAY;
    await sandbox.stripe.subscriptions.update(subscription, { items: [{ id: item.id, quantity: 2 }] });
    await sandbox.stripe.customers.update(customer, { balance: -1000 });
    const preview = await sandbox.stripe.invoices.createPreview({ subscription });
    expect(preview).toMatchObject({ total: 7000, starting_balance: -1000, amount_due: 6000 });
  });

  test("the next invoice of a trial is that of the first paid period", async () => {
    const { subscription, item } = await subscribe(1900, { trial_period_days: 14 });
    const preview = await sandbox.stripe.invoices.createPreview({ subscription });
    expect(preview).toMatchObject({ total: 1900, created: item.current_period_end });
  });

  test("a subscription that ends, or a customer without one, has no preview of a next invoice", async () => {
    const { customer, subscription } = await subscribe();
    await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    const missing = { statusCode: 404, code: "invoice_upcoming_none" };
    expect(await getStripeError(sandbox.stripe.invoices.createPreview({ subscription }))).toMatchObject(
      missing,
    );
    await sandbox.stripe.subscriptions.cancel(subscription);
    expect(await getStripeError(sandbox.stripe.invoices.createPreview({ customer }))).toMatchObject(missing);
  });
});

test("a preview of a new subscription is its first invoice", async () => {
  const { customer, price } = await makeBuyer(sandbox.stripe, { amount: 1200 });
  const items = [{ price, quantity: 3 }];
  const preview = await sandbox.stripe.invoices.createPreview({ customer, subscription_details: { items } });
  expect(preview).toMatchObject({ total: 3600, billing_reason: "subscription_create" });
  const trial = { items, trial_end: Math.floor(now / 1000) + 86_400 };
  const free = await sandbox.stripe.invoices.createPreview({ customer, subscription_details: trial });
  expect(free.total).toBe(0);
});

test("a preview changes nothing", async () => {
  const { customer, subscription, item } = await subscribe();
  const before = readFileSync(sandbox.file, "utf8");
  await sandbox.stripe.invoices.createPreview(
    {
      customer,
      subscription,
      subscription_details: { items: [{ id: item.id, quantity: 9 }], proration_behavior: "always_invoice" },
    },
    { maxNetworkRetries: 0 },
  );
  expect(JSON.parse(readFileSync(sandbox.file, "utf8"))).toMatchObject({
    tables: (JSON.parse(before) as { tables: object }).tables,
  });
});
