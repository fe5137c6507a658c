/**
 * Money that is given back at the provider: a refund of a paid invoice, or credit for the next ones. The provider remembers
 * an idempotency key for a day only, so each carries its id, by which a later repeat finds it.
 */
import type Stripe from "stripe";
import { AppError } from "~/domain/errors";
import type { CreditOrder, GivenMoney, RefundOrder } from "./payment-types";
import { callStripe, isOfType } from "./stripe-errors";
import { findInvoicePayment } from "./stripe-subscriptions";

/** The longest page of a list. */
const PAGE_SIZE = 100;

/** Throws conflict when the provider does not pay back this much, or has had the same request with other details. */
export async function refundInvoice(
  stripe: Stripe,
  { invoiceId, request, amountMinor, reason }: RefundOrder,
): Promise<void> {
  const payment = await findInvoicePayment(stripe, invoiceId);
  if (payment?.status !== "succeeded") throw createRefundError();
  const id = ["refund", invoiceId, request, amountMinor].join(":");
  const metadata = { refund_id: id, invoice_id: invoiceId, reason };
  const refund = { payment_intent: payment.id, amount: amountMinor, metadata };
  await callOnce(() => stripe.refunds.create(refund, { idempotencyKey: id }), createRefundError);
}

/** The refund of the invoice that this request has made; null without one. */
export async function findRefund(
  stripe: Stripe,
  { invoiceId, request }: Pick<RefundOrder, "invoiceId" | "request">,
): Promise<GivenMoney | null> {
  const payment = await findInvoicePayment(stripe, invoiceId);
  if (!payment) return null;
  return callStripe(async () => {
    for await (const refund of stripe.refunds.list({ payment_intent: payment.id, limit: PAGE_SIZE })) {
      const { metadata, amount, currency, status } = refund;
      if (isOfRequest(metadata?.refund_id, request))
        return { amountMinor: amount, currency, reason: metadata?.reason ?? "", hasFailed: isVoid(status) };
    }
    return null;
  });
}

/** A refund that the bank has returned, or that was stopped, gave nothing back. */
export function isVoid(status: string | null): boolean {
  return status === "failed" || status === "canceled";
}

/**
 * A negative balance is credit, which the provider deducts from the next invoices. Throws conflict when the same request
 * was used with other details.
 */
export async function creditCustomer(
  stripe: Stripe,
  { accountId, customerId, currency, request, amountMinor, reason }: CreditOrder,
): Promise<void> {
  const id = ["credit", accountId, request, amountMinor].join(":");
  const transaction = { amount: -amountMinor, currency, description: reason, metadata: { credit_id: id } };
  await callOnce(() =>
    stripe.customers.createBalanceTransaction(customerId, transaction, { idempotencyKey: id }),
  );
}

/** How much credit the customer has that no invoice has used, and the credit that this request has given. */
export async function readCredit(
  stripe: Stripe,
  { customerId, request }: Pick<CreditOrder, "customerId" | "request">,
): Promise<{ openMinor: number; given: GivenMoney | null }> {
  const customer = await callStripe(() => stripe.customers.retrieve(customerId));
  const openMinor = customer.deleted ? 0 : Math.max(0, -customer.balance);
  return callStripe(async () => {
    const transactions = stripe.customers.listBalanceTransactions(customerId, { limit: PAGE_SIZE });
    for await (const { metadata, amount, currency, description } of transactions) {
      if (!isOfRequest(metadata?.credit_id, request)) continue;
      const given = { amountMinor: -amount, currency, reason: description ?? "", hasFailed: false };
      return { openMinor, given };
    }
    return { openMinor, given: null };
  });
}

/** The id of a refund or credit consists of its kind, whose it is, its request, and its amount. */
function isOfRequest(id: string | undefined, request: string): boolean {
  return id?.split(":").at(2) === request;
}

/** Throws conflict when the provider has had this request with other details within the last day. */
async function callOnce(
  call: () => Promise<unknown>,
  toRefusal?: (cause: unknown) => AppError,
): Promise<void> {
  await callStripe(async () => {
    try {
      await call();
    } catch (cause) {
      if (isOfType(cause, "StripeIdempotencyError"))
        throw new AppError("conflict", "master:billing.request_used", { cause });
      if (toRefusal && isOfType(cause, "StripeInvalidRequestError")) throw toRefusal(cause);
      throw cause;
    }
  });
}

function createRefundError(cause?: unknown): AppError {
  const messageKey = "master:billing.not_refundable";
  return new AppError("conflict", messageKey, { inputError: "amount", cause });
}
