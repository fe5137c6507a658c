/** Applies the provider's result to an intent: the subscription has started, waits for the user, or has failed. */
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "~/domain/errors";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import { createCardDeclinedError, NOT_AUTHENTICATED } from "~/gateways/payments/decline-messages";
import { markIntentPending, type BillingIntentRow } from "~/models/billing-intent.server";
import { findSubscription } from "~/models/subscription.server";
import type { SubscriptionStatus } from "~/domain/plans";
import type { App } from "~/services/platform/app.server";
import { commitIntent, prepareCommitment } from "../intents/commit-intent.server";
import { toOutcome } from "../intents/intent-kinds.server";
import { isRunning, takeOverIntent } from "../intents/intent-lease.server";
import { failIntent, hasLivePlan, createInProgressError } from "../intents/intents.server";
import { withdrawChange } from "../intents/withdraw-change.server";
import { refreshAccount } from "./sync.server";
import { followPlan } from "./usage-price.server";

/** How often an authenticated payment is checked until it has settled. */
const PAYMENT_SETTLE_EVERY_MS = 500;
const PAYMENT_SETTLE_TRIES = 6;

export type PaymentResult =
  | { kind: "started"; status: SubscriptionStatus }
  | { kind: "needs_action"; clientSecret: string };

interface IntentState {
  intent: BillingIntentRow;
  subscription: ProviderSubscription;
}

/**
 * Finds the current subscription of an intent at the provider, with `start` about what the intent changes; null when there
 * is none.
 */
export async function findIntentSubscription(
  { store, payments }: App,
  intent: BillingIntentRow,
): Promise<ProviderSubscription | null> {
  const { kind, providerId, planId } = intent;
  if (providerId && kind === "change") return payments.findChange({ subscriptionId: providerId, planId });
  if (providerId) {
    const found = await payments.findSubscription(providerId);
    return found && toOutcome(intent, found);
  }
  const row = await findSubscription(store, intent);
  // The customer's id is saved before a subscription is requested, so without it none was requested.
  if (!row?.customerId) return null;
  const found = await payments.findSubscriptionOfIntent({ customerId: row.customerId, intentId: intent.id });
  return found && toOutcome(intent, found);
}

/**
 * The same for a request that did not open the intent. Throws conflict while the one that did may still be running; or a
 * call of it, unless the provider has carried it out.
 */
export async function findOutcome(app: App, intent: BillingIntentRow): Promise<ProviderSubscription | null> {
  if (isRunning(intent)) throw createInProgressError();
  const subscription = await findIntentSubscription(app, intent);
  const isMissing = subscription === null || subscription.start.kind === "ended";
  if (isMissing && intent.status !== "needs_action") await takeOverIntent(app.store, intent);
  return subscription;
}

/** Saves the result of the intent. Throws invalid when the card is declined, conflict while the payment is running. */
export async function settleIntent(app: App, found: IntentState): Promise<PaymentResult> {
  const { intent } = found;
  const subscription = await waitUntilSettled(app, found);
  switch (subscription.start.kind) {
    case "started":
      return commitSubscription(app, {
        intent,
        subscription: await completeChange(app, { intent, subscription }),
      });
    case "needs_action":
      if (!(await markIntentPending(app.store, intent, { providerId: subscription.id })))
        return resolveSuperseded(app, { intent, subscription });
      return subscription.start;
    case "processing":
      await markIntentPending(app.store, intent, { providerId: subscription.id });
      throw new AppError("conflict", "billing:errors.processing");
    case "refused":
      await cancelIntent(app, { intent, subscription });
      throw createCardDeclinedError(subscription.start);
    case "ended":
      await cancelIntent(app, { intent, subscription });
      if (["cancel", "resume", "extend", "comp"].includes(intent.kind ?? ""))
        throw new AppError("conflict", "errors:conflict");
      throw createCardDeclinedError(NOT_AUTHENTICATED);
  }
}

/** Cancels the intent, at the provider first: a closed intent must not leave a subscription that charges. */
export async function cancelIntent(app: App, { intent, subscription }: IntentState): Promise<void> {
  switch (intent.kind) {
    case "change": {
      const paid = await withdrawChange(app, intent, subscription);
      if (paid) await settleIntent(app, { intent, subscription: paid });
      return;
    }
    case "cancel":
    case "resume":
    case "extend":
      break;
    default:
      if (subscription.start.kind !== "ended") await app.payments.cancelSubscription(subscription.id);
  }
  await failIntent(app.store, intent, subscription.id);
}

/**
 * Closes an open intent that no request waits for: what was paid counts, and what waits for the user is withdrawn. Throws
 * conflict while the provider still processes it, and like `findOutcome`.
 */
export async function releaseIntent(app: App, intent: BillingIntentRow): Promise<void> {
  const subscription = await findOutcome(app, intent);
  if (!subscription) await failIntent(app.store, intent);
  else if (["started", "processing"].includes(subscription.start.kind))
    await settleIntent(app, { intent, subscription });
  else await cancelIntent(app, { intent, subscription });
}

/** What follows a paid change: the price of API calls, and a subscription that was about to end goes on. */
async function completeChange(
  app: App,
  { intent, subscription }: IntentState,
): Promise<ProviderSubscription> {
  if (intent.kind !== "change") return subscription;
  const followed = await followPlan(app, { intent, subscription });
  if (!followed.cancelAtPeriodEnd) return followed;
  return app.payments.setCancelAtPeriodEnd({ subscriptionId: subscription.id, isCanceling: false });
}

/** Polls, because the provider needs a moment to settle a payment that was just authenticated. */
async function waitUntilSettled(
  app: App,
  { intent, subscription }: IntentState,
): Promise<ProviderSubscription> {
  let latest = subscription;
  for (let tries = 0; latest.start.kind === "processing" && tries < PAYMENT_SETTLE_TRIES; tries += 1) {
    await wait(PAYMENT_SETTLE_EVERY_MS);
    latest = (await findIntentSubscription(app, { ...intent, providerId: subscription.id })) ?? latest;
  }
  if (latest.start.kind === "processing")
    app.log.warn({ intent: intent.id }, "a payment takes long to settle");
  return latest;
}

async function commitSubscription(app: App, { intent, subscription }: IntentState): Promise<PaymentResult> {
  const commitment = await prepareCommitment(app, { intent, subscription });
  const isOurs = await app.store.transaction((store) => commitIntent(store, app.secrets, commitment));
  if (!isOurs) return resolveSuperseded(app, { intent, subscription });
  // Its card and first invoice.
  await refreshAccount(app, intent.accountId);
  return { kind: "started", status: subscription.status };
}

/** Another process has closed the intent: the webhook with success, or a reconciliation that considered it lost. */
async function resolveSuperseded(app: App, { intent, subscription }: IntentState): Promise<PaymentResult> {
  const row = await findSubscription(app.store, intent);
  if (hasLivePlan(row) && row.providerId === subscription.id) return { kind: "started", status: row.status };
  // The provider's event brings the row in line, whatever has become of the change.
  if (intent.kind !== null && intent.kind !== "subscribe") throw createInProgressError();
  // The timeouts exclude this case. If it happens nevertheless, an operator must check the payment.
  app.log.error(
    { intent: intent.id, subscription: subscription.id },
    "a payment came too late and was canceled",
  );
  await app.payments.cancelSubscription(subscription.id);
  throw createInProgressError();
}
