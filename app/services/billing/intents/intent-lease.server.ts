/**
 * Leases: the process that changes an account's billing renews the intent's lease while it works, so that another
 * process continues after a crash, and never at the same time.
 */
import { AppError } from "~/domain/errors";
import {
  extendLease,
  isLeased,
  markIntentUnanswered,
  type BillingIntentRow,
} from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";
import { seconds } from "~/domain/limits";
import { createInProgressError } from "./intents.server";

const INTENT_RENEW_EVERY_MS = seconds(3);

export interface Lease {
  /**
   * To be called right before a call that charges: throws conflict when the lease was lost, because then another process
   * may already have decided that nothing was charged.
   */
  require(): Promise<void>;
}

/** Runs `work` while the intent's lease is renewed. When the provider's answer is lost, that is recorded. */
export async function runLeased<T>(
  store: Store,
  intent: BillingIntentRow,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const { renew, stop } = keepLease(store, intent);
  const require = async () => {
    if (!(await renew())) throw createInProgressError();
  };
  try {
    return await work({ require });
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === "unavailable";
    // If this fails too, the end of the lease says the same a little later.
    if (isUnknown) await markIntentUnanswered(store, intent).catch(() => undefined);
    throw error;
  } finally {
    stop();
  }
}

function keepLease(store: Store, intent: BillingIntentRow) {
  let current = intent;
  let renewing = Promise.resolve(true);
  const renewOnce = async () => {
    const renewed = await extendLease(store, current);
    current = renewed ?? current;
    return renewed !== null;
  };
  // One after the other, because each depends on what the one before has written.
  const renew = () => (renewing = renewing.then(renewOnce, renewOnce));
  const timer = setInterval(() => void renew().catch(() => undefined), INTENT_RENEW_EVERY_MS);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
  };
  return { renew, stop };
}

/** Whether the request that opened the intent may still be running. */
export function isRunning(intent: BillingIntentRow): boolean {
  return intent.status === "started" && isLeased(intent);
}

/**
 * Takes over an intent whose request has ended, so that the request cannot charge any more. Throws conflict while it, or
 * its last call to the provider, may still be running.
 */
export async function takeOverIntent(store: Store, intent: BillingIntentRow): Promise<BillingIntentRow> {
  const taken = isLeased(intent) ? null : await extendLease(store, intent);
  if (!taken) throw createInProgressError();
  return taken;
}
