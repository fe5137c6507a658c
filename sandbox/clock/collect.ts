/** Payments without the card holder: the invoice of a new period, and its retries. */
import { createDeclineError } from "../cards";
import { isEnded } from "../billing/cancel";
import { decideOnPayment, type IssuerDecision } from "../billing/issuer";
import {
  chargeWithDecision,
  createInvoiceIntent,
  findInvoiceIntent,
  recordUnpaidAttempt,
} from "../billing/payments";
import { scheduleRetry } from "../billing/retries";
import { settleInvoice } from "../billing/settle";
import { findPaymentMethodId } from "../billing/subscribe";
import { change, queueWebhook, type Ledger } from "../ledger";
import { getId, type Invoice, type Subscription } from "../objects";
import type { PaymentOutcome } from "../state/controls";

interface Dunning {
  subscription: Subscription;
  invoice: Invoice;
}

/**
 * Charges the invoice of a new period. An unpaid subscription is no longer charged: its invoices wait until they
 * are paid manually.
 */
export function collectInvoice(ledger: Ledger, { subscription, invoice }: Dunning): void {
  if (invoice.amount_due === 0) {
    settleInvoice(ledger, invoice);
    return;
  }
  createInvoiceIntent(ledger, invoice, findPaymentMethodId(ledger, subscription));
  if (subscription.status === "unpaid") {
    change(ledger, invoice, { event: "invoice.updated", to: { auto_advance: false } });
    return;
  }
  attempt(ledger, { subscription, invoice });
}

/** Charges an open invoice again. After the last retry its subscription is `unpaid`, and the invoice stays open. */
export function retryInvoice(ledger: Ledger, { subscription, invoice }: Dunning): void {
  invoice.attempt_count += 1;
  attempt(ledger, { subscription, invoice });
}

function attempt(ledger: Ledger, { subscription, invoice }: Dunning): void {
  scheduleRetry(ledger, invoice);
  if (charge(ledger, { subscription, invoice })) return;
  // An older invoice does not change the status, which is that of the latest one, and nothing that of an ended subscription.
  if (getId(subscription.latest_invoice) !== invoice.id || isEnded(subscription)) return;
  change(ledger, subscription, {
    event: "customer.subscription.updated",
    to: { status: invoice.next_payment_attempt === null ? "unpaid" : "past_due" },
  });
}

/** Whether the invoice is paid now. */
function charge(ledger: Ledger, { subscription, invoice }: Dunning): boolean {
  const methodId = findPaymentMethodId(ledger, subscription);
  const intent = findInvoiceIntent(ledger, invoice.id);
  if (!methodId || !intent) {
    recordUnpaidAttempt(ledger, invoice, "invoice.payment_failed");
    return false;
  }
  const decision =
    takeDecision(ledger, getId(subscription.customer)) ??
    decideOnPayment(ledger, methodId, { isOffSession: true });
  chargeWithDecision(ledger, intent, { methodId, decision });
  // Without the card holder, a required authentication is a failed payment as well.
  if (decision.kind === "asks") queueWebhook(ledger, "invoice.payment_failed", { object: invoice });
  return decision.kind === "passes";
}

/** Takes the outcome that a tester has set for this customer's next payment, or else for anyone's. */
function takeDecision(ledger: Ledger, customerId: string | null): IssuerDecision | null {
  const { nextPayments } = ledger.state.controls;
  const found =
    nextPayments.find((next) => next.customerId === customerId) ??
    nextPayments.find((next) => next.customerId === null);
  if (!found) return null;
  nextPayments.splice(nextPayments.indexOf(found), 1);
  return toDecision(found.outcome);
}

function toDecision(outcome: PaymentOutcome): IssuerDecision {
  if (outcome === "succeeds") return { kind: "passes" };
  return outcome === "asks"
    ? { kind: "asks" }
    : { kind: "refuses", error: createDeclineError("generic_decline") };
}
