/**
 * The provider's events. An event only says which subscription to ask about: what stands there now is written, so
 * that any order and any repetition end in the same row, and nothing that has ended comes back. Security M5, M6.
 */
import { AppError } from "~/domain/errors";
import { PAYMENT_RETRY_AFTER_SECONDS, WEBHOOK_TRIES } from "~/domain/limits";
import type { ProviderEvent, ProviderSubscription } from "~/gateways/payments/payments";
import { findIntentOfSubscription, markIntentPending } from "~/models/billing-intent.server";
import { DuplicateError, type Store } from "~/models/store/store";
import {
  findSubscriptionByProviderId,
  updateFromProvider,
  type SubscriptionRow,
} from "~/models/subscription.server";
import { createWebhookEvent, isWebhookEventKnown } from "~/models/webhook-event.server";
import type { App } from "../platform/app.server";
import { commitIntent, prepareCommitment, failIntent, toSubscriptionColumns } from "./intents.server";

/** Applies one delivery. Throws invalid when it is not the provider's, unavailable when it should come again. */
export async function receiveEvent(app: App, delivery: { body: Buffer; signature: string }): Promise<void> {
  const event = await app.payments.readEvent(delivery.body, delivery.signature);
  if (!event.subscriptionId) return;
  for (let tries = 0; tries < WEBHOOK_TRIES; tries += 1) {
    if (await isWebhookEventKnown(app.store, event)) return;
    if (await applyEvent(app, event, event.subscriptionId)) {
      app.outbox.wake();
      return;
    }
  }
  throw new AppError("unavailable", "errors:unavailable", { retryAfterSeconds: PAYMENT_RETRY_AFTER_SECONDS });
}

/** False when the account changed between asking the provider and writing: what was asked may be old by then. */
async function applyEvent(app: App, event: ProviderEvent, providerId: string): Promise<boolean> {
  const { store } = app;
  const row = await findSubscriptionByProviderId(store, { providerId });
  const subscription = await app.payments.findSubscription(providerId);
  const write = subscription ? await findEffect(app, row, subscription) : doNothing;
  try {
    return await store.transaction(async (inside) => {
      const isWritten = await write(inside);
      // In the same step as its effect: an event is known exactly when it has taken effect.
      if (isWritten) await createWebhookEvent(inside, event);
      return isWritten;
    });
  } catch (error) {
    if (error instanceof DuplicateError && (await isWebhookEventKnown(store, event))) return true;
    throw error;
  }
}

/** What is to be written; false when it does not fit any more. */
type Effect = (store: Store) => Promise<boolean>;

const doNothing: Effect = () => Promise.resolve(true);

async function findEffect(
  app: App,
  row: SubscriptionRow | null,
  subscription: ProviderSubscription,
): Promise<Effect> {
  if (row) return (store) => updateFromProvider(store, row, toSubscriptionColumns(subscription));
  const { id, intentId, start } = subscription;
  const intent = intentId && (await findIntentOfSubscription(app.store, { id: intentId }));
  // A subscription that was given up, or one that has become an account's since the row was looked for.
  if (!intent)
    return async (store) => (await findSubscriptionByProviderId(store, { providerId: id })) === null;
  switch (start.kind) {
    case "begun": {
      const commitment = await prepareCommitment(app, { intent, subscription });
      return (store) => commitIntent(store, app.secrets, commitment);
    }
    case "ended":
      return (store) => failIntent(store, intent, id);
    case "needs_action":
    case "processing":
      return (store) => markIntentPending(store, intent, { providerId: id });
    case "refused":
      return doNothing; // Whoever pays is being told, and may try another card.
  }
}
