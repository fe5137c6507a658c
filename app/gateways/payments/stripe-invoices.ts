/** Invoices at the provider: mapped and paid, and what of them was paid back. */
import type Stripe from "stripe";
import { INVOICE_STATUSES, type InvoiceStatus } from "~/domain/billing";
import { toDecline } from "./decline-messages";
import type { OpenPayment } from "./payment-types";
import type { ProviderInvoice } from "./payments";
import { callStripe, isOfType } from "./stripe-errors";
import { isVoid } from "./stripe-money-back";
import { findInvoicePayment, getId, toPendingStart } from "./stripe-subscriptions";

/** The longest page of a list. */
const PAGE_SIZE = 100;

/** The amount paid back of each payment intent, in minor units. */
type RefundedAmounts = ReadonlyMap<string, number>;

/** The payments of the invoices that were charged without success, by the invoices' ids. */
type OpenPayments = ReadonlyMap<string, Stripe.PaymentIntent | null>;

/** Drafts are left out: the provider changes and deletes them until they are final. */
export function toProviderInvoices(
  invoices: readonly Stripe.Invoice[],
  { refunded, unpaid }: { refunded: RefundedAmounts | null; unpaid: OpenPayments },
): ProviderInvoice[] {
  return invoices.flatMap((invoice) => {
    const { id, number, currency } = invoice;
    const status = toInvoiceStatus(invoice.status);
    if (status === null || status === "draft") return [];
    const payments = listPaymentIntents(invoice);
    const payment = unpaid.get(id) ?? null;
    const pending = payment && toPendingStart(payment, payment.last_payment_error);
    const { next_payment_attempt: retryAt } = invoice;
    return {
      id,
      number,
      status,
      currency,
      totalMinor: invoice.total,
      amountDueMinor: invoice.amount_due,
      amountRefundedMinor:
        refunded && payments.reduce((sum, payment) => sum + (refunded.get(payment) ?? 0), 0),
      pdfUrl: invoice.invoice_pdf ?? null,
      issuedAt: getIssueTime(invoice),
      attempts: invoice.attempt_count,
      retryAt: retryAt === null ? null : new Date(retryAt * 1000),
      ...(pending?.kind === "refused" && payment?.last_payment_error
        ? toDecline(payment.last_payment_error)
        : NOT_DECLINED),
      needsAction: pending?.kind === "needs_action",
    };
  });
}

const NOT_DECLINED = { reason: null, declineCode: null };

/**
 * The provider's times are whole seconds, and a change of plan may follow another within one. The number counts up, so as
 * milliseconds it keeps such invoices in their order.
 */
function getIssueTime({ number, created, status_transitions: { finalized_at } }: Stripe.Invoice): Date {
  const sequence = Number(/(\d+)$/.exec(number ?? "")?.[1] ?? 0);
  return new Date((finalized_at ?? created) * 1000 + (sequence % 1000));
}

/** Makes one call for each invoice that was charged without success. There are none, as a rule. */
export async function listOpenPayments(
  stripe: Stripe,
  invoices: readonly Stripe.Invoice[],
): Promise<OpenPayments> {
  const payments = new Map<string, Stripe.PaymentIntent | null>();
  for (const { id, status, attempt_count: attempts } of invoices)
    if (status === "open" && attempts > 0) payments.set(id, await findInvoicePayment(stripe, id));
  return payments;
}

/** Null for a state that the product does not know. */
function toInvoiceStatus(status: Stripe.Invoice["status"]): InvoiceStatus | null {
  return INVOICE_STATUSES.find((known) => known === status) ?? null;
}

/** Makes one call for each paid invoice, because refunds cannot be listed by customer. */
export async function listRefundedAmounts(
  stripe: Stripe,
  invoices: readonly Stripe.Invoice[],
): Promise<RefundedAmounts> {
  const amounts = new Map<string, number>();
  const paid = invoices.filter(({ status, amount_due: due }) => status === "paid" && due > 0);
  for (const payment of paid.flatMap(listPaymentIntents)) {
    const { data } = await callStripe(() => stripe.refunds.list({ payment_intent: payment, limit: 100 }));
    const counted = data.filter(({ status }) => !isVoid(status));
    amounts.set(
      payment,
      counted.reduce((sum, { amount }) => sum + amount, 0),
    );
  }
  return amounts;
}

/** More than a subscription or a customer ever has. */
const OPEN_INVOICES_MAX = 1000;

/** Every open invoice, newest first, page after page: an owed one may be older than many others. */
export function listOpenInvoices(
  stripe: Stripe,
  query: { subscription: string } | { customer: string; expand: string[] },
): Promise<Stripe.Invoice[]> {
  const list = () => stripe.invoices.list({ ...query, status: "open", limit: PAGE_SIZE });
  return callStripe(() => list().autoPagingToArray({ limit: OPEN_INVOICES_MAX }));
}

export async function findOpenPayment(stripe: Stripe, subscription: string): Promise<OpenPayment | null> {
  const oldest = (await listOpenInvoices(stripe, { subscription })).at(-1);
  return oldest ? toOpenPayment(oldest.id, await findInvoicePayment(stripe, oldest.id)) : null;
}

export async function payInvoice(
  stripe: Stripe,
  { intentId, invoiceId, cardId }: { intentId: string; invoiceId: string; cardId?: string },
): Promise<OpenPayment> {
  const params = { off_session: false, ...(cardId !== undefined && { payment_method: cardId }) };
  const idempotencyKey = `${intentId}:pay:${invoiceId}`;
  try {
    await stripe.invoices.pay(invoiceId, params, { idempotencyKey });
    return { invoiceId, kind: "paid" };
  } catch (error) {
    // Also "already paid": the payment itself says what is true now.
    if (isOfType(error, "StripeCardError") || isOfType(error, "StripeInvalidRequestError")) {
      const invoice = await callStripe(() => stripe.invoices.retrieve(invoiceId));
      if (invoice.status === "paid") return { invoiceId, kind: "paid" };
      return toOpenPayment(invoiceId, await findInvoicePayment(stripe, invoiceId));
    }
    return callStripe(() => Promise.reject(error as Error));
  }
}

function toOpenPayment(invoiceId: string, payment: Stripe.PaymentIntent | null): OpenPayment {
  if (payment?.status === "succeeded") return { invoiceId, kind: "paid" };
  const pending = payment && toPendingStart(payment, payment.last_payment_error);
  return { invoiceId, ...(pending ?? { kind: "refused", ...toDecline(null) }) };
}

function listPaymentIntents({ payments }: Stripe.Invoice): string[] {
  return (payments?.data ?? []).flatMap(({ payment }) =>
    payment.payment_intent ? [getId(payment.payment_intent)] : [],
  );
}
