/** Continues or cancels what an earlier request of the account has left open. */
import { markIntentRequested, type BillingIntentRow } from "~/models/billing-intent.server";
import type { PlanRow } from "~/models/plan.server";
import type { App } from "~/services/platform/app.server";
import { hashToken } from "~/crypto/secrets.server";
import { isSubscribeIntent } from "../intents/intent-kinds.server";
import { createAlreadySubscribedError, failIntent } from "../intents/intents.server";
import { cancelIntent, findOutcome, settleIntent, type PaymentResult } from "../sync/settle.server";
import type { ProrationDate } from "./proration-date.server";

export interface PlanOrder {
  plan: PlanRow;
  /** The card's token; "" without a card. */
  token: string;
  /** The provider's id of the promotion code; null without one. */
  promotionId: string | null;
  /** The preview that the order is to be charged as; null for the moment of the order. */
  proration: ProrationDate | null;
  /** The browser repeats the request after a payment. Its payment result is not trusted, so only its presence counts. */
  isRepeat: boolean;
}

/**
 * Continues or cancels an open intent. Null when it is closed, so that the request may start a new one. Throws conflict
 * while its own request, or a call of it, may still be running.
 */
export async function resumeOrder(
  app: App,
  intent: BillingIntentRow,
  order: PlanOrder,
): Promise<PaymentResult | null> {
  await markIntentRequested(app.store, intent);
  const subscription = await findOutcome(app, intent);
  if (!subscription) {
    await failIntent(app.store, intent);
    return null;
  }
  switch (subscription.start.kind) {
    case "started":
    case "processing": {
      const started = await settleIntent(app, { intent, subscription });
      if (intent.planId === order.plan.id) return started;
      // The open intent is done, and another plan can follow it, but no second subscription.
      if (isSubscribeIntent(intent)) throw createAlreadySubscribedError();
      return null;
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

/** Another plan, card or promotion code is a new order, for which the unfinished payment is cancelled. */
function isSameOrder(intent: BillingIntentRow, { plan, token, promotionId, isRepeat }: PlanOrder): boolean {
  if (intent.planId !== plan.id) return false;
  if (isRepeat) return true;
  // The card on file is not the one that waits for its change of plan.
  const isSameCard = token === "" ? intent.cardId === null : hashToken(token) === intent.tokenHash;
  return promotionId === intent.promotionId && isSameCard;
}
