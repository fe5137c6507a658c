// Plan changes: what they cost, and what happens when they are not paid.
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createPrice,
  getStripeError,
  runSandbox,
  subscribeBuyer,
  type TestSandbox,
} from "../../tests/support/stripe-sandbox";

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

const createActiveSubscription = (token = "tok_visa", amount = 3000) =>
  subscribeBuyer(sandbox.stripe, { token, amount });
const createHigherPrice = (amount: number, interval: "month" | "year" = "month") =>
  createPrice(sandbox.stripe, { name: "Team", amount, interval });

describe("a price in another currency", () => {
  test("a price in another currency is refused as the provider does it, in a change and in its preview, and nothing changes", async () => {
    now = NOON;
    const { stripe } = sandbox;
    const { subscription, item } = await createActiveSubscription();
    const { id: price } = await stripe.prices.create({
      currency: "eur",
      unit_amount: 5000,
      recurring: { interval: "month" },
      product_data: { name: "Europe" },
    });
    const items = [{ id: item.id, price }];
    const refusal = {
      statusCode: 400,
      rawType: "invalid_request_error",
      code: undefined,
      param: "items[0][price]",
      message: "The price specified only supports `eur`. This doesn't match the expected currency: `usd`.",
    };
    expect(await getStripeError(stripe.subscriptions.update(subscription, { items }))).toMatchObject(refusal);
    const preview = stripe.invoices.createPreview({ subscription, subscription_details: { items } });
    expect(await getStripeError(preview)).toMatchObject(refusal);
    const added = stripe.subscriptions.update(subscription, { items: [{ price }] });
    expect(await getStripeError(added)).toMatchObject(refusal);
    expect((await stripe.subscriptions.retrieve(subscription)).items.data).toMatchObject([
      { price: { currency: "usd" } },
    ]);
  });
});

