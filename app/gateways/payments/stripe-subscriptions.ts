/** Subscriptions at the provider: created, found, cancelled, and mapped to the product's words. */
import type Stripe from "stripe";
import type { PlanPrices } from "./payment-types";
import type { ProviderSubscription, SubscriptionStart } from "./payments";
import type { SubscriptionOrder } from "./plan-orders";
import { toDecline } from "./decline-messages";
import { callStripe, callStripeOrNull } from "./stripe-errors";
import { findPlanId, findUsagePlanId } from "./stripe-prices";
import { callWithOrder, toDiscounts } from "./stripe-promotions";
import { canComputeTax, type TaxOptions } from "./stripe-tax";

/**
 * Said by name, because the provider's default may change with its version: in the other mode a removed item of usage is not
 * billed.
 */
export const BILLING_MODE = {
  type: "flexible",
  flexible: { proration_discounts: "included" },
} as const;

/** A trial whose card needs authentication has a pending setup intent; the latest invoice says what was charged. */
export const EXPAND = ["pending_setup_intent", "latest_invoice"];

export async function startSubscription(
  stripe: Stripe,
  order: SubscriptionOrder,
  { automaticTax }: TaxOptions,
): Promise<ProviderSubscription> {
  const { intentId, accountId, planId } = order;
  const isTaxed = automaticTax && (await canComputeTax(stripe, order.customerId));
  const created = await callWithOrder(() =>
    stripe.subscriptions.create(
      {
        customer: order.customerId,
        billing_mode: BILLING_MODE,
        items: toItems(order),
        default_payment_method: order.cardId,
        payment_behavior: "allow_incomplete",
        ...(order.trialDays > 0 && { trial_period_days: order.trialDays }),
        ...(isTaxed && { automatic_tax: { enabled: true } }),
        ...toDiscounts(order.promotionId),
        metadata: { intent_id: intentId, account_id: accountId, plan_id: planId },
        expand: EXPAND,
      },
      { idempotencyKey: intentId },
    ),
  );
  return toProviderSubscription(stripe, created);
}

/** The items of a new subscription, the plan's first. */
export function toItems({ priceId, usagePriceId, seats }: PlanPrices & { seats: number }) {
  return [{ price: priceId, quantity: seats }, ...(usagePriceId === null ? [] : [{ price: usagePriceId }])];
}

export async function findSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription | null> {
  const found = await callStripeOrNull(() => stripe.subscriptions.retrieve(id, { expand: EXPAND }));
  return found && toProviderSubscription(stripe, found);
}

export async function findSubscriptionOfIntent(
  stripe: Stripe,
  { customerId, intentId }: { customerId: string; intentId: string },
): Promise<ProviderSubscription | null> {
  const expand = EXPAND.map((path) => `data.${path}`);
  const query = { customer: customerId, status: "all", limit: 100, expand } as const;
  const list = await callStripeOrNull(() => stripe.subscriptions.list(query));
  const found = list?.data.find(({ metadata }) => metadata.intent_id === intentId);
  return found ? toProviderSubscription(stripe, found) : null;
}

export async function cancelSubscription(
  stripe: Stripe,
  id: string,
  { billsApiCalls } = { billsApiCalls: false },
): Promise<void> {
  await callStripeOrNull(() => stripe.subscriptions.cancel(id, billsApiCalls ? { invoice_now: true } : {}));
}

