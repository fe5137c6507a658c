/**
 * Disputes and early fraud warnings at the provider. Neither names a customer: the payment that it is about does.
 * docs.stripe.com/api/disputes/object, read on 2026-11-28; the warnings as the types of the SDK 23.1.0 have them.
 */
import type Stripe from "stripe";
import type { ListedDispute, ProviderDispute } from "./provider-disputes";
import { callStripe, callStripeOrNull } from "./stripe-errors";
import { getId } from "./stripe-subscriptions";

/** More than a product has in a year. */
const LISTED_MAX = 10_000;

export async function findDispute(
  stripe: Stripe,
  { id, kind }: Pick<ProviderDispute, "id" | "kind">,
): Promise<ProviderDispute | null> {
  const found = kind === "dispute" ? await readDispute(stripe, id) : await readWarning(stripe, id);
  const listed = found && toListedDispute(found);
  return listed && { ...listed, ...(await findInvoice(stripe, found.payment)) };
}

export async function listDisputes(stripe: Stripe, { since }: { since: Date }): Promise<ListedDispute[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const query = { created, limit: 100, expand: ["data.payment_intent"] };
  const [disputes, warnings] = await Promise.all([
    callStripe(() => stripe.disputes.list(query).autoPagingToArray({ limit: LISTED_MAX })),
    callStripe(() => stripe.radar.earlyFraudWarnings.list(query).autoPagingToArray({ limit: LISTED_MAX })),
  ]);
  const found = [...disputes.map(toDisputeFacts), ...warnings.map(toWarningFacts)];
  return found.flatMap((each) => toListedDispute(each) ?? []);
}

const EXPAND = { expand: ["payment_intent"] };

async function readDispute(stripe: Stripe, id: string): Promise<FoundDispute | null> {
  const dispute = await callStripeOrNull(() => stripe.disputes.retrieve(id, EXPAND));
  return dispute && toDisputeFacts(dispute);
}

async function readWarning(stripe: Stripe, id: string): Promise<FoundDispute | null> {
  const warning = await callStripeOrNull(() => stripe.radar.earlyFraudWarnings.retrieve(id, EXPAND));
  return warning && toWarningFacts(warning);
}

/** A warning has no amount and no currency: they are those of its payment. */
type FoundDispute = Omit<ListedDispute, "amountMinor" | "currency" | "customerId"> &
  Partial<Pick<ListedDispute, "amountMinor" | "currency">> & { payment: Stripe.Dispute["payment_intent"] };

function toDisputeFacts(dispute: Stripe.Dispute): FoundDispute {
  const { id, amount: amountMinor, currency, status, reason, evidence_details: details } = dispute;
  return {
    ...{ id, kind: "dispute", payment: dispute.payment_intent, amountMinor, currency, status, reason },
    // 0 where the bank takes no evidence.
    respondBy: details.due_by ? new Date(details.due_by * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}

function toWarningFacts(warning: Stripe.Radar.EarlyFraudWarning): FoundDispute {
  return {
    id: warning.id,
    kind: "fraud_warning",
    payment: warning.payment_intent ?? null,
    status: warning.actionable ? "actionable" : "settled",
    reason: warning.fraud_type,
    respondBy: null,
    openedAt: new Date(warning.created * 1000),
  };
}

/** Null for a payment of no customer: every payment of the product has one, and the provider's account may take others. */
function toListedDispute({ payment, ...facts }: FoundDispute): ListedDispute | null {
  if (typeof payment !== "object" || payment?.customer == null) return null;
  const { amount_received: amountMinor, currency, customer } = payment;
  return { amountMinor, currency, ...facts, customerId: getId(customer) };
}

/** The invoice that the payment has paid, and its subscription. */
async function findInvoice(
  stripe: Stripe,
  intent: FoundDispute["payment"],
): Promise<Pick<ProviderDispute, "invoiceId" | "subscriptionId">> {
  const payment = { type: "payment_intent", payment_intent: getId(intent ?? "") } as const;
  const query = { payment, limit: 1, expand: ["data.invoice"] };
  const { data } = await callStripe(() => stripe.invoicePayments.list(query));
  const invoice = data[0]?.invoice;
  if (typeof invoice !== "object" || invoice.deleted) return { invoiceId: null, subscriptionId: null };
  const subscription = invoice.parent?.subscription_details?.subscription;
  return { invoiceId: invoice.id, subscriptionId: subscription ? getId(subscription) : null };
}
