/** The states of a payment intent: created for an invoice, charged, authenticated, paid, declined or canceled. */
import { createDeclineError } from "../cards";
import { createInvalidRequestError, SandboxError, withDocs, type ErrorBody } from "../http/errors";
import { listObjects, change, get, insert, queueWebhook, type Ledger } from "../ledger";
import { getId, type Invoice, type InvoicePayment, type PaymentIntent } from "../objects";
import { attachPaymentMethod, requireUsable, getTestCard } from "../resources/payment-methods";
import { createClientSecret, createId, ID_PREFIXES } from "../state/ids";
import { followPayment } from "./disputes";
import { rememberAuthentication, decideOnPayment, type IssuerDecision, type Session } from "./issuer";
import { settleInvoice } from "./settle";

const AUTHENTICATION_FAILED: ErrorBody = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

/** Creates an intent for the amount due on an invoice, linked to it by an invoice payment. */
export function createInvoiceIntent(
  ledger: Ledger,
  invoice: Invoice,
  methodId: string | null,
): PaymentIntent {
  const intent = buildPaymentIntent(ledger, invoice, methodId);
  insert(ledger, "payment_intent", intent);
  const payment: InvoicePayment = {
    id: createId(ID_PREFIXES.invoice_payment),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: ledger.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  insert(ledger, "invoice_payment", payment);
  queueWebhook(ledger, "payment_intent.created", { object: intent });
  return intent;
}

/** Finds the intent of an invoice; null when no amount was due. */
export function findInvoiceIntent(ledger: Ledger, invoiceId: string): PaymentIntent | null {
  const payment = listObjects(ledger, "invoice_payment").find((row) => getId(row.invoice) === invoiceId);
  const intentId = getId(payment?.payment.payment_intent);
  return intentId ? get(ledger, "payment_intent", intentId) : null;
}

/** Charges a card for an intent. The intent, its invoice and its subscription follow the bank's decision. */
export function chargeIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  { methodId, ...session }: Session & { methodId: string },
): IssuerDecision {
  const decision = decideOnPayment(ledger, methodId, session);
  return chargeWithDecision(ledger, intent, { methodId, decision });
}

/** Charges a card as `chargeIntent` does, with a given decision of the bank. */
export function chargeWithDecision(
  ledger: Ledger,
  intent: PaymentIntent,
  { methodId, decision }: { methodId: string; decision: IssuerDecision },
): IssuerDecision {
  requireChargeable(intent);
  requireUsable(ledger, get(ledger, "payment_method", methodId));
  Object.assign(intent, { payment_method: methodId, last_payment_error: null, next_action: null });
  apply(ledger, intent, decision);
  return decision;
}

/** Applies the card holder's answer to the authentication. Throws 400 when none was required. */
export function authenticateIntent(ledger: Ledger, intent: PaymentIntent, isAuthentic: boolean): void {
  const methodId = getId(intent.payment_method);
  if (intent.status !== "requires_action" || !methodId) throw createUnexpectedStateError(intent);
  if (!isAuthentic) {
    declinePayment(ledger, intent, AUTHENTICATION_FAILED);
    return;
  }
  rememberAuthentication(ledger, methodId);
  const { declines } = getTestCard(ledger, methodId);
  apply(
    ledger,
    intent,
    declines ? { kind: "refuses", error: createDeclineError(declines) } : { kind: "passes" },
  );
}

/** Cancels an unpaid intent. */
export function cancelIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  reason: PaymentIntent["cancellation_reason"],
): void {
  const to: Partial<PaymentIntent> = {
    status: "canceled",
    canceled_at: ledger.now(),
    cancellation_reason: reason,
    next_action: null,
  };
  change(ledger, intent, { event: "payment_intent.canceled", to });
}

/** The declined payment as a response: 402 with the current intent. */
export function toPaymentError(intent: PaymentIntent, error: SandboxError): SandboxError {
  return new SandboxError(error.status, { ...error.body, payment_intent: structuredClone(intent) });
}

