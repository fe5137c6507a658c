/**
 * Changing the plan of an account that has one. What is paid stays until the new plan is: the provider charges the rest of
 * the period first, and choosing the free plan lets the paid one run to the end of its period.
 */
import { AppError } from "~/domain/errors";
import {
  createCardDeclinedError,
  createPlanCurrencyError,
  NOT_AUTHENTICATED,
} from "~/gateways/payments/decline-messages";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import type { ChangeOrder } from "~/gateways/payments/plan-orders";
import { findOpenIntent, rememberCards, type BillingIntentRow } from "~/models/billing-intent.server";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { hashToken } from "~/crypto/secrets.server";
import { toPayerName, type Viewer } from "~/services/platform/viewer.server";
import { toCardColumns } from "../intents/card-columns.server";
import type { Lease } from "../intents/intent-lease.server";
import { createInProgressError, openIntent } from "../intents/intents.server";
import { getPlanAction, type PlanAction } from "../plans/plan-action.server";
import { reportBeforeChange } from "../api-calls/report-before-change.server";
import type { PaymentResult } from "../sync/settle.server";
import { restoreCard } from "../intents/withdraw-change.server";
import { requirePreviewedPrice } from "./proration-date.server";
import { carryOut, countSeats } from "./provider-call.server";
import { resumeOrder, type PlanOrder } from "./resume-order.server";
import { startSubscription } from "./subscribe.server";

export type PlanChange = PaymentResult & { action: PlanAction };

/** Throws conflict while another change runs and for the plan that the account has, invalid for a declined card. */
export async function applyPlanChange(app: App, viewer: Viewer, order: PlanOrder): Promise<PlanChange> {
  const accountId = viewer.account.id;
  // Read first, as in `subscribe`.
  const open = await findOpenIntent(app.store, { accountId });
  const resumed = open && (await resumeOrder(app, open, order));
  if (open && resumed) return { ...resumed, action: open.kind === "change" ? "change" : "subscribe" };
  const row = await findSubscription(app.store, { accountId });
  const action = getPlanAction(row, order.plan);
  return { ...(await runAction(app, viewer, { action, row, order })), action };
}

interface Found {
  action: PlanAction;
  row: SubscriptionRow | null;
  order: PlanOrder;
}

async function runAction(app: App, viewer: Viewer, { action, row, order }: Found): Promise<PaymentResult> {
  switch (action) {
    case "subscribe":
      return startSubscription(app, viewer, { ...order, replacesFreePlan: true });
    case "same":
      if (row && order.isRepeat) return { kind: "started", status: row.status };
      throw new AppError("conflict", "billing:errors.same_plan");
    case "overdue":
      throw new AppError("conflict", "billing:errors.overdue");
    case "change":
      if (order.isRepeat) throw createCardDeclinedError(NOT_AUTHENTICATED);
      return startChange(app, viewer, { row, order });
    case "cancel":
    case "resume":
      return setCancellation(app, { kind: action, row, order });
  }
}

async function startChange(
  app: App,
  viewer: Viewer,
  { row, order }: Pick<Found, "row" | "order">,
): Promise<PaymentResult> {
  const running = requireRunning(row);
  const intent = await openChange(app, { kind: "change", row: running, order });
  const of = { id: running.providerId, customerId: running.customerId };
  return carryOut(app, intent, {
    prepare: (lease) => preparePlanChange(app, viewer, { intent, running, order, lease }),
    send: (prepared) => app.payments.changeSubscription(prepared),
    undo: () => restoreCard(app, intent, of),
  });
}

/** Lets the paid plan end with its period, or takes that back. Charges nothing. */
async function setCancellation(
  app: App,
  { kind, row, order }: { kind: "cancel" | "resume"; row: SubscriptionRow | null; order: PlanOrder },
): Promise<PaymentResult> {
  const running = requireRunning(row);
  const intent = await openChange(app, { kind, row: running, order });
  return carryOut(app, intent, {
    prepare: () => requireAtProvider(app, running),
    send: ({ id: subscriptionId }) =>
      app.payments.setCancelAtPeriodEnd({ subscriptionId, isCanceling: kind === "cancel" }),
  });
}

