/** The consequences of a paid or voided invoice: its payment, its subscription, a pending change of plan. */
import { listObjects, change, find, get, queueWebhook, type Ledger } from "../ledger";
import { getId, type Invoice, type Subscription } from "../objects";
import { changeBalance } from "./balance";

/** Marks an invoice as paid in full, and activates its subscription. */
export function settleInvoice(ledger: Ledger, invoice: Invoice): void {
  const now = ledger.now();
  Object.assign(invoice, {
    status: "paid",
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: Math.max(invoice.attempt_count, invoice.amount_due > 0 ? 1 : 0),
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  const payment = findOpenPayment(ledger, invoice);
  if (payment) {
    const transitions = { ...payment.status_transitions, paid_at: now };
    const to = { status: "paid", amount_paid: payment.amount_requested, status_transitions: transitions };
    change(ledger, payment, { event: "invoice_payment.paid", to });
  }
  queueWebhook(ledger, "invoice.paid", { object: invoice });
  queueWebhook(ledger, "invoice.payment_succeeded", { object: invoice });
  const subscription = findSubscription(ledger, invoice);
  if (subscription) resume(ledger, subscription, invoice);
}

/** Voids an unpaid invoice, so that it is no longer due. A change that it would have paid for is discarded. */
export function voidInvoice(ledger: Ledger, invoice: Invoice): void {
  const now = ledger.now();
  returnBalance(ledger, invoice);
  const payment = findOpenPayment(ledger, invoice);
  if (payment) {
    Object.assign(payment, {
      status: "canceled",
      status_transitions: { ...payment.status_transitions, canceled_at: now },
    });
  }
  const transitions = { ...invoice.status_transitions, voided_at: now };
  change(ledger, invoice, {
    event: "invoice.voided",
    to: { status: "void", auto_advance: false, next_payment_attempt: null, status_transitions: transitions },
  });
  const subscription = findSubscription(ledger, invoice);
  if (subscription && getId(subscription.latest_invoice) === invoice.id)
    change(ledger, subscription, { event: "customer.subscription.updated", to: { pending_update: null } });
}

/** The provider does so since its version 2019-12-03. */
function returnBalance(ledger: Ledger, invoice: Invoice): void {
  const applied = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  const customer = find(ledger, "customer", getId(invoice.customer) ?? "");
  if (applied === 0 || !customer) return;
  const { currency } = invoice;
  changeBalance(ledger, customer, { amount: -applied, currency, type: "unapplied_from_invoice", invoice });
}

/** Returns the subscription of an invoice; null when it has none. */
export function findSubscription(ledger: Ledger, invoice: Invoice): Subscription | null {
  const id = getId(invoice.parent?.subscription_details?.subscription);
  return id ? find(ledger, "subscription", id) : null;
}

function findOpenPayment(ledger: Ledger, invoice: Invoice) {
  return listObjects(ledger, "invoice_payment").find(
    (row) => getId(row.invoice) === invoice.id && row.status === "open",
  );
}

function resume(ledger: Ledger, subscription: Subscription, invoice: Invoice): void {
  const latestId = getId(subscription.latest_invoice);
  if (latestId === invoice.id) applyPendingUpdate(ledger, subscription);
  else if (latestId && get(ledger, "invoice", latestId).status !== "void") return;
  const isWaiting = ["incomplete", "past_due", "unpaid"].includes(subscription.status);
  if (isWaiting)
    change(ledger, subscription, { event: "customer.subscription.updated", to: { status: "active" } });
}

function applyPendingUpdate(ledger: Ledger, subscription: Subscription): void {
  const { pending_update: pending } = subscription;
  if (!pending) return;
  change(ledger, subscription, {
    event: "customer.subscription.updated",
    to: {
      items: { ...subscription.items, data: pending.subscription_items },
      ...(pending.discounts && { discounts: pending.discounts }),
      billing_cycle_anchor: pending.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
      pending_update: null,
    },
  });
  queueWebhook(ledger, "customer.subscription.pending_update_applied", { object: subscription });
}
