/** Ending the billing of an account before the account is deleted, so that no charge continues or starts. */
import { deleteIntent, findOpenIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import { findSubscription } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { NO_PLAN } from "../intents/intent-kinds.server";
import { runLeased } from "../intents/intent-lease.server";
import { claimBilling, failIntent } from "../intents/intents.server";
import { cancelIntent, findOutcome } from "../sync/settle.server";
import { reportBeforeChange } from "../api-calls/report-before-change.server";

/**
 * Cancels the account's subscription at the provider, which charges what is still to be billed, and then runs `close`, which deletes the account together with the
 * hold. Meanwhile the hold keeps every other request from changing the plan. Throws conflict while another request does,
 * unavailable when the provider does not answer, and what `close` throws; then the hold is released.
 */
export async function endBilling<T>(
  app: App,
  accountId: string,
  close: (hold: BillingIntentRow) => Promise<T>,
): Promise<T> {
  const open = await findOpenIntent(app.store, { accountId });
  if (open) await cancelPendingIntent(app, open);
  const hold = await claimBilling(app.store, { accountId, kind: "hold", planId: NO_PLAN, tokenHash: null });
  try {
    return await runLeased(app.store, hold, async () => {
      const row = await findSubscription(app.store, { accountId });
      if (row?.providerId) {
        await reportBeforeChange(app, row);
        await app.payments.cancelSubscription(row.providerId, { billsApiCalls: true });
      }
      return close(hold);
    });
  } catch (error) {
    await deleteIntent(app.store, hold);
    throw error;
  }
}

/** Cancels an unfinished payment. Throws conflict while the request that started it may still be running. */
async function cancelPendingIntent(app: App, intent: BillingIntentRow): Promise<void> {
  const subscription = await findOutcome(app, intent);
  if (subscription) await cancelIntent(app, { intent, subscription });
  else await failIntent(app.store, intent);
}
