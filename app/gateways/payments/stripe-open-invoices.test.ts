// Open invoices at the provider, however many others there are: of a subscription that goes on unpaid.
import { afterEach, beforeEach, expect, test } from "vitest";
import { advance, giveCard, makeSubscriber } from "../../../tests/support/sandbox-clock";
import { runSandbox, type TestSandbox } from "../../../tests/support/stripe-sandbox";
import { INVOICES_COPIED } from "~/domain/payments";
import { payOpenInvoices } from "~/services/billing/sync/open-invoices.server";
import { readBilling } from "./stripe-billing";
import { findOpenPayment, payInvoice } from "./stripe-invoices";
import type { Payments } from "./payments";

const NOON = Date.UTC(2026, 0, 31, 12);
/** Enough for more open invoices than the product copies of a customer. */
const RENEWALS = INVOICES_COPIED + 6;

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await runSandbox({ now: () => NOON });
});
afterEach(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

/** A subscriber who has paid the first invoice, and none since. Returns the ids of the open ones, oldest first. */
async function makeOwing() {
  const subscriber = await makeSubscriber(sandbox);
  await giveCard(sandbox, subscriber.customer, "tok_4000000000000341");
  for (let count = 0; count < RENEWALS; count += 1) await advance(sandbox, "month");
  const { stripe } = sandbox;
  const query = { subscription: subscriber.subscription, status: "open", limit: 100 } as const;
  const open = (await stripe.invoices.list(query)).data.map(({ id }) => id).reverse();
  expect(open.length).toBeGreaterThan(INVOICES_COPIED);
  return { ...subscriber, open };
}

test("the oldest of more open invoices than one page has is the one to pay", async () => {
  const { subscription, open } = await makeOwing();
  expect(await findOpenPayment(sandbox.stripe, subscription)).toMatchObject({ invoiceId: open[0] });
});

test("paying the open invoices pays all of them, however many there are", async () => {
  const { customer, subscription } = await makeOwing();
  await giveCard(sandbox, customer, "tok_visa");
  const { stripe } = sandbox;
  const payments = {
    findOpenPayment: (id: string) => findOpenPayment(stripe, id),
    payInvoice: (payment: Parameters<Payments["payInvoice"]>[0]) => payInvoice(stripe, payment),
  } as Payments;
  const order = { subscriptionId: subscription, intentId: "intent_1" };
  expect(await payOpenInvoices(payments, order)).toBeNull();
  expect((await stripe.invoices.list({ subscription, status: "open" })).data).toEqual([]);
});

test("reading a customer finds every open invoice, and those that were open when they were last read", async () => {
  const { customer, subscription, open } = await makeOwing();
  const { stripe } = sandbox;
  const [first = "", second = ""] = open;
  const query = { customerId: customer, subscriptionId: subscription, intentId: null, withRefunds: false };
  const read = async (openInvoiceIds: string[]) => {
    const billing = await readBilling(stripe, { ...query, openInvoiceIds });
    return new Map(billing?.invoices.map(({ id, status }) => [id, status]));
  };
  expect([...(await read([])).keys()]).toEqual(expect.arrayContaining(open));
  await stripe.invoices.voidInvoice(first);
  expect((await read([])).has(first)).toBe(false);
  const found = await read([first, second]);
  expect([found.get(first), found.get(second)]).toEqual(["void", "open"]);
});
