/**
 * Changing the card that pays. The card is saved first, which its bank may want the user to authenticate; then it
 * becomes the card that pays, and pays the invoices that are open. Each step may run again with the same result, so a
 * request that is lost or repeated, the webhook and the reconciliation all continue where the last one stopped.
 */
import { AppError } from "~/domain/errors";
import { createCardDeclinedError, NOT_AUTHENTICATED } from "~/gateways/payments/decline-messages";
import type { CardSetup } from "~/gateways/payments/payment-types";
import {
  findLatestIntent,
  findOpenIntent,
  markIntentRequested,
  type BillingIntentRow,
} from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { hashToken } from "~/crypto/secrets.server";
import { isCardIntent, NO_PLAN } from "../intents/intent-kinds.server";
import { isRunning, runLeased } from "../intents/intent-lease.server";
import { claimBilling, createInProgressError, failIntent } from "../intents/intents.server";
import { releaseIntent } from "../sync/settle.server";
import {
  findSetup,
  requirePayingAccount,
  settleSetup,
  type CardResult,
  type PayingAccount,
} from "../sync/settle-card.server";

interface CardChange {
  accountId: string;
  token: string;
  /** The browser repeats the request after an authentication, whose result is not trusted. */
  isRepeat: boolean;
  /** Runs in the transaction that records the change. */
  onSaved: (store: Store) => Promise<void>;
}

/** Throws invalid at `token` for a declined card, conflict while another change runs or without a paid plan. */
export async function changeCard(app: App, change: CardChange): Promise<CardResult> {
  const { accountId, token, isRepeat } = change;
  const open = await findOpenIntent(app.store, { accountId });
  const row = requirePayingAccount(await findSubscription(app.store, { accountId }));
  const resumed = open && (await resumeChange(app, { ...change, row, intent: open }));
  if (resumed) return resumed;
  if (isRepeat && !open && (await isChanged(app.store, change))) return { kind: "saved" };
  if (isRepeat) throw createCardDeclinedError(NOT_AUTHENTICATED);
  const order = { accountId, kind: "card", planId: NO_PLAN, tokenHash: hashToken(token) } as const;
  const intent = await claimBilling(app.store, order);
  return runLeased(app.store, intent, async () => {
    const setup = await saveCard(app, { intent, row, token });
    return settleSetup(app, { intent, row, setup, onSaved: change.onSaved });
  });
}

/** Continues an open change. Null when it is over, so that the request may start a new one. */
async function resumeChange(
  app: App,
  { token, isRepeat, onSaved, row, intent }: CardChange & { row: PayingAccount; intent: BillingIntentRow },
): Promise<CardResult | null> {
  if (isRunning(intent)) throw createInProgressError();
  await markIntentRequested(app.store, intent);
  if (!isCardIntent(intent)) {
    await releaseIntent(app, intent);
    return null;
  }
  const isSame = isRepeat || hashToken(token) === intent.tokenHash;
  const setup = isSame ? await findSetup(app, row, intent) : null;
  if (setup) return settleSetup(app, { intent, row, setup, onSaved });
  await failIntent(app.store, intent);
  return null;
}

/** Whether the webhook has finished the change before the repeated request arrived. */
async function isChanged(store: Store, { accountId, token }: CardChange): Promise<boolean> {
  const latest = await findLatestIntent(store, { accountId });
  return (
    latest !== null &&
    isCardIntent(latest) &&
    latest.status === "done" &&
    latest.tokenHash === hashToken(token)
  );
}

/** When the outcome is unknown the intent stays open, and the next request or the reconciliation resolves it. */
async function saveCard(
  app: App,
  { intent, row, token }: { intent: BillingIntentRow; row: PayingAccount; token: string },
): Promise<CardSetup> {
  const { id: accountId, customerId } = row;
  try {
    return await app.payments.saveCard({ intentId: intent.id, accountId, customerId, token });
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === "unavailable";
    if (!isUnknown) await failIntent(app.store, intent);
    throw error;
  }
}
