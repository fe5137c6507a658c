// Lists and expansion: pages, cursors, and ids replaced by their objects.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeBuyer, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import { getId } from "../objects";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

describe("lists", () => {
  test("lists come newest first, in pages that the SDK iterates", async () => {
    const { customer, price, card } = await makeBuyer(sandbox.stripe, { amount: 100 });
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const { id } = await sandbox.stripe.subscriptions.create({
        customer,
        items: [{ price }],
        default_payment_method: card,
      });
      made.unshift(id);
    }
    const first = await sandbox.stripe.subscriptions.list({ customer, limit: 2 });
    expect(first).toMatchObject({ has_more: true, url: "/v1/subscriptions" });
    const all = await sandbox.stripe.subscriptions
      .list({ customer, limit: 2 })
      .autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(made);
    const before = await sandbox.stripe.subscriptions.list({
      customer,
      limit: 2,
      ending_before: made[3] ?? "",
    });
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(1, 3));
    expect(before.has_more).toBe(true);
  });

  test("lists of invoice payments lead from an invoice to its intent", async () => {
    const { customer, price, card } = await makeBuyer(sandbox.stripe);
    const { latest_invoice: invoice } = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
    });
    const { data } = await sandbox.stripe.invoicePayments.list({
      invoice: getId(invoice) ?? "",
      expand: ["data.payment.payment_intent"],
    });
    expect(data).toMatchObject([
      {
        status: "paid",
        is_default: true,
        payment: { payment_intent: { object: "payment_intent", status: "succeeded" } },
      },
    ]);
  });
});

describe("expansion", () => {
  test("an expansion goes through ids, lists and hidden properties, and stops at null", async () => {
    const { customer, price, card } = await makeBuyer(sandbox.stripe);
    const made = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
      expand: [
        "customer",
        "items.data.price.product",
        "latest_invoice.payments",
        "pending_setup_intent",
        "default_payment_method",
      ],
    });
    expect(made).toMatchObject({
      customer: { object: "customer", email: "ada@example.com" },
      items: { data: [{ price: { product: { object: "product", name: "Pro" } } }] },
      latest_invoice: { payments: { object: "list" } },
      pending_setup_intent: null,
      default_payment_method: { card: { last4: "4242" } },
    });
    const plain = await sandbox.stripe.subscriptions.retrieve(made.id);
    expect(plain.customer).toBe(customer);
  });
});
