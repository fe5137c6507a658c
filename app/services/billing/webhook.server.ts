/**
 * The provider's webhook events. An event only names a subscription, whose current state is then read from the
 * provider. So events in any order, repeated any number of times, lead to the same row, and a subscription that has
 * ended stays ended.
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
import { commitIntent, prepareCommitment, toSubscriptionColumns } from "./commit-intent.server";
import { failIntent } from "./intents.server";

/** Applies one delivery. Throws invalid when its signature is wrong, unavailable when the provider must send it again. */
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

/** False when the account changed after the subscription was read, because the state that was read may be outdated. */
async function applyEvent(app: App, event: ProviderEvent, providerId: string): Promise<boolean> {
  const { store } = app;
  const row = await findSubscriptionByProviderId(store, { providerId });
  const subscription = await app.payments.findSubscription(providerId);
  const write = subscription ? await findEffect(app, row, subscription) : doNothing;
  try {
    return await store.transaction(async (inside) => {
      const isWritten = await write(inside);
      // In the same transaction as its effect, so that an event is known exactly when it has taken effect.
      if (isWritten) await createWebhookEvent(inside, event);
      return isWritten;
    });
  } catch (error) {
    if (error instanceof DuplicateError && (await isWebhookEventKnown(store, event))) return true;
    throw error;
  }
}

/** Writes the effect of an event. Returns false when the account has changed in the meantime. */
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
  // The subscription was cancelled here, or an account has got it since the row was read.
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
      return doNothing; // The owner's own request reports the declined card.
  }
}
