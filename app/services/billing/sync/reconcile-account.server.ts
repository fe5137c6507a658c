/** Compares one account with the payment provider, and repairs what can be repaired without asking anyone. */
import type { Drift } from "~/domain/comparisons";
import { AppError } from "~/domain/errors";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import { findIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import { findPlan } from "~/models/plan.server";
import { findSubscription } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { holdBilling } from "../intents/hold.server";
import type { Lease } from "../intents/intent-lease.server";
import { hasUsagePriceOf } from "./usage-price.server";
import { syncFromProvider, type SyncOptions, type SyncProblem } from "./sync.server";

/** Returns what differed. Throws unavailable when the provider does not answer. */
export async function reconcileAccount(
  app: App,
  accountId: string,
  { withRefunds = true }: Pick<SyncOptions, "withRefunds"> = {},
): Promise<Drift[]> {
  const synced = await syncFromProvider(app, accountId, { withRefunds });
  if (!synced) return [];
  const drifts = synced.repaired.map((word): Drift => ({ accountId, ...word, failure: null }));
  for (const problem of synced.problems) drifts.push(await resolveProblem(app, accountId, problem));
  return [...drifts, ...(await repairUsagePrice(app, accountId, synced.subscription))];
}

async function resolveProblem(app: App, accountId: string, problem: SyncProblem): Promise<Drift> {
  const of = { accountId, area: "subscriptions" } as const;
  switch (problem.kind) {
    case "customer_missing":
      return {
        ...of,
        area: null,
        what: "the provider does not have the customer",
        failure: "a new customer is created when the account chooses a plan",
      };
    case "subscription_missing":
      return {
        ...of,
        what: `the provider does not have the subscription ${problem.id}`,
        failure: "whether the account has paid is unknown",
      };
    case "other_subscription": {
      const what = `another live subscription at the provider, ${problem.id}`;
      return { ...of, what, failure: await cancelStray(app, accountId, problem) };
    }
  }
}

/**
 * Cancels a subscription that the product created and lost: the account has another one, or its payment has failed here.
 * Returns why not, or null. Meanwhile no other request can change the account's plan.
 */
async function cancelStray(
  app: App,
  accountId: string,
  stray: Extract<SyncProblem, { kind: "other_subscription" }>,
): Promise<string | null> {
  const { store, payments } = app;
  const { id, intentId } = stray;
  if (stray.accountId !== accountId || intentId === null) return "the product has not created it";
  const cancel = async (): Promise<string | null> => {
    const row = await findSubscription(store, { accountId });
    if (row?.providerId === id) return null;
    const hasOther = row?.providerId != null && row.status !== "canceled";
    const intent = await findIntent(store, { accountId, id: intentId });
    if (!hasOther && intent?.status !== "failed") return "it may be the account's only subscription";
    await payments.cancelSubscription(id);
    return null;
  };
  return holdBilling(app, accountId, cancel).catch(toConflictWords);
}

/** A subscription from before its plan billed usage has no price for it, and one that was changed elsewhere may have another. */
async function repairUsagePrice(
  app: App,
  accountId: string,
  subscription: ProviderSubscription | null,
): Promise<Drift[]> {
  if (!subscription || !isRunning(subscription)) return [];
  const { id, planId } = subscription;
  const plan = await findPlan(app.store, { id: planId ?? "" });
  if (plan?.overagePriceMinor == null || hasUsagePriceOf(subscription, plan)) return [];
  const what = "the calls beyond the included ones were not billed";
  const add = async (lease: Lease, hold: BillingIntentRow): Promise<null> => {
    const usagePriceId = await app.payments.syncUsagePrice(plan);
    const current = await app.payments.findSubscription(id);
    if (!current || !isRunning(current) || current.planId !== planId) return null;
    await lease.require();
    await app.payments.replaceUsagePrice({ intentId: hold.id, subscriptionId: id, usagePriceId });
    return null;
  };
  const failure = await holdBilling(app, accountId, add).catch(toConflictWords);
  return [{ accountId, area: "subscriptions", what, failure }];
}

function isRunning({ status }: ProviderSubscription): boolean {
  return status === "active" || status === "trialing";
}

/** Why a change of the plan was kept from being made, in words for operators. Throws any other error again. */
export function toConflictWords(error: unknown): string {
  if (error instanceof AppError && error.code === "conflict") return "the account's plan is being changed";
  throw error;
}
