/** Changes of a running subscription: another plan, and its end with the period. */
import type Stripe from "stripe";
import type { PlanPrices } from "./payment-types";
import type { ProviderSubscription, SubscriptionStart } from "./payments";
import type { ChangeOrder } from "./plan-orders";
import { callStripe, callStripeOrNull, isOfType } from "./stripe-errors";
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
  const { intentId, subscriptionId, planId, promotionId } = order;
  const current = await callStripe(() => stripe.subscriptions.retrieve(subscriptionId));
  if (automaticTax) await enableTax(stripe, current);
  const changed = await callWithOrder(() =>
    stripe.subscriptions.update(
      subscriptionId,
      {
        items: listItemChanges(current, order),
        proration_behavior: "always_invoice",
        payment_behavior: "pending_if_incomplete",
        ...toDiscounts(promotionId),
        expand: EXPAND,
      },
      { idempotencyKey: intentId },
    ),
  );
  return toChange(stripe, changed, planId);
}

/** The change of a subscription's items to these prices. An item of usage that ends is billed at once. */
export function listItemChanges(
  current: Stripe.Subscription,
  { priceId, usagePriceId, seats }: PlanPrices & { seats: number },
) {
  const item = findPlanItem(current);
  const metered = current.items.data.filter(({ id }) => id !== item?.id);
  const isNew = usagePriceId !== null && metered.every(({ price }) => price.id !== usagePriceId);
  return [
    { ...(item && { id: item.id }), price: priceId, quantity: seats },
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
  const invoice = found?.pending_update && found.latest_invoice;
  if (!invoice) return;
  await callStripeOrNull(async () => {
    try {
      // Without its invoice the change can no longer be paid, and the provider discards it.
      await stripe.invoices.voidInvoice(getId(invoice));
    } catch (error) {
      const isSettled = isOfType(error, "StripeInvalidRequestError") && error.code === "invoice_not_editable";
      if (!isSettled) throw error;
    }
  });
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
