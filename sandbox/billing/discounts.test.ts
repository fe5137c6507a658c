// Discounts: coupons and promotion codes on invoices, and when they can no longer be redeemed.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";

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

type Discounts = { coupon?: string; promotion_code?: string }[];

async function subscribe(discounts: Discounts, { amount = 2800, token = "tok_visa" } = {}) {
  const { customer, card, price } = await makeBuyer(sandbox.stripe, { amount, token });
  const made = await sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
    discounts,
    expand: ["latest_invoice"],
  });
  const invoice = made.latest_invoice;
  if (typeof invoice !== "object" || !invoice) throw new Error("no invoice");
  return { customer, price, made, invoice };
}

const createCoupon = async (given: object) =>
  (await sandbox.stripe.coupons.create({ percent_off: 50, duration: "once", ...given })).id;

describe("the code WELCOME20", () => {
  test("the code WELCOME20 exists from the start, is found in either case, and takes 20 % off the first invoice only", async () => {
    now = NOON;
    const found = await sandbox.stripe.promotionCodes.list({
      code: "welcome20",
      active: true,
      expand: ["data.promotion.coupon"],
    });
    const [code] = found.data;
    expect(code?.promotion.coupon).toMatchObject({ percent_off: 20, duration: "once" });
    const { made, invoice } = await subscribe([{ promotion_code: code?.id ?? "" }]);
    const [total] = invoice.total_discount_amounts ?? [];
    expect(invoice).toMatchObject({ subtotal: 2800, total: 2240, amount_paid: 2240, status: "paid" });
    expect(total).toMatchObject({ amount: 560 });
    expect(invoice.lines.data[0]?.discount_amounts).toEqual([total]);
    expect(made.discounts).toEqual([]);
    const next = await sandbox.stripe.invoices.createPreview({ subscription: made.id });
    expect(next.total).toBe(2800);
  });

  test("the code WELCOME20 exists once after a restart, with its redemptions", async () => {
    const other = await runSandbox();
    const again = await other.restart();
    const { data } = await again.stripe.promotionCodes.list();
    expect(data.map((row) => row.code)).toEqual(["WELCOME20"]);
    await again.close();
  });
});

describe("a preview with a code", () => {
  test("a preview of a new subscription with a code shows the discount and does not redeem it", async () => {
    const { customer, price } = await makeBuyer(sandbox.stripe, { amount: 1000 });
    const coupon = await createCoupon({ percent_off: 25, max_redemptions: 1 });
    const preview = await sandbox.stripe.invoices.createPreview({
      customer,
      discounts: [{ coupon }],
      subscription_details: { items: [{ price, quantity: 2 }] },
    });
    expect(preview).toMatchObject({ subtotal: 2000, total: 1500, total_discount_amounts: [{ amount: 500 }] });
    expect((await sandbox.stripe.coupons.retrieve(coupon)).times_redeemed).toBe(0);
  });
});

describe("a coupon", () => {
  test("a coupon for ever applies to the next invoice too; one for some months only until they have passed", async () => {
    now = NOON;
    const forever = await subscribe([{ coupon: await createCoupon({ duration: "forever" }) }]);
    const repeating = await createCoupon({ duration: "repeating", duration_in_months: 1 });
    const limited = await subscribe([{ coupon: repeating }]);
    const previewTotal = async (subscription: string) =>
      (await sandbox.stripe.invoices.createPreview({ subscription })).total;
    expect([await previewTotal(forever.made.id), await previewTotal(limited.made.id)]).toEqual([1400, 1400]);
    now = NOON + 40 * DAY;
    expect([await previewTotal(forever.made.id), await previewTotal(limited.made.id)]).toEqual([1400, 2800]);
    now = NOON;
  });

  test("a coupon of an amount takes off at most the price", async () => {
    const coupon = await createCoupon({ percent_off: undefined, amount_off: 500, currency: "usd" });
    expect((await subscribe([{ coupon }])).invoice).toMatchObject({ total: 2300 });
    expect((await subscribe([{ coupon }], { amount: 300 })).invoice).toMatchObject({
      total: 0,
      status: "paid",
    });
  });

  test("a coupon of 100 % needs no payment, even with a card that is declined", async () => {
    const coupon = await createCoupon({ percent_off: 100 });
    const { made, invoice } = await subscribe([{ coupon }], { token: "tok_4000000000000341" });
    expect([made.status, invoice.amount_due, invoice.status]).toEqual(["active", 0, "paid"]);
  });

  test("a coupon reduces the credit for unused time, so that no one gets back more than they paid", async () => {
    now = NOON;
    const { customer, made, price } = await subscribe([{ coupon: await createCoupon({}) }]);
    now = NOON + 14 * DAY;
    const [item] = made.items.data;
    const cheaper = await sandbox.stripe.prices.create({
      currency: "usd",
      unit_amount: 0,
      recurring: { interval: "month" },
      product_data: { name: "Free" },
    });
    expect(price).not.toBe(cheaper.id);
    await sandbox.stripe.subscriptions.update(made.id, {
      items: [{ id: item?.id ?? "", price: cheaper.id }],
      proration_behavior: "always_invoice",
    });
    expect(await sandbox.stripe.customers.retrieve(customer)).toMatchObject({ balance: -700 });
    now = NOON;
  });
});

describe("a discount is rejected, and nothing is created, for", () => {
  test.each([
    ["an unknown coupon", async () => ({ coupon: await Promise.resolve("none") }), "resource_missing"],
    [
      "a coupon that has been used up",
      async () => {
        const coupon = await createCoupon({ max_redemptions: 1 });
        await subscribe([{ coupon }]);
        return { coupon };
      },
      "coupon_expired",
    ],
    [
      "a code that has expired",
      async () => {
        now = NOON;
        const promotion = { type: "coupon" as const, coupon: await createCoupon({}) };
        const code = await sandbox.stripe.promotionCodes.create({ promotion, expires_at: now / 1000 + 60 });
        now = NOON + DAY;
        expect((await sandbox.stripe.promotionCodes.retrieve(code.id)).active).toBe(false);
        return { promotion_code: code.id };
      },
      "resource_missing",
    ],
    [
      "a coupon in another currency",
      async () => ({
        coupon: await createCoupon({ percent_off: undefined, amount_off: 500, currency: "jpy" }),
      }),
      undefined,
    ],
  ])("%s", async (_, make, code) => {
    const discount = await make();
    const { customer, card, price } = await makeBuyer(sandbox.stripe);
    const call = sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
      discounts: [discount],
    });
    expect(await getStripeError(call)).toMatchObject({ statusCode: 400, ...(code && { code }) });
    expect((await sandbox.stripe.subscriptions.list({ customer, status: "all" })).data).toEqual([]);
  });
});
