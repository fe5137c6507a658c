/**
 * Finishes a change of card whose card is saved at the provider: the card pays from then on, and pays the invoices that are
 * open. Each step may run again with the same result.
 */
import { AppError } from "~/domain/errors";
import { createCardDeclinedError } from "~/gateways/payments/decline-messages";
import type { CardSetup } from "~/gateways/payments/payment-types";
import {
  closeIntent,
  findOpenIntent,
  markIntentPending,
  type BillingIntentRow,
} from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { queueMail } from "~/services/platform/mail/outbox.server";
import { isCardIntent } from "../intents/intent-kinds.server";
import { isRunning } from "../intents/intent-lease.server";
import { failIntent } from "../intents/intents.server";
import { prepareCardMail } from "../mails/card-mails.server";
import { payOpenInvoices } from "./open-invoices.server";
import { refreshAccount } from "./sync.server";

export type CardResult = { kind: "saved" } | { kind: "needs_action"; clientSecret: string };

/** An account with a subscription that a card pays. */
export type PayingAccount = SubscriptionRow & { customerId: string; providerId: string };

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
    if (!(error instanceof AppError) || ["unavailable", "refused"].includes(error.code)) throw error;
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

/** The saved card of an intent, as the provider has it. Null when no card was saved. */
export function findSetup(
  { payments }: App,
  { customerId }: PayingAccount,
  { id, providerId }: BillingIntentRow,
): Promise<CardSetup | null> {
  return payments.findCardSetup({ customerId, intentId: id, setupId: providerId });
}

interface SetupState {
  intent: BillingIntentRow;
  row: PayingAccount;
  setup: CardSetup;
  /** Runs in the transaction that records the change. */
  onSaved: (store: Store) => Promise<void>;
}

/** Records what the provider has made of the card. Throws invalid when it is declined, conflict while it is processed. */
export async function settleSetup(app: App, state: SetupState): Promise<CardResult> {
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
  await refreshAccount(app, accountId);
  if (payment) throw createCardDeclinedError(payment);
  return { kind: "saved" };
}
