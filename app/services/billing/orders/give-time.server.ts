/**
 * Time that a master gives an account: a trial that ends later, or a plan for some days that nothing is charged for. Both
 * are changes at the payment provider, through an intent as the owner's own
 * (docs/decisions/0056-given-time-is-a-trial-at-the-provider.md).
 */
import { AppError } from "~/domain/errors";
import { findBoundCurrency, fitsCurrency } from "~/domain/plan-currency";
import { createPlanCurrencyError } from "~/gateways/payments/decline-messages";
import type { GivenPlan } from "~/gateways/payments/payment-types";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import type { BillingIntentRow } from "~/models/billing-intent.server";
import type { PlanRow } from "~/models/plan.server";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { hasLivePlan, openIntent, rememberCustomer } from "../intents/intents.server";
import { requireRoom } from "./plan-order.server";
import { carryOut, countSeats } from "./provider-call.server";

type OnTrial = SubscriptionRow & { planId: string; providerId: string; currentPeriodEnd: Date };

/** The account's subscription, which is on a trial. Throws conflict when it is not. */
export function requireTrial(row: SubscriptionRow | null): OnTrial {
  const { planId, providerId, currentPeriodEnd, status } = row ?? {};
  if (!row || !planId || !providerId || !currentPeriodEnd || status !== "trialing")
    throw new AppError("conflict", "master:acts.not_trialing");
  return { ...row, planId, providerId, currentPeriodEnd };
}

/** Throws conflict when the account has a subscription at the provider, or gets one. */
export function requireUnpaid(row: SubscriptionRow | null): void {
  if (hasLivePlan(row) && row.providerId !== null)
    throw new AppError("conflict", "master:acts.has_subscription");
}

interface TrialOrder {
  accountId: string;
  endsAt: Date;
  /** Throws when the trial must not be moved. It runs once no other request can change the subscription. */
  check?: (trial: OnTrial) => void;
}

/** Moves the end of the trial. Throws conflict like `openIntent` and `requireTrial`, what `check` throws, and unavailable. */
export async function extendTrial(app: App, { accountId, endsAt, check }: TrialOrder): Promise<void> {
  const { planId, providerId } = requireTrial(await findSubscription(app.store, { accountId }));
  const order = { accountId, kind: "extend", planId, tokenHash: null, providerId, endsAt } as const;
  const intent = await openIntent(app.store, order, (row) => {
    const trial = requireTrial(row);
    check?.(trial);
  });
  await carryOut(app, intent, {
    prepare: () => requireTrialAtProvider(app, providerId),
    send: () => app.payments.extendTrial({ intentId: intent.id, subscriptionId: providerId, endsAt }),
  });
}

/**
 * Starts the plan without a charge for `days`, after which it ends by itself; an account on the free plan is on it again then.
 * Throws conflict like `openIntent` and `requireUnpaid`, invalid for a plan that is too small, and unavailable.
 */
export async function givePlan(
  app: App,
  { accountId, plan, days }: { accountId: string; plan: PlanRow; days: number },
): Promise<void> {
  const row = await findSubscription(app.store, { accountId });
  requireUnpaid(row);
  if (!fitsCurrency(plan, findBoundCurrency(row, null))) throw createPlanCurrencyError();
  await requireRoom(app, { accountId, plan });
  const order = { accountId, kind: "comp", planId: plan.id, tokenHash: null } as const;
  const intent = await openIntent(app.store, order, requireUnpaid);
  await carryOut(app, intent, {
    prepare: () => preparePlan(app, { intent, plan, days }),
    send: (prepared) => app.payments.startGivenPlan(prepared),
  });
}

async function requireTrialAtProvider({ payments }: App, id: string): Promise<ProviderSubscription> {
  const subscription = await payments.findSubscription(id);
  // The event of its end may not have arrived yet.
  if (subscription?.status !== "trialing") throw new AppError("conflict", "master:acts.not_trialing");
  return subscription;
}

/** Does every step before the subscription: none charges anything. */
async function preparePlan(
  { payments, store }: App,
  { intent, plan, days }: { intent: BillingIntentRow; plan: PlanRow; days: number },
): Promise<GivenPlan> {
  const { accountId } = intent;
  const known = (await findSubscription(store, { accountId }))?.customerId ?? null;
  const [customerId, priceId, usagePriceId, seats] = await Promise.all([
    payments.ensureCustomer({ accountId, customerId: known }),
    payments.syncPlan(plan),
    payments.syncUsagePrice(plan),
    countSeats(store, { accountId, plan }),
  ]);
  if (customerId !== known) await rememberCustomer(store, accountId, customerId);
  return {
    intentId: intent.id,
    accountId,
    planId: plan.id,
    customerId,
    priceId,
    usagePriceId,
    seats,
    days,
  };
}
