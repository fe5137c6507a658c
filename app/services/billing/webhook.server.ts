/**
 * The provider's events. An event only says which subscription to ask about: what stands there now is written, so
 * that any order and any repetition end in the same row, and nothing that has ended comes back. Security M5, M6.
 */
import { AppError } from "~/domain/errors";
import { PAYMENT_RETRY_AFTER_SECONDS, WEBHOOK_TRIES } from "~/domain/limits";
import type { ProviderEvent, ProviderSubscription } from "~/gateways/payments/payments";
import { DuplicateError, type Store } from "~/models/store/store";
import type { SubscriptionRow } from "~/models/subscription";
import type { App } from "../app.server";
import { commitIntent, failIntent, markPending, standOf } from "./intents.server";

/** Applies one delivery. Throws invalid when it is not the provider's, unavailable when it should come again. */
export async function receiveEvent(app: App, delivery: { body: Buffer; signature: string }): Promise<void> {
  const event = await app.payments.readEvent(delivery.body, delivery.signature);
  if (!event.subscriptionId) return;
  for (let tries = 0; tries < WEBHOOK_TRIES; tries += 1) {
    if (await isKnown(app.store, event)) return;
    if (await apply(app, event, event.subscriptionId)) {
      app.outbox.wake();
      return;
    }
  }
  throw new AppError("unavailable", "errors:unavailable", { retryAfterSeconds: PAYMENT_RETRY_AFTER_SECONDS });
}

/** False when the account changed between asking the provider and writing: what was asked may be old by then. */
async function apply(app: App, event: ProviderEvent, providerId: string): Promise<boolean> {
  const row = await app.store.findOne("subscriptions", { providerId });
  const subscription = await app.payments.findSubscription(providerId);
  try {
    return await app.store.transaction(async (store) => {
      const isWritten = !subscription || (await write(store, app, { row, subscription }));
      // In the same step as its effect: an event is known exactly when it has taken effect.
      if (isWritten)
        await store.insert("webhookEvents", { id: event.id, type: event.type, createdAt: new Date() });
      return isWritten;
    });
  } catch (error) {
    if (error instanceof DuplicateError && (await isKnown(app.store, event))) return true;
    throw error;
  }
}

async function write(
  store: Store,
  app: App,
  { row, subscription }: { row: SubscriptionRow | null; subscription: ProviderSubscription },
): Promise<boolean> {
  if (row) return follow(store, row, subscription);
  const intent =
    subscription.intentId &&
    (await store.findOne("billingIntents", {
      id: subscription.intentId,
      status: { in: ["started", "needs_action"] },
    }));
  if (!intent) {
    // A subscription that was given up, or one that has become an account's since the row was looked for.
    return (await store.findOne("subscriptions", { providerId: subscription.id })) === null;
  }
  switch (subscription.start.kind) {
    case "begun":
      return commitIntent(store, app, { intent, subscription });
    case "ended":
      return failIntent(store, intent, subscription.id);
    case "needs_action":
    case "processing":
      return markPending(store, intent, subscription.id);
    case "refused":
      return true; // Whoever pays is being told, and may try another card.
  }
}

async function follow(
  store: Store,
  row: SubscriptionRow,
  subscription: ProviderSubscription,
): Promise<boolean> {
  const asked = { id: row.id, providerId: subscription.id, revision: row.revision };
  const changes = { ...standOf(subscription), revision: row.revision + 1, updatedAt: new Date() };
  return (await store.update("subscriptions", asked, changes)) === 1;
}

async function isKnown(store: Store, event: ProviderEvent): Promise<boolean> {
  return (await store.findOne("webhookEvents", { id: event.id })) !== null;
}