function apply(ledger: Ledger, intent: PaymentIntent, decision: IssuerDecision): void {
  if (decision.kind === "passes") succeed(ledger, intent);
  else if (decision.kind === "asks") requireAction(ledger, intent);
  else declinePayment(ledger, intent, decision.error.body);
}

function succeed(ledger: Ledger, intent: PaymentIntent): void {
  const to: Partial<PaymentIntent> = {
    status: "succeeded",
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
  };
  change(ledger, intent, { event: "payment_intent.succeeded", to });
  keepCard(ledger, intent);
  const invoice = findInvoice(ledger, intent);
  if (invoice) settleInvoice(ledger, invoice);
  followPayment(ledger, intent);
}

/** A payment that sets up later ones attaches its card to the customer. */
function keepCard(ledger: Ledger, intent: PaymentIntent): void {
  const [customerId, methodId] = [getId(intent.customer), getId(intent.payment_method)];
  if (!customerId || !methodId || !intent.setup_future_usage) return;
  const method = get(ledger, "payment_method", methodId);
  if (!method.customer && getTestCard(ledger, methodId).attaches)
    attachPaymentMethod(ledger, method, customerId);
}

function requireAction(ledger: Ledger, intent: PaymentIntent): void {
  const to: Partial<PaymentIntent> = {
    status: "requires_action",
    next_action: { type: "use_stripe_sdk", use_stripe_sdk: { type: "sandbox_authentication" } },
  };
  change(ledger, intent, { event: "payment_intent.requires_action", to });
  markAttempt(ledger, intent, "invoice.payment_action_required");
}

function declinePayment(ledger: Ledger, intent: PaymentIntent, problem: ErrorBody): void {
  const methodId = getId(intent.payment_method);
  const error = withDocs({
    ...problem,
    ...(methodId && { payment_method: structuredClone(get(ledger, "payment_method", methodId)) }),
  }) as NonNullable<PaymentIntent["last_payment_error"]>;
  // Only the error keeps the declined card, because another one is needed.
  const to: Partial<PaymentIntent> = {
    status: "requires_payment_method",
    last_payment_error: error,
    next_action: null,
    payment_method: null,
  };
  change(ledger, intent, { event: "payment_intent.payment_failed", to });
  markAttempt(ledger, intent, "invoice.payment_failed");
}

function markAttempt(ledger: Ledger, intent: PaymentIntent, event: string): void {
  const invoice = findInvoice(ledger, intent);
  if (invoice) recordUnpaidAttempt(ledger, invoice, event);
}

/** Records that an invoice was not paid. After the first attempt, only retries count, as at the provider. */
export function recordUnpaidAttempt(ledger: Ledger, invoice: Invoice, event: string): void {
  Object.assign(invoice, { attempted: true, attempt_count: Math.max(1, invoice.attempt_count) });
  queueWebhook(ledger, event, { object: invoice });
}

function findInvoice(ledger: Ledger, intent: PaymentIntent): Invoice | null {
  const payment = listObjects(ledger, "invoice_payment").find(
    (row) => getId(row.payment.payment_intent) === intent.id,
  );
  const invoiceId = getId(payment?.invoice);
  return invoiceId ? get(ledger, "invoice", invoiceId) : null;
}

function requireChargeable(intent: PaymentIntent): void {
  if (intent.status === "succeeded" || intent.status === "canceled") throw createUnexpectedStateError(intent);
}

function createUnexpectedStateError(intent: PaymentIntent): SandboxError {
  return createInvalidRequestError(
    `This PaymentIntent's status is ${intent.status}, so it cannot be confirmed.`,
    {
      code: "payment_intent_unexpected_state",
    },
  );
}

function buildPaymentIntent(ledger: Ledger, invoice: Invoice, methodId: string | null): PaymentIntent {
  const id = createId(ID_PREFIXES.payment_intent);
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: ["card"],
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: createClientSecret(id),
    confirmation_method: "automatic",
    created: ledger.now(),
    currency: invoice.currency,
    customer: getId(invoice.customer),
    customer_account: null,
    description:
      invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_details: { customer_reference: null, order_reference: invoice.id },
    payment_method: methodId,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: methodId ? "requires_confirmation" : "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}
