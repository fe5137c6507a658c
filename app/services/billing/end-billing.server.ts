/** Ending the billing of an account before the account is deleted, so that no charge continues or starts. */
import { PAYMENT_UNKNOWN_AFTER_MS } from "~/domain/limits";
import { deleteIntent, findOpenIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import type { App } from "../platform/app.server";
import { claimBilling, failIntent, createInProgressError } from "./intents.server";
import { cancelIntent, findIntentSubscription } from "./settle.server";

/** Replaces the plan's id in an intent that leads to no plan. */
const NO_PLAN = "none";

/**
 * Cancels the account's subscription at the provider. Meanwhile it holds the account's billing, so that no request can
 * choose a plan. Returns the hold, which is deleted with the account or by `releaseBilling`. Throws conflict while
 * another request changes the plan, and unavailable when the provider does not answer; then nothing is held or changed.
 */
export async function endBilling(app: App, accountId: string): Promise<BillingIntentRow> {
  const open = await findOpenIntent(app.store, { accountId });
  if (open) await cancelPendingIntent(app, open);
  const hold = await claimBilling(app.store, { accountId, planId: NO_PLAN, tokenHash: null });
  try {
    const row = await findSubscription(app.store, { accountId });
    if (row?.providerId) await app.payments.cancelSubscription(row.providerId);
    return hold;
  } catch (error) {
    await releaseBilling(app.store, hold);
    throw error;
  }
}

/** Releases the hold of an account that could not be closed. */
export async function releaseBilling(store: Store, hold: BillingIntentRow): Promise<void> {
  await deleteIntent(store, hold);
}

/** Cancels an unfinished payment. Throws conflict while the request that started it may still be running. */
async function cancelPendingIntent(app: App, intent: BillingIntentRow): Promise<void> {
  const isRecent = Date.now() - intent.createdAt.getTime() < PAYMENT_UNKNOWN_AFTER_MS;
  if (intent.status === "started" && isRecent) throw createInProgressError();
  const subscription = await findIntentSubscription(app, intent);
  if (subscription) await cancelIntent(app, { intent, subscription });
  else await failIntent(app.store, intent);
}
