/** Finishes the intents whose result was lost in a crash. Runs at start; running it again does no harm. */
import { PAYMENT_UNKNOWN_AFTER_MS } from "~/domain/limits";
import { listOpenIntents, type BillingIntentRow } from "~/models/billing-intent.server";
import { AppError } from "~/domain/errors";
import type { App } from "../platform/app.server";
import { failIntent } from "./intents.server";
import { settleIntent, findIntentSubscription } from "./settle.server";

/** How many intents one query reads. */
const PAGE_SIZE = 100;

/**
 * Looks up every open intent that is older than a minute at the provider, and finishes or fails it. An error affects
 * one account only and is logged. Never throws.
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
    app.log.error({ err: error }, "the open payments could not be listed");
  }
}

async function reconcileIntent(app: App, intent: BillingIntentRow): Promise<void> {
  try {
    const subscription = await findIntentSubscription(app, intent);
    if (subscription) await settleIntent(app, { intent, subscription });
    else await failIntent(app.store, intent);
  } catch (error) {
    // A declined card and a payment in progress are results too, and no request waits for them.
    if (error instanceof AppError && error.code !== "unavailable") return;
    app.log.error({ err: error, intent: intent.id }, "an open payment could not be repaired");
  }
}
