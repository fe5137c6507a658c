/** Ending what an account pays before it is closed: nothing may go on being charged, or begin to be. Security F7. */
import { PAYMENT_UNKNOWN_AFTER_MS } from "~/domain/limits";
import { deleteIntent, findOpenIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import type { App } from "../platform/app.server";
import { claimBilling, failIntent, createInProgressError } from "./intents.server";
import { cancelIntent, findIntentSubscription } from "./settle.server";

/** Stands in the place of a plan's id: the intent is to have none. */
const NO_PLAN = "none";

/**
 * Cancels the account's subscription at the provider and holds its billing meanwhile, so that nobody chooses a plan.
 * Returns the hold, to be removed with the account, or given back by `releaseBilling`. Throws conflict while somebody
 * else changes the plan, and unavailable when the provider does not answer: then nothing is held, and nothing changed.
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

/** Gives the account's billing back: it was not closed after all. */
export async function releaseBilling(store: Store, hold: BillingIntentRow): Promise<void> {
  await deleteIntent(store, hold);
}

/** A payment that nobody finished is given up; one that may be asked for in this moment is waited for. */
async function cancelPendingIntent(app: App, intent: BillingIntentRow): Promise<void> {
  const isYoung = Date.now() - intent.createdAt.getTime() < PAYMENT_UNKNOWN_AFTER_MS;
  if (intent.status === "started" && isYoung) throw createInProgressError();
  const subscription = await findIntentSubscription(app, intent);
  if (subscription) await cancelIntent(app, { intent, subscription });
  else await failIntent(app.store, intent);
}
