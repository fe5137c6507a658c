/**
 * The price of API calls follows the plan. The provider lets a change that waits for its payment neither add nor remove items,
 * so it is a call of its own, once the change is paid (docs/decisions/0098-the-price-of-calls-follows-the-paid-plan.md).
 */
import type { ProviderBilling, ProviderSubscription } from "~/gateways/payments/payments";
import type { BillingIntentRow } from "~/models/billing-intent.server";
import { findPlan, type PlanRow } from "~/models/plan.server";
import type { App } from "~/services/platform/app.server";
import { isRunning } from "../intents/intent-lease.server";

/** Whether the provider bills API calls as the plan says. Terms from before stay as they are. */
export function hasUsagePriceOf(
  { usagePriceId, usagePlanId }: Pick<ProviderSubscription, "usagePriceId" | "usagePlanId">,
  plan: Pick<PlanRow, "id" | "overagePriceMinor">,
): boolean {
  return plan.overagePriceMinor === null ? usagePriceId === null : usagePlanId === plan.id;
}

interface PaidChange {
  intent: BillingIntentRow;
  subscription: ProviderSubscription;
}

/** Whether API calls are billed otherwise than the plan says that the intent changes to. */
export async function needsUsagePrice(
  { store }: Pick<App, "store">,
  { intent, subscription }: PaidChange,
): Promise<boolean> {
  const plan = await findPlan(store, { id: intent.planId });
  return plan !== null && !hasUsagePriceOf(subscription, plan);
}

/**
 * Follows a change that was paid while no request waited for it. True when something was changed, so that the subscription
 * is to be read again.
 */
export async function followPaidChange(
  app: Pick<App, "payments" | "store">,
  intent: BillingIntentRow | null,
  billing: ProviderBilling | null,
): Promise<boolean> {
  const subscription = billing?.subscription;
  if (intent?.kind !== "change" || isRunning(intent) || subscription?.planId !== intent.planId) return false;
  if (subscription.status === "canceled" || !(await needsUsagePrice(app, { intent, subscription })))
    return false;
  await followPlan(app, { intent, subscription });
  return true;
}

/** Gives a subscription whose change is paid the price of API calls of its new plan. Does nothing where it has it. */
export async function followPlan(
  { store, payments }: Pick<App, "payments" | "store">,
  { intent, subscription }: PaidChange,
): Promise<ProviderSubscription> {
  const plan = await findPlan(store, { id: intent.planId });
  if (!plan || hasUsagePriceOf(subscription, plan)) return subscription;
  const usagePriceId = await payments.syncUsagePrice(plan);
  const change = { intentId: intent.id, subscriptionId: subscription.id, usagePriceId };
  const followed = await payments.replaceUsagePrice(change);
  // The mail about the change says what the plan has cost.
  return { ...followed, latestPaidMinor: subscription.latestPaidMinor };
}
