// The parts of invoices that the product reads.
import { expect, test } from "vitest";
import type Stripe from "stripe";
import { toProviderInvoices } from "./stripe-invoices";

const SECOND = Date.UTC(2026, 10, 1) / 1000;

const buildInvoice = (number: string | null, finalizedAt = SECOND) =>
  ({
    id: `in_${number}`,
    number,
    currency: "usd",
    status: "paid",
    total: 1200,
    amount_due: 1200,
    created: finalizedAt,
    status_transitions: { finalized_at: finalizedAt },
    attempt_count: 1,
    next_payment_attempt: null,
  }) as unknown as Stripe.Invoice;

const readTimes = (...invoices: Stripe.Invoice[]) =>
  toProviderInvoices(invoices, { refunded: null, unpaid: new Map() }).map(({ issuedAt }) =>
    issuedAt.getTime(),
  );

test("of two invoices of the same second, the one with the higher number is later", () => {
  const [ninth, tenth] = readTimes(buildInvoice("A1B2-0009"), buildInvoice("A1B2-0010"));
  expect(tenth).toBeGreaterThan(ninth ?? Infinity);
});

test("a number never moves an invoice into another second", () => {
  const [first, next] = readTimes(buildInvoice("A1B2-5999"), buildInvoice("A1B2-0001", SECOND + 1));
  expect(next).toBeGreaterThan(first ?? Infinity);
  expect(readTimes(buildInvoice(null), buildInvoice("custom"))).toEqual([SECOND * 1000, SECOND * 1000]);
});