type Running = SubscriptionRow & { providerId: string; customerId: string };

function openChange(
  { store }: App,
  { kind, row, order }: { kind: "change" | "cancel" | "resume"; row: Running; order: PlanOrder },
): Promise<BillingIntentRow> {
  const { plan, token, promotionId } = order;
  const tokenHash = kind === "change" && token ? hashToken(token) : null;
  const opened = { accountId: row.id, kind, planId: plan.id, tokenHash, providerId: row.providerId };
  return openIntent(store, { ...opened, ...(kind === "change" && { promotionId }) }, (now) => {
    // An equal request may have finished since the account was read.
    if (getPlanAction(now, plan) !== kind) throw new AppError("conflict", "billing:errors.same_plan");
  });
}

interface Change {
  intent: BillingIntentRow;
  running: Running;
  order: PlanOrder;
  lease: Lease;
}

/** Does every step that charges nothing. */
async function preparePlanChange(app: App, viewer: Viewer, change: Change): Promise<ChangeOrder> {
  const { payments, store } = app;
  const { intent, running, order } = change;
  const { plan } = order;
  const [subscription, priceId, seats] = await Promise.all([
    requireAtProvider(app, running),
    payments.syncPlan(plan),
    countSeats(store, { accountId: intent.accountId, plan }),
  ]);
  // The event of a failed renewal may not have arrived yet.
  if (subscription.status !== "active" && subscription.status !== "trialing")
    throw new AppError("conflict", "billing:errors.overdue");
  if (subscription.currency !== plan.currency) throw createPlanCurrencyError();
  await requirePreviewedPrice(app, { accountId: intent.accountId, subscription, proration: order.proration });
  // Before the card is changed, so that a refusal has changed nothing, and again for the calls of the meantime.
  await reportBeforeChange(app, running);
  if (order.token) {
    await selectNewCard(app, viewer, { ...change, subscription });
    await reportBeforeChange(app, running);
  }
  return {
    intentId: intent.id,
    subscriptionId: subscription.id,
    planId: plan.id,
    interval: plan.interval,
    priceId,
    seats,
    promotionId: intent.promotionId,
    proratedAt: order.proration?.proratedAt ?? null,
  };
}

/**
 * The provider charges a change to the card that is selected. Both cards are recorded before anything changes, so that
 * each request or job that ends the change can take the selection back; only then, and as long as the intent is this request's.
 */
async function selectNewCard(
  { payments, store }: App,
  { account, user }: Viewer,
  { intent, order, lease, subscription }: Change & { subscription: ProviderSubscription },
): Promise<void> {
  const { customerId, id: subscriptionId } = subscription;
  const formerCardId = subscription.cardId ?? (await payments.findCard(customerId))?.id ?? null;
  const { id: cardId, view } = await payments.createCard(order.token);
  const isOurs = await rememberCards(store, intent, { formerCardId, cardId, ...toCardColumns(view) });
  if (!isOurs) throw createInProgressError();
  await lease.require();
  const payer = { name: toPayerName({ account, user }), email: user.email };
  await payments.selectCard({ customerId, subscriptionId, cardId, ...payer });
}

/** Throws conflict when the subscription has ended at the provider, whose event has not arrived yet. */
async function requireAtProvider({ payments }: App, { providerId }: Running): Promise<ProviderSubscription> {
  const subscription = await payments.findSubscription(providerId);
  if (!subscription || subscription.status === "canceled") throw new AppError("conflict", "errors:conflict");
  return subscription;
}

function requireRunning(row: SubscriptionRow | null): Running {
  if (!row?.providerId || !row.customerId) throw new AppError("conflict", "errors:conflict");
  return { ...row, providerId: row.providerId, customerId: row.customerId };
}
