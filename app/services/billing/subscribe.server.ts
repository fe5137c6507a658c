/**
 * Starting a subscription: first the intent is written, then the provider is called, then the result is saved. So a
 * request that is lost, repeated, sent twice or aborted leads to at most one subscription.
 */
import { AppError } from "~/domain/errors";
import {
  PAYMENT_RETRY_AFTER_SECONDS,
  PAYMENT_START_WITHIN_MS,
  PAYMENT_UNKNOWN_AFTER_MS,
} from "~/domain/limits";
import { needsCard } from "~/domain/plans";
import { createCardDeclinedError } from "~/gateways/payments/decline-messages";
import type { ProviderSubscription, SubscriptionOrder } from "~/gateways/payments/payments";
import { findOpenIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import { countMembers } from "~/models/membership.server";
import type { PlanRow } from "~/models/plan.server";
import { findSubscription } from "~/models/subscription.server";
import type { App } from "../platform/app.server";
import { toPlanResponse } from "./plans.server";
import { hashToken } from "../platform/crypto/secrets.server";
import type { Viewer } from "../platform/viewer.server";
import {
  createAlreadySubscribedError,
  startFreePlan,
  failIntent,
  hasLivePlan,
  createInProgressError,
  openIntent,
  rememberCustomer,
} from "./intents.server";
import { cancelIntent, settleIntent, findIntentSubscription, type PaymentResult } from "./settle.server";

export interface PlanOrder {
  plan: PlanRow;
  /** The card's token; "" without a card. */
  token: string;
  /** The browser repeats the request after a payment. Its payment result is not trusted, so only its presence counts. */
  isRepeat: boolean;
}

/** Throws conflict for an account that has or is getting a plan, invalid for a declined card, and unavailable. */
export async function subscribe(app: App, viewer: Viewer, order: PlanOrder): Promise<PaymentResult> {
  const accountId = viewer.account.id;
  // The intent is read first: when the webhook closes it between the two queries, the second one finds the plan.
  const open = await findOpenIntent(app.store, { accountId });
  const current = await findSubscription(app.store, { accountId });
  if (hasLivePlan(current)) {
    // The webhook has started the plan before the repeated request arrived.
    if (order.isRepeat && current.planId === order.plan.id) return { kind: "begun", status: current.status };
    throw createAlreadySubscribedError();
  }
  const resumed = open && (await resumeOrder(app, open, order));
  if (resumed) return resumed;
  if (order.isRepeat) throw createCardDeclinedError("billing:refused.authentication");
  return startOrder(app, viewer, order);
}

async function startOrder(app: App, viewer: Viewer, { plan, token }: PlanOrder): Promise<PaymentResult> {
  const accountId = viewer.account.id;
  if (!needsCard(toPlanResponse(plan))) {
    await startFreePlan(app.store, { accountId, planId: plan.id });
    return { kind: "begun", status: "active" };
  }
  if (!token) throw createCardDeclinedError("billing:form.card_required");
  const intent = await openIntent(app.store, { accountId, planId: plan.id, tokenHash: hashToken(token) });
  return settleIntent(app, { intent, subscription: await placeOrder(app, viewer, { intent, plan, token }) });
}

/** Continues or cancels an open intent. Null when it is closed, so that the request may start a new one. */
async function resumeOrder(
  app: App,
  intent: BillingIntentRow,
  order: PlanOrder,
): Promise<PaymentResult | null> {
  const isRecent = Date.now() - intent.createdAt.getTime() < PAYMENT_UNKNOWN_AFTER_MS;
  if (intent.status === "started" && isRecent) throw createInProgressError();
  const subscription = await findIntentSubscription(app, intent);
  if (!subscription) {
    await failIntent(app.store, intent);
    return null;
  }
  switch (subscription.start.kind) {
    case "begun":
    case "processing": {
      const started = await settleIntent(app, { intent, subscription });
      if (intent.planId !== order.plan.id) throw createAlreadySubscribedError();
      return started;
    }
    case "needs_action":
      if (isSameOrder(intent, order)) return settleIntent(app, { intent, subscription });
      break;
    case "refused":
      if (order.isRepeat) return settleIntent(app, { intent, subscription });
      break;
    case "ended":
      break;
  }
  await cancelIntent(app, { intent, subscription });
  return null;
}

/** Another plan or another card is a new order, for which the unfinished payment is cancelled. */
function isSameOrder(intent: BillingIntentRow, { plan, token, isRepeat }: PlanOrder): boolean {
  if (intent.planId !== plan.id) return false;
  return isRepeat || token === "" || hashToken(token) === intent.tokenHash;
}

/** Calls the provider. When the outcome is unknown the intent stays open, and the next request or start resolves it. */
async function placeOrder(
  app: App,
  viewer: Viewer,
  { intent, plan, token }: { intent: BillingIntentRow; plan: PlanRow; token: string },
): Promise<ProviderSubscription> {
  const prepared = await prepareCustomer(app, viewer, { intent, plan, token }).catch(
    async (error: unknown) => {
      await failIntent(app.store, intent);
      throw error;
    },
  );
  return app.payments.startSubscription(prepared).catch(async (error: unknown) => {
    const isUnknown = error instanceof AppError && error.code === "unavailable";
    if (!isUnknown) await failIntent(app.store, intent);
    throw error;
  });
}

/** Does every step that charges nothing. */
async function prepareCustomer(
  app: App,
  { account, user, subscription }: Viewer,
  { intent, plan, token }: { intent: BillingIntentRow; plan: PlanRow; token: string },
): Promise<SubscriptionOrder> {
  const { store, payments } = app;
  const known = subscription?.customerId ?? null;
  const [customerId, priceId, seats] = await Promise.all([
    payments.ensureCustomer({ accountId: account.id, customerId: known }),
    payments.syncPlan(plan),
    plan.type === "seat" ? countMembers(store, { accountId: account.id }) : 1,
  ]);
  if (customerId !== known) await rememberCustomer(store, account.id, customerId);
  const cardId = await payments.setCard({ customerId, token, name: account.name, email: user.email });
  // After a slow response another process may consider the intent lost, so no charge may start now.
  if (Date.now() - intent.createdAt.getTime() > PAYMENT_START_WITHIN_MS) throw createTooSlowError();
  const ids = { intentId: intent.id, accountId: account.id, planId: plan.id, customerId, priceId, cardId };
  return { ...ids, seats, trialDays: plan.trialDays };
}

function createTooSlowError(): AppError {
  const retryAfterSeconds = PAYMENT_RETRY_AFTER_SECONDS;
  return new AppError("unavailable", "billing:errors.provider_away", { retryAfterSeconds });
}
