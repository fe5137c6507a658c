/** Holding an account's billing for a change at the provider that is no change of plan. */
import { AppError } from "~/domain/errors";
import { deleteIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import type { App } from "~/services/platform/app.server";
import { NO_PLAN } from "./intent-kinds.server";
import { runLeased, type Lease } from "./intent-lease.server";
import { claimBilling } from "./intents.server";

/**
 * Runs `work` while no other request can change the account's billing. Throws conflict while another one does. When the
 * provider's answer is lost, the hold ends with its lease, because the call may still be on its way.
 */
export async function holdBilling<T>(
  app: Pick<App, "store">,
  accountId: string,
  work: (lease: Lease, hold: BillingIntentRow) => Promise<T>,
): Promise<T> {
  const hold = await claimBilling(app.store, { accountId, kind: "hold", planId: NO_PLAN, tokenHash: null });
  let isUnknown = false;
  try {
    return await runLeased(app.store, hold, (lease) => work(lease, hold));
  } catch (error) {
    isUnknown = error instanceof AppError && error.code === "unavailable";
    throw error;
  } finally {
    if (!isUnknown) await deleteIntent(app.store, hold);
  }
}
