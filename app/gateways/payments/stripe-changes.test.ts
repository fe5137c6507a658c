// Withdrawing a change of plan that waits for its payment.
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { withdrawChange } from "./stripe-changes";

const PRO = { price: { id: "price_pro" }, quantity: 1 };
const SCALE = { price: { id: "price_scale" }, quantity: 1 };

const buildInvoice = (id: string, billing_reason: string, price: string) => ({
  id,
  billing_reason,
  lines: { data: [{ pricing: { price_details: { price } } }] },
});
const RENEWAL = buildInvoice("in_renewal", "subscription_cycle", "price_pro");
const SEATS = buildInvoice("in_seats", "subscription_update", "price_pro");
const UPDATE = buildInvoice("in_update", "subscription_update", "price_scale");

/** A provider with a change from Pro to Scale that waits, and these open invoices, newest first. Collects what is voided. */
function makeProvider(open: readonly object[], pending: object | null = { subscription_items: [SCALE] }) {
  const voided: string[] = [];
  const subscription = {
    id: "sub_1",
    items: { data: [PRO] },
    pending_update: pending,
    latest_invoice: (open[0] as { id: string } | undefined)?.id ?? null,
  };
  const stripe = {
    subscriptions: { retrieve: () => Promise.resolve(subscription) },
    invoices: {
      list: () => ({ autoPagingToArray: () => Promise.resolve(open) }),
      voidInvoice: (id: string) => Promise.resolve(voided.push(id)),
    },
  } as unknown as Stripe;
  return { stripe, voided };
}

describe("withdrawing a change voids only the invoice that the change waits for", () => {
  test.each([
    ["the only open one", [UPDATE], ["in_update"]],
    ["an older one than that of a renewal", [RENEWAL, UPDATE], ["in_update"]],
    ["an older one than that of another update", [SEATS, UPDATE], ["in_update"]],
    ["none of the open ones, as it was paid", [RENEWAL, SEATS], []],
  ])("%s", async (_what, open, expected) => {
    const { stripe, voided } = makeProvider(open);
    await withdrawChange(stripe, "sub_1");
    expect(voided).toEqual(expected);
  });

  test("no invoice where no change waits", async () => {
    const { stripe, voided } = makeProvider([UPDATE], null);
    await withdrawChange(stripe, "sub_1");
    expect(voided).toEqual([]);
  });
});