/** The subscription in the product's words. Reads the payment of its latest invoice when it is owed. */
export async function toProviderSubscription(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<ProviderSubscription> {
  const item = findPlanItem(subscription);
  const usagePrice = subscription.items.data.find(({ id }) => id !== item?.id)?.price;
  const { default_payment_method: card } = subscription;
  const payment = isOwed(subscription) ? await findPayment(stripe, subscription) : null;
  return {
    id: subscription.id,
    itemId: item?.id ?? null,
    customerId: getId(subscription.customer),
    intentId: subscription.metadata.intent_id ?? null,
    planId: item ? findPlanId(item.price) : null,
    currency: subscription.currency,
    cardId: card ? getId(card) : null,
    usagePriceId: usagePrice?.id ?? null,
    usagePlanId: usagePrice ? findUsagePlanId(usagePrice) : null,
    status: toStatus(subscription, payment),
    start: toSubscriptionStart(subscription, payment),
    seats: item?.quantity ?? 1,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    latestPaidMinor: getLatestPaid(subscription),
    currentPeriodStart: item ? new Date(item.current_period_start * 1000) : null,
    currentPeriodEnd: item ? new Date(item.current_period_end * 1000) : null,
  };
}

function getLatestPaid({ latest_invoice: latest }: Stripe.Subscription): number | null {
  return typeof latest === "object" && latest?.status === "paid" ? latest.amount_paid : null;
}

/** The item of the plan, next to which usage may have one of its own. */
export function findPlanItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined {
  return items.data.find(({ price }) => price.recurring?.usage_type !== "metered");
}

/** Whether the status depends on the payment of the latest invoice. */
function isOwed({ status }: Stripe.Subscription): boolean {
  return status === "incomplete" || status === "past_due" || status === "unpaid";
}

/** The payment of the latest invoice; null when no payment was attempted. */
export async function findPayment(stripe: Stripe, { latest_invoice: latest }: Stripe.Subscription) {
  return latest ? findInvoicePayment(stripe, getId(latest)) : null;
}

/** The payment of an invoice; null when no payment was attempted. */
export async function findInvoicePayment(
  stripe: Stripe,
  invoice: string,
): Promise<Stripe.PaymentIntent | null> {
  const expand = ["data.payment.payment_intent"];
  const { data } = await callStripe(() => stripe.invoicePayments.list({ invoice, expand }));
  const { payment } = data.find(({ is_default: isDefault }) => isDefault) ?? data[0] ?? {};
  return typeof payment?.payment_intent === "object" ? payment.payment_intent : null;
}

function toStatus(
  { status }: Stripe.Subscription,
  payment: Stripe.PaymentIntent | null,
): ProviderSubscription["status"] {
  const running = toRunningStatus(status);
  if (running) return running;
  if (status === "canceled" || status === "incomplete_expired") return "canceled";
  // A payment in progress needs no fix either: "check your e-mail, then refresh" fits both.
  const isWaiting =
    payment !== null && payment.status !== "requires_payment_method" && payment.status !== "canceled";
  return isWaiting ? "requires_action" : "requires_payment_method";
}

function toSubscriptionStart(
  subscription: Stripe.Subscription,
  payment: Stripe.PaymentIntent | null,
): SubscriptionStart {
  const { status } = subscription;
  const running = toRunningStatus(status);
  if (running) {
    const setup = getPendingSetup(subscription);
    const pending = setup && toPendingStart(setup, setup.last_setup_error);
    return pending ?? { kind: "started", status: running };
  }
  if (status === "canceled" || status === "incomplete_expired") return { kind: "ended" };
  if (!payment || payment.status === "canceled") return { kind: "refused", ...toDecline(null) };
  return toPendingStart(payment, payment.last_payment_error) ?? { kind: "processing" };
}

export function toRunningStatus(status: Stripe.Subscription.Status): "active" | "trialing" | null {
  if (status === "active") return "active";
  return status === "trialing" ? "trialing" : null;
}

/** Returns what a payment intent or a setup intent still waits for; null when it waits for nothing. */
export function toPendingStart(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  lastError: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError | null,
): PendingStart | null {
  if (intent.status === "processing") return { kind: "processing" };
  if (intent.status === "requires_payment_method") return { kind: "refused", ...toDecline(lastError) };
  const needsOwner = intent.status === "requires_action" || intent.status === "requires_confirmation";
  return needsOwner && intent.client_secret
    ? { kind: "needs_action", clientSecret: intent.client_secret }
    : null;
}

type PendingStart = Extract<SubscriptionStart, { kind: "processing" | "refused" | "needs_action" }>;

function getPendingSetup({ pending_setup_intent: setup }: Stripe.Subscription): Stripe.SetupIntent | null {
  return typeof setup === "object" ? setup : null;
}

export function getId(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
