/**
 * Disputes and early fraud warnings at the provider. Neither names a customer: the payment that it is about does.
 * docs.stripe.com/api/disputes/object, read on 2026-11-28; the warnings as the types of the SDK 23.1.0 have them.
 */
import type Stripe from "stripe";
import type { ProviderDispute } from "./payment-types";
import { callStripe, callStripeOrNull } from "./stripe-errors";
import { getId } from "./stripe-subscriptions";

export async function findDispute(
  stripe: Stripe,
  { id, kind }: Pick<ProviderDispute, "id" | "kind">,
): Promise<ProviderDispute | null> {
  const found = kind === "dispute" ? await readDispute(stripe, id) : await readWarning(stripe, id);
  if (!found) return null;
  const { payment, ...facts } = found;
  // Every payment of the product is an intent of a customer's invoice; the provider's account may take others.
  if (typeof payment !== "object" || payment?.customer == null) return null;
  const { amount_received: amountMinor, currency } = payment;
  const customerId = getId(payment.customer);
  return {
    amountMinor,
    currency,
    ...facts,
    id,
    kind,
    customerId,
    ...(await findInvoice(stripe, payment.id)),
  };
}

const EXPAND = { expand: ["payment_intent"] };

async function readDispute(stripe: Stripe, id: string) {
  const dispute = await callStripeOrNull(() => stripe.disputes.retrieve(id, EXPAND));
  if (!dispute) return null;
  const { amount: amountMinor, currency, status, reason, evidence_details: details } = dispute;
  return {
    payment: dispute.payment_intent,
    ...{ amountMinor, currency, status, reason },
    // 0 where the bank takes no evidence.
    respondBy: details.due_by ? new Date(details.due_by * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}

async function readWarning(stripe: Stripe, id: string) {
  const warning = await callStripeOrNull(() => stripe.radar.earlyFraudWarnings.retrieve(id, EXPAND));
  return (
    warning && {
      payment: warning.payment_intent ?? null,
      status: warning.actionable ? "actionable" : "settled",
      reason: warning.fraud_type,
      respondBy: null,
      openedAt: new Date(warning.created * 1000),
    }
  );
}

/** The invoice that the payment has paid, and its subscription. */
async function findInvoice(
  stripe: Stripe,
  intentId: string,
): Promise<Pick<ProviderDispute, "invoiceId" | "subscriptionId">> {
  const payment = { type: "payment_intent", payment_intent: intentId } as const;
  const query = { payment, limit: 1, expand: ["data.invoice"] };
  const { data } = await callStripe(() => stripe.invoicePayments.list(query));
  const invoice = data[0]?.invoice;
  if (typeof invoice !== "object" || invoice.deleted) return { invoiceId: null, subscriptionId: null };
  const subscription = invoice.parent?.subscription_details?.subscription;
  return { invoiceId: invoice.id, subscriptionId: subscription ? getId(subscription) : null };
}
