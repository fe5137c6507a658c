/**
 * Starting a subscription: first the intent is written, then the provider is called, then the result is saved. So a
 * request that is lost, repeated, sent twice or aborted leads to at most one subscription.
 */
import {
  createCardDeclinedError,
  createCardRequiredError,
  NOT_AUTHENTICATED,
} from "~/gateways/payments/decline-messages";
import type { PaymentCard } from "~/gateways/payments/payment-types";
import type { SubscriptionOrder } from "~/gateways/payments/plan-orders";
import { findOpenIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import type { PlanRow } from "~/models/plan.server";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { hashToken } from "~/crypto/secrets.server";
import { toPayerName, type Viewer } from "~/services/platform/viewer.server";
import {
  createAlreadySubscribedError,
  hasLivePlan,
  openIntent,
  rememberCustomer,
  startFreePlan,
} from "../intents/intents.server";
import { getPlanAction, isPaid } from "../plans/plan-action.server";
import type { PaymentResult } from "../sync/settle.server";
import { claimTrialDays } from "../plans/trials.server";
import { carryOut, countSeats } from "./provider-call.server";
import { resumeOrder, type PlanOrder } from "./resume-order.server";

/** Throws conflict for an account that has or is getting a plan, invalid for a declined card, and unavailable. */
export async function subscribe(app: App, viewer: Viewer, order: PlanOrder): Promise<PaymentResult> {
  const accountId = viewer.account.id;
  // The intent is read first: when the webhook closes it between the two queries, the second one finds the plan.
  const open = await findOpenIntent(app.store, { accountId });
  const current = await findSubscription(app.store, { accountId });
  if (hasLivePlan(current)) {
    // The webhook has started the plan before the repeated request arrived.
    if (order.isRepeat && current.planId === order.plan.id)
      return { kind: "started", status: current.status };
    throw createAlreadySubscribedError();
  }
  const resumed = open && (await resumeOrder(app, open, order));
  if (resumed) return resumed;
  return startSubscription(app, viewer, order);
}

/** Starts a subscription for an account without a plan, or on the free plan when `replacesFreePlan`. */
export async function startSubscription(
  app: App,
  viewer: Viewer,
  { plan, token, promotionId, isRepeat, replacesFreePlan }: PlanOrder & { replacesFreePlan?: boolean },
): Promise<PaymentResult> {
  if (isRepeat) throw createCardDeclinedError(NOT_AUTHENTICATED);
  const order = { accountId: viewer.account.id, planId: plan.id };
  const check = replacesFreePlan ? requireStart(plan) : undefined;
  if (!isPaid(plan)) {
    await startFreePlan(app.store, order, check);
    return { kind: "started", status: "active" };
  }
  // Without a customer at the provider there is no card on file either.
  if (!token && !viewer.subscription?.customerId) throw createCardRequiredError();
  const tokenHash = token ? hashToken(token) : null;
  const intent = await openIntent(app.store, { ...order, kind: "subscribe", tokenHash, promotionId }, check);
  return carryOut(app, intent, {
    prepare: () => prepareCustomer(app, viewer, { intent, plan, token }),
    send: (prepared) => app.payments.startSubscription(prepared),
  });
}

/** Throws conflict when the account has got another plan since it was read. */
function requireStart(plan: PlanRow) {
  return (row: SubscriptionRow | null) => {
    if (getPlanAction(row, plan) !== "subscribe") throw createAlreadySubscribedError();
  };
}

/** Does every step that charges nothing. */
async function prepareCustomer(
  app: App,
  viewer: Viewer,
  { intent, plan, token }: { intent: BillingIntentRow; plan: PlanRow; token: string },
): Promise<SubscriptionOrder> {
  const { account, user: person, subscription } = viewer;
  const { store, payments } = app;
  const known = subscription?.customerId ?? null;
  const [customerId, priceId, usagePriceId, seats] = await Promise.all([
    payments.ensureCustomer({ accountId: account.id, customerId: known }),
    payments.syncPlan(plan),
    payments.syncUsagePrice(plan),
    countSeats(store, { accountId: account.id, plan }),
  ]);
  if (customerId !== known) await rememberCustomer(store, account.id, customerId);
  const card = await getCard(app, viewer, { customerId, token });
  const trialDays = await claimTrialDays(app, { intent, person, card, plan });
  const ids = {
    intentId: intent.id,
    accountId: account.id,
    planId: plan.id,
    customerId,
    priceId,
    usagePriceId,
  };
  return { ...ids, cardId: card.id, seats, trialDays, promotionId: intent.promotionId };
}

/** The new card, or else the one on file. Throws invalid without one. */
async function getCard(
  { payments }: App,
  { account, user }: Viewer,
  { customerId, token }: { customerId: string; token: string },
): Promise<PaymentCard> {
  if (token)
    return payments.setCard({ customerId, token, name: toPayerName({ account, user }), email: user.email });
  const card = await payments.findCard(customerId);
  if (!card) throw createCardRequiredError();
  return card;
}
