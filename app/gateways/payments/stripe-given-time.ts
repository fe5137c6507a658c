/** Time without a charge at the provider: a trial that ends later, and a subscription that ends with its trial. */
import type Stripe from "stripe";
import type { GivenPlan, TrialExtension } from "./payment-types";
import type { ProviderSubscription } from "./payments";
import { callStripe } from "./stripe-errors";
import { callWithOrder } from "./stripe-promotions";
import { BILLING_MODE, EXPAND, toItems, toProviderSubscription } from "./stripe-subscriptions";

export async function extendTrial(
  stripe: Stripe,
  { intentId, subscriptionId, endsAt }: TrialExtension,
): Promise<ProviderSubscription> {
  const extended = await callStripe(() =>
    stripe.subscriptions.update(
      subscriptionId,
      { trial_end: toSeconds(endsAt), proration_behavior: "none", expand: EXPAND },
      { idempotencyKey: intentId },
    ),
  );
  return toProviderSubscription(stripe, extended);
}

/** Needs no card: the trial costs nothing, and the subscription ends with it. */
export async function startGivenPlan(stripe: Stripe, plan: GivenPlan): Promise<ProviderSubscription> {
  const { intentId, accountId, planId } = plan;
  const started = await callWithOrder(() =>
    stripe.subscriptions.create(
      {
        customer: plan.customerId,
        billing_mode: BILLING_MODE,
        items: toItems(plan),
        trial_period_days: plan.days,
        cancel_at_period_end: true,
        metadata: { intent_id: intentId, account_id: accountId, plan_id: planId },
        expand: EXPAND,
      },
      { idempotencyKey: intentId },
    ),
  );
  return toProviderSubscription(stripe, started);
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
