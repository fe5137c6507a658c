/**
 * Billing intents: each one is written before a request to the payment provider, and closed with its result. An account
 * has at most one open intent, so only the request that opened it can change the account's subscription.
 */
import { AppError } from "~/domain/errors";
import { findAccount } from "~/models/account.server";
import {
  claimIntent,
  closeIntent,
  deleteIntent,
  type BillingIntentRow,
} from "~/models/billing-intent.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { findSubscription, saveSubscription, type SubscriptionRow } from "~/models/subscription.server";

export interface IntentOrder {
  accountId: string;
  planId: string;
  tokenHash: string | null;
}

/** Opens the account's intent. Throws conflict when it has an open one or a plan, or when the account is deleted. */
export async function openIntent(store: Store, order: IntentOrder): Promise<BillingIntentRow> {
  const intent = await claimBilling(store, order);
  // Closing an account takes the same claim, so an account that exists now cannot be closed while the intent is open.
  if (!(await findAccount(store, { id: order.accountId }))) {
    await deleteIntent(store, intent);
    throw new AppError("conflict", "errors:conflict");
  }
  if (hasLivePlan(await findSubscription(store, { accountId: order.accountId }))) {
    await failIntent(store, intent);
    throw createAlreadySubscribedError();
  }
  return intent;
}

/**
 * Claims the account's billing: until the intent is closed, only the caller may change the account's subscription.
 * Throws conflict while another request has the claim. Must run outside of a transaction.
 */
export async function claimBilling(store: Store, order: IntentOrder): Promise<BillingIntentRow> {
  try {
    return await claimIntent(store, order);
  } catch (cause) {
    if (cause instanceof DuplicateError) throw createInProgressError(cause);
    throw cause;
  }
}

/** Starts a free plan. Throws conflict like `openIntent`. */
export async function startFreePlan(store: Store, order: Omit<IntentOrder, "tokenHash">): Promise<void> {
  const intent = await openIntent(store, { ...order, tokenHash: null });
  try {
    await store.transaction(async (inside) => {
      await saveSubscription(inside, intent, { planId: order.planId, ...FREE });
      await closeIntent(inside, intent, { status: "done", providerId: null });
    });
  } catch (error) {
    await failIntent(store, intent);
    throw error;
  }
}

/** Closes an intent as failed. False when it was closed already. */
export function failIntent(
  store: Store,
  intent: BillingIntentRow,
  providerId = intent.providerId,
): Promise<boolean> {
  return closeIntent(store, intent, { status: "failed", providerId });
}

/** Saves the account's customer id, before any request to the provider uses it. */
export async function rememberCustomer(store: Store, accountId: string, customerId: string): Promise<void> {
  await store.transaction((inside) => saveSubscription(inside, { accountId }, { customerId }));
}

/** Whether the account has a plan that has not ended. */
export function hasLivePlan(row: SubscriptionRow | null): row is SubscriptionRow & { planId: string } {
  return row?.planId != null && row.status !== "canceled";
}

export function createAlreadySubscribedError(): AppError {
  return new AppError("conflict", "billing:errors.already_subscribed");
}

export function createInProgressError(cause?: unknown): AppError {
  return new AppError("conflict", "billing:errors.in_progress", { cause });
}

/** The columns of a free plan, which the provider does not know. */
const FREE = {
  status: "active",
  providerId: null,
  seats: 1,
  cancelAtPeriodEnd: false,
  currentPeriodStart: null,
  currentPeriodEnd: null,
} as const;
