/** Repairs what a crash left between an intent and its result. Runs at start; running it more often does no harm. */
import { PAYMENT_UNKNOWN_AFTER_MS } from "~/domain/limits";
import { listOpenIntents, type BillingIntentRow } from "~/models/billing-intent.server";
import { AppError } from "~/domain/errors";
import type { App } from "../platform/app.server";
import { failIntent } from "./intents.server";
import { settleIntent, findIntentSubscription } from "./settle.server";

/** How many intents are read at once. */
const PAGE_SIZE = 100;

/**
 * Asks the provider about every intent that is still open and older than a minute. A failure concerns one account and
 * is logged; the others go on. Never throws.
 */
export async function reconcile(app: App): Promise<void> {
  const before = new Date(Date.now() - PAYMENT_UNKNOWN_AFTER_MS);
  let last: BillingIntentRow | undefined;
  try {
    do {
      const page: BillingIntentRow[] = await listOpenIntents(app.store, {
        before,
        after: last,
        limit: PAGE_SIZE,
      });
      for (const intent of page) await reconcileIntent(app, intent);
      last = page.length === PAGE_SIZE ? page.at(-1) : undefined;
    } while (last);
  } catch (error) {
    app.log.error({ err: error }, "the open payments could not be looked through");
  }
}

async function reconcileIntent(app: App, intent: BillingIntentRow): Promise<void> {
  try {
    const subscription = await findIntentSubscription(app, intent);
    if (subscription) await settleIntent(app, { intent, subscription });
    else await failIntent(app.store, intent);
  } catch (error) {
    // A refused card or a payment under way is a result as well, only nobody is there to be told.
    if (error instanceof AppError && error.code !== "unavailable") return;
    app.log.error({ err: error, intent: intent.id }, "an open payment could not be repaired");
  }
}
