/** Cancels subscriptions immediately, and gives up an unpaid first invoice. */
import { createInvalidRequestError } from "../http/errors";
import { change, find, get, listObjects, type Ledger } from "../ledger";
import { getId, type Invoice, type Subscription } from "../objects";
import { cancelIntent, findInvoiceIntent } from "./payments";
import { findSubscription, voidInvoice } from "./settle";
import { cancelSetup } from "./setups";

const ENDED = ["canceled", "incomplete_expired"];

export function isEnded(subscription: Subscription): boolean {
  return ENDED.includes(subscription.status);
}

/**
 * Cancels a subscription. One that has ended stays unchanged. One that never started becomes `incomplete_expired`,
 * as at the provider; any other becomes `canceled`. Its open invoices stay, and are no longer retried.
 */
export function cancelSubscription(
  ledger: Ledger,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed" = "cancellation_requested",
): void {
  if (isEnded(subscription)) return;
  const hasStarted = subscription.status !== "incomplete";
  const invoice = findLatestInvoice(ledger, subscription);
  if (invoice?.status === "open" && (!hasStarted || subscription.pending_update))
    voidUnpaidInvoice(ledger, invoice);
  stopCollection(ledger, subscription);
  cancelPendingSetup(ledger, subscription);
  const now = ledger.now();
  change(ledger, subscription, {
    event: hasStarted ? "customer.subscription.deleted" : "customer.subscription.updated",
    to: {
      status: hasStarted ? "canceled" : "incomplete_expired",
      canceled_at: subscription.canceled_at ?? now,
      ended_at: now,
      cancel_at_period_end: false,
      cancel_at: null,
      pending_setup_intent: null,
      pending_update: null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    },
  });
}

/** Voids an open invoice and cancels its intent. Throws 400 when it is not open. */
export function voidUnpaidInvoice(ledger: Ledger, invoice: Invoice): void {
  if (invoice.status !== "open") {
    throw createInvalidRequestError(
      `You can only void open invoices. This invoice is ${String(invoice.status)}.`,
      {
        code: "invoice_not_editable",
      },
    );
  }
  const intent = findInvoiceIntent(ledger, invoice.id);
  if (intent) cancelIntent(ledger, intent, "void_invoice");
  voidInvoice(ledger, invoice);
}

function stopCollection(ledger: Ledger, { id }: Subscription): void {
  for (const invoice of listObjects(ledger, "invoice")) {
    if (invoice.status !== "open" || findSubscription(ledger, invoice)?.id !== id) continue;
    change(ledger, invoice, {
      event: "invoice.updated",
      to: { auto_advance: false, next_payment_attempt: null },
    });
  }
}

function findLatestInvoice(ledger: Ledger, subscription: Subscription): Invoice | null {
  const id = getId(subscription.latest_invoice);
  return id ? get(ledger, "invoice", id) : null;
}

function cancelPendingSetup(ledger: Ledger, subscription: Subscription): void {
  const id = getId(subscription.pending_setup_intent);
  const intent = id ? find(ledger, "setup_intent", id) : null;
  if (intent) cancelSetup(ledger, intent, "abandoned");
}
