/** Changes of a running subscription: another plan, and its end with the period. */
import type Stripe from "stripe";
import type { Interval } from "~/domain/plans";
import type { PlanPrices } from "./payment-types";
import type { ProviderSubscription, SubscriptionStart } from "./payments";
import type { ChangeOrder } from "./plan-orders";
import { callStripe, callStripeOrNull, isOfType } from "./stripe-errors";
import { listOpenInvoices } from "./stripe-invoices";
import { findPlanId } from "./stripe-prices";
import { callWithOrder, toDiscounts } from "./stripe-promotions";
import { enableTax, type TaxOptions } from "./stripe-tax";
import {
  EXPAND,
  findPayment,
  findPlanItem,
  getId,
  toPendingStart,
  toProviderSubscription,
  toRunningStatus,
} from "./stripe-subscriptions";

export async function changeSubscription(
  stripe: Stripe,
  order: ChangeOrder,
  { automaticTax }: TaxOptions,
): Promise<ProviderSubscription> {
  const { intentId, subscriptionId, planId, promotionId, proratedAt } = order;
  const current = await callStripe(() => stripe.subscriptions.retrieve(subscriptionId));
  if (automaticTax) await enableTax(stripe, current);
  const changed = await callWithOrder(() =>
    stripe.subscriptions.update(
      subscriptionId,
      {
        // Pending updates list an item's price and quantity, and neither new nor deleted items: `replaceUsagePrice` follows.
        items: [toPlanItemChange(current, order)],
        proration_behavior: "always_invoice",
        ...toCycleChange(current, order),
        payment_behavior: "pending_if_incomplete",
        ...(proratedAt && { proration_date: Math.floor(proratedAt.getTime() / 1000) }),
        ...toDiscounts(promotionId),
        expand: EXPAND,
      },
      { idempotencyKey: intentId },
    ),
  );
  return toChange(stripe, changed, planId);
}

function toPlanItemChange(
  current: Stripe.Subscription,
  { priceId, seats }: { priceId: string; seats: number },
) {
  const item = findPlanItem(current);
  return { ...(item && { id: item.id }), price: priceId, quantity: seats };
}

/** In flexible billing mode the provider begins a new billing cycle only when it is told to. */
export function toCycleChange(
  current: Stripe.Subscription,
  { interval }: { interval: Interval },
): { billing_cycle_anchor?: { type: "now" } } {
  const isOther = findPlanItem(current)?.price.recurring?.interval !== interval;
  return isOther && current.status !== "trialing" ? { billing_cycle_anchor: { type: "now" } } : {};
}

/** The change of a subscription's items to these prices, as a preview shows it. */
export function listItemChanges(
  current: Stripe.Subscription,
  { priceId, usagePriceId, seats }: PlanPrices & { seats: number },
) {
  return [toPlanItemChange(current, { priceId, seats }), ...listUsageChanges(current, usagePriceId)];
}

/** Only this price of usage stays, or none. An item that ends is billed at once. */
export function listUsageChanges(current: Stripe.Subscription, usagePriceId: string | null) {
  const item = findPlanItem(current);
  const metered = current.items.data.filter(({ id }) => id !== item?.id);
  const isNew = usagePriceId !== null && metered.every(({ price }) => price.id !== usagePriceId);
  return [
    ...metered.filter(({ price }) => price.id !== usagePriceId).map(({ id }) => ({ id, deleted: true })),
    ...(isNew ? [{ price: usagePriceId }] : []),
  ];
}

export async function findChange(
  stripe: Stripe,
  { subscriptionId, planId }: { subscriptionId: string; planId: string },
): Promise<ProviderSubscription | null> {
  const found = await callStripeOrNull(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: EXPAND }),
  );
  return found && toChange(stripe, found, planId);
}

export async function withdrawChange(stripe: Stripe, subscriptionId: string): Promise<void> {
  const found = await callStripeOrNull(() => stripe.subscriptions.retrieve(subscriptionId));
  const invoice = found && (await findUpdateInvoice(stripe, found));
  if (!invoice) return;
  await callStripeOrNull(async () => {
    try {
      // Without its invoice the change can no longer be paid, and the provider discards it.
      await stripe.invoices.voidInvoice(invoice.id);
    } catch (error) {
      const isSettled = isOfType(error, "StripeInvalidRequestError") && error.code === "invoice_not_editable";
      if (!isSettled) throw error;
    }
  });
}

/**
 * The invoice that a pending update waits for: an open one of an update, with a price that the subscription gets by it. The
 * latest invoice may be another, of a renewal or a change in the provider's dashboard, and that one stays owed.
 */
async function findUpdateInvoice(
  stripe: Stripe,
  { id, items, pending_update: pending }: Stripe.Subscription,
): Promise<Stripe.Invoice | null> {
  const present = items.data.map(toItemKey);
  const awaited = (pending?.subscription_items ?? []).filter((item) => !present.includes(toItemKey(item)));
  if (awaited.length === 0) return null;
  const prices = awaited.map(({ price }) => price.id);
  const isOwn = ({ billing_reason: reason, lines }: Stripe.Invoice) =>
    reason === "subscription_update" &&
    lines.data.some(({ pricing }) => prices.includes(getId(pricing?.price_details?.price ?? "")));
  return (await listOpenInvoices(stripe, { subscription: id })).find(isOwn) ?? null;
}

function toItemKey({ price, quantity = 0 }: Stripe.SubscriptionItem): string {
  return `${price.id} ${quantity}`;
}

export async function setCancelAtPeriodEnd(
  stripe: Stripe,
  { subscriptionId, isCanceling }: { subscriptionId: string; isCanceling: boolean },
): Promise<ProviderSubscription> {
  const changed = await callStripe(() =>
    stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isCanceling, expand: EXPAND }),
  );
  return toProviderSubscription(stripe, changed);
}

async function toChange(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  planId: string,
): Promise<ProviderSubscription> {
  return {
    ...(await toProviderSubscription(stripe, subscription)),
    start: await findChangeStart(stripe, subscription, planId),
  };
}

/** How far the change to this plan has come. A change that was withdrawn, or was never requested, has ended. */
async function findChangeStart(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  planId: string,
): Promise<SubscriptionStart> {
  const pending = subscription.pending_update?.subscription_items?.map(({ price }) => findPlanId(price));
  if (pending?.includes(planId)) {
    const payment = await findPayment(stripe, subscription);
    if (!payment || payment.status === "canceled") return { kind: "ended" };
    return toPendingStart(payment, payment.last_payment_error) ?? { kind: "processing" };
  }
  const item = findPlanItem(subscription);
  const isEnded = subscription.status === "canceled" || subscription.status === "incomplete_expired";
  if (!item || isEnded || findPlanId(item.price) !== planId) return { kind: "ended" };
  return { kind: "started", status: toRunningStatus(subscription.status) ?? "active" };
}
