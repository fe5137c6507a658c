/**
 * Changing the card that pays. The card is saved first, which its bank may want the user to authenticate; then it
 * becomes the card that pays, and pays the invoices that are open. Each step may run again with the same result, so a
 * request that is lost or repeated, the webhook and the reconciliation all continue where the last one stopped.
 */
import { AppError } from "~/domain/errors";
import { createCardDeclinedError, NOT_AUTHENTICATED } from "~/gateways/payments/decline-messages";
import type { CardSetup } from "~/gateways/payments/payment-types";
import {
  closeIntent,
  findLatestIntent,
  findOpenIntent,
  markIntentPending,
  markIntentRequested,
  type BillingIntentRow,
} from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "../platform/app.server";
import { hashToken } from "../platform/crypto/secrets.server";
import { queueMail } from "../platform/mail/outbox.server";
import { prepareCardMail } from "./card-mails.server";
import { isCardIntent, NO_PLAN } from "./intent-kinds.server";
import { isRunning, runLeased } from "./intent-lease.server";
import { claimBilling, createInProgressError, failIntent } from "./intents.server";
import { payOpenInvoices } from "./open-invoices.server";
import { releaseIntent } from "./settle.server";
import { refreshAccount } from "./sync.server";

export type CardResult = { kind: "saved" } | { kind: "needs_action"; clientSecret: string };

export interface CardChange {
  accountId: string;
  token: string;
  /** The browser repeats the request after an authentication, whose result is not trusted. */
  isRepeat: boolean;
  /** Runs in the transaction that records the change. */
  onSaved: (store: Store) => Promise<void>;
}

/** An account with a subscription that a card pays. */
export type PayingAccount = SubscriptionRow & { customerId: string; providerId: string };

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

/**
 * Continues the account's change of card, if one waits for the user, from the webhook or the reconciliation. `hasEnded`:
 * the request that began it has ended, whatever its lease says.
 */
export async function settleOpenCard(
  app: App,
  accountId: string,
  { hasEnded = false }: { hasEnded?: boolean } = {},
): Promise<void> {
  const intent = await findOpenIntent(app.store, { accountId });
  if (!intent || !isCardIntent(intent) || (!hasEnded && isRunning(intent))) return;
  const row = await findSubscription(app.store, { accountId });
  const setup = isPaying(row) ? await findSetup(app, row, intent) : null;
  if (!isPaying(row) || !setup) {
    await failIntent(app.store, intent);
    return;
  }
  try {
    await settleSetup(app, { intent, row, setup, onSaved: () => Promise.resolve() });
  } catch (error) {
    // A declined card is a result too, which only the user's own request reports.
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
  }
}

/** Throws conflict for an account whose plan no card pays. */
export function requirePayingAccount(row: SubscriptionRow | null): PayingAccount {
  if (!isPaying(row)) throw new AppError("conflict", "billing:errors.no_card_needed");
  return row;
}

function isPaying(row: SubscriptionRow | null): row is PayingAccount {
  return row?.providerId != null && row.customerId !== null && row.status !== "canceled";
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

function findSetup(
  { payments }: App,
  { customerId }: PayingAccount,
  { id, providerId }: BillingIntentRow,
): Promise<CardSetup | null> {
  return payments.findCardSetup({ customerId, intentId: id, setupId: providerId });
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

interface SetupState extends Pick<CardChange, "onSaved"> {
  intent: BillingIntentRow;
  row: PayingAccount;
  setup: CardSetup;
}

async function settleSetup(app: App, state: SetupState): Promise<CardResult> {
  const { intent, setup } = state;
  switch (setup.kind) {
    case "saved":
      return applySavedCard(app, { ...state, cardId: setup.cardId });
    case "needs_action":
      await markIntentPending(app.store, intent, { providerId: setup.id });
      return setup;
    case "processing":
      await markIntentPending(app.store, intent, { providerId: setup.id });
      throw new AppError("conflict", "billing:errors.processing");
    case "refused":
      await failIntent(app.store, intent, setup.id);
      throw createCardDeclinedError(setup);
  }
}

/** From here on the card pays, whatever becomes of the open invoices. */
async function applySavedCard(
  app: App,
  { intent, row, setup, cardId, onSaved }: SetupState & { cardId: string },
): Promise<CardResult> {
  const { id: accountId, customerId, providerId: subscriptionId } = row;
  const card = await app.payments.replaceCard({ customerId, subscriptionId, cardId });
  const payment = await payOpenInvoices(app.payments, { subscriptionId, intentId: intent.id, cardId });
  if (payment?.kind === "needs_action" || payment?.kind === "processing") {
    await markIntentPending(app.store, intent, { providerId: setup.id });
    await refreshAccount(app, accountId);
    if (payment.kind === "processing") throw new AppError("conflict", "billing:errors.processing");
    return { kind: "needs_action", clientSecret: payment.clientSecret };
  }
  const mail = await prepareCardMail(app, { intent, row, card });
  await app.store.transaction(async (store) => {
    if (!(await closeIntent(store, intent, { status: "done", providerId: setup.id }))) return;
    await onSaved(store);
    if (mail) await queueMail(store, app.secrets, mail);
  });
  app.outbox.wake();
  await refreshAccount(app, accountId);
  if (payment) throw createCardDeclinedError(payment);
  return { kind: "saved" };
}