describe("a change of plan", () => {
  test("a change that is paid at once credits the unused time and charges the new plan", async () => {
    now = NOON;
    const { subscription, item } = await createActiveSubscription("tok_visa", 2800);
    now = NOON + 14 * DAY; // half of the 28 days
    const changed = await sandbox.stripe.subscriptions.update(subscription, {
      items: [{ id: item.id, price: await createHigherPrice(5600) }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
      expand: ["latest_invoice"],
    });
    expect(changed.items.data[0]?.price.unit_amount).toBe(5600);
    expect(changed.pending_update).toBeNull();
    expect(changed.latest_invoice).toMatchObject({
      status: "paid",
      billing_reason: "subscription_update",
      total: 1400,
      lines: { data: [{ amount: -1400 }, { amount: 2800 }] },
    });
  });

  test("a change with the date of its preview costs what the preview said, whenever it is made", async () => {
    now = NOON;
    const { stripe } = sandbox;
    const { subscription, item } = await createActiveSubscription("tok_visa", 2800);
    now = NOON + 7 * DAY;
    const items = [{ id: item.id, price: await createHigherPrice(5600) }];
    const details = { items, proration_behavior: "always_invoice" } as const;
    const preview = await stripe.invoices.createPreview({ subscription, subscription_details: details });
    now = NOON + 8 * DAY;
    const changed = await stripe.subscriptions.update(subscription, {
      ...details,
      payment_behavior: "pending_if_incomplete",
      proration_date: preview.lines.data[0]?.period.start,
      expand: ["latest_invoice"],
    });
    expect(preview.total).toBe(2100);
    expect(changed.latest_invoice).toMatchObject({ total: 2100 });
  });

  test.each([
    ["before", -1],
    ["after", 29],
  ])("a date %s the current period is refused, in a change and in its preview", async (_what, days) => {
    now = NOON;
    const { stripe } = sandbox;
    const { subscription, item } = await createActiveSubscription();
    const details = {
      items: [{ id: item.id, price: await createHigherPrice(9000) }],
      proration_date: (NOON + days * DAY) / 1000,
    };
    const refusal = { statusCode: 400, rawType: "invalid_request_error" };
    const change = getStripeError(stripe.subscriptions.update(subscription, details));
    expect(await change).toMatchObject({ ...refusal, param: "proration_date" });
    const preview = stripe.invoices.createPreview({ subscription, subscription_details: details });
    expect(await getStripeError(preview)).toMatchObject(refusal);
  });

  test("a change that is not paid keeps the old plan until the payment", async () => {
    now = NOON;
    const { customer, subscription, item } = await createActiveSubscription();
    const asking = await sandbox.stripe.paymentMethods.create({ card: { token: "tok_4000000000003220" } });
    await sandbox.stripe.paymentMethods.attach(asking.id, { customer });
    await sandbox.stripe.subscriptions.update(subscription, { default_payment_method: asking.id });
    const waiting = await sandbox.stripe.subscriptions.update(subscription, {
      items: [{ id: item.id, price: await createHigherPrice(9000) }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
      expand: ["latest_invoice.confirmation_secret"],
    });
    expect(waiting).toMatchObject({ status: "active", items: { data: [{ price: { unit_amount: 3000 } }] } });
    expect(waiting.pending_update?.subscription_items?.[0]?.price.unit_amount).toBe(9000);

    const invoice = waiting.latest_invoice;
    const secret = typeof invoice === "object" ? (invoice?.confirmation_secret?.client_secret ?? "") : "";
    const body = { client_secret: secret, outcome: "complete" };
    await sandbox.browser("POST", `payment_intents/${secret.split("_secret_")[0] ?? ""}/authenticate`, body);
    expect(await sandbox.stripe.subscriptions.retrieve(subscription)).toMatchObject({
      items: { data: [{ price: { unit_amount: 9000 } }] },
      pending_update: null,
    });
  });

  test("a change to a cheaper plan credits the customer", async () => {
    now = NOON;
    const { customer, subscription, item } = await createActiveSubscription("tok_visa", 5000);
    await sandbox.stripe.subscriptions.update(subscription, {
      items: [{ id: item.id, price: await createHigherPrice(1000) }],
      proration_behavior: "always_invoice",
    });
    expect(await sandbox.stripe.customers.retrieve(customer)).toMatchObject({ balance: -4000 });
  });

  test("a change to another interval begins a new period", async () => {
    now = NOON;
    const { subscription, item } = await createActiveSubscription();
    now = NOON + 10 * DAY;
    const changed = await sandbox.stripe.subscriptions.update(subscription, {
      items: [{ id: item.id, price: await createHigherPrice(30_000, "year") }],
      proration_behavior: "always_invoice",
      billing_cycle_anchor: { type: "now" },
    });
    expect(changed.items.data[0]).toMatchObject({ current_period_start: now / 1000 });
    expect(changed.billing_cycle_anchor).toBe(now / 1000);
  });

  test("a change to another interval is refused where the request does not reset the billing cycle", async () => {
    const { subscription, item } = await createActiveSubscription();
    const items = [{ id: item.id, price: await createHigherPrice(30_000, "year") }];
    const error = await getStripeError(sandbox.stripe.subscriptions.update(subscription, { items }));
    expect(error).toMatchObject({ statusCode: 400, param: "billing_cycle_anchor" });
  });

  test.each<[string, string, (id: string, price: string) => Stripe.SubscriptionUpdateParams]>([
    ["metadata", "metadata", () => ({ metadata: { colour: "blue" } })],
    ["off_session", "off_session", () => ({ off_session: true })],
    ["a card", "default_payment_method", () => ({ default_payment_method: "pm_1" })],
    [
      "a deleted item",
      "items[1][deleted]",
      (id, price) => ({
        items: [
          { id, price },
          { id, deleted: true },
        ],
      }),
    ],
    ["a new item", "items[1][price]", (id, price) => ({ items: [{ id, price }, { price }] })],
  ])("a change that waits for its payment cannot include %s", async (_what, param, create) => {
    const { subscription, item } = await createActiveSubscription();
    const price = await createHigherPrice(9000);
    const change = { ...create(item.id, price), payment_behavior: "pending_if_incomplete" } as const;
    const error = await getStripeError(sandbox.stripe.subscriptions.update(subscription, change));
    expect(error).toMatchObject({ statusCode: 400, param });
    const after = await sandbox.stripe.subscriptions.retrieve(subscription);
    expect(after.items.data).toMatchObject([{ id: item.id, price: { unit_amount: 3000 } }]);
  });

  test("a change with error_if_incomplete and a declined card changes nothing", async () => {
    const { customer, subscription, item } = await createActiveSubscription();
    const bad = await sandbox.stripe.paymentMethods.create({ card: { token: "tok_4000000000000341" } });
    await sandbox.stripe.paymentMethods.attach(bad.id, { customer });
    await sandbox.stripe.subscriptions.update(subscription, { default_payment_method: bad.id });
    const error = await getStripeError(
      sandbox.stripe.subscriptions.update(subscription, {
        items: [{ id: item.id, price: await createHigherPrice(9000) }],
        proration_behavior: "always_invoice",
        payment_behavior: "error_if_incomplete",
      }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: "card_declined" });
    const after = await sandbox.stripe.subscriptions.retrieve(subscription);
    expect(after.items.data[0]?.price.unit_amount).toBe(3000);
  });
});
