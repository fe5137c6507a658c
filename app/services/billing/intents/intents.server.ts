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
  type IntentOrder,
} from "~/models/billing-intent.server";
import type { PlanRow } from "~/models/plan.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { findSubscription, saveSubscription, type SubscriptionRow } from "~/models/subscription.server";
import { releaseTrials } from "~/models/trial-claim.server";
import { recordPlanChange } from "./billing-events.server";

/**
 * Opens the account's intent. Throws conflict when it has an open one, when the account is deleted, and what `check`
 * throws about the subscription as it is then: by default that the account has a plan.
 */
export async function openIntent(
  store: Store,
  order: IntentOrder,
  check: (row: SubscriptionRow | null) => void = requireNoPlan,
): Promise<BillingIntentRow> {
  const intent = await claimBilling(store, order);
  // Closing an account takes the same claim, so an account that exists now cannot be closed while the intent is open.
  if (!(await findAccount(store, { id: order.accountId }))) {
    await deleteIntent(store, intent);
    throw new AppError("conflict", "errors:conflict");
  }
  try {
    check(await findSubscription(store, { accountId: order.accountId }));
  } catch (error) {
    await failIntent(store, intent);
    throw error;
  }
  return intent;
}

function requireNoPlan(row: SubscriptionRow | null): void {
  if (hasLivePlan(row)) throw createAlreadySubscribedError();
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
export async function startFreePlan(
  store: Store,
  order: Pick<IntentOrder, "accountId" | "planId">,
  check?: (row: SubscriptionRow | null) => void,
): Promise<void> {
  const intent = await openIntent(store, { ...order, kind: "subscribe", tokenHash: null }, check);
  try {
    await store.transaction(async (inside) => {
      await recordPlanChange(inside, order);
      await saveSubscription(inside, intent, { planId: order.planId, ...FREE });
      const isOurs = await closeIntent(inside, intent, { status: "done", providerId: null });
      if (!isOurs) throw createInProgressError();
    });
  } catch (error) {
    await failIntent(store, intent);
    throw error;
  }
}

/** Closes an intent as failed, and gives back its free trial. False when it was closed already. */
export async function failIntent(
  store: Store,
  intent: BillingIntentRow,
  providerId = intent.providerId,
): Promise<boolean> {
  const isClosed = await closeIntent(store, intent, { status: "failed", providerId });
  if (isClosed) await releaseTrials(store, { claimedBy: intent.id });
  return isClosed;
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

/**
 * The row after its subscription has ended at the provider: on the free plan when the owner chose it for this moment and
 * it is on offer, canceled otherwise.
 */
export function toRowAfterEnd(
  { nextPlanId }: Pick<SubscriptionRow, "nextPlanId">,
  freePlan: Pick<PlanRow, "id" | "isActive"> | null,
): Partial<SubscriptionRow> {
  const isNext = freePlan !== null && freePlan.isActive && freePlan.id === nextPlanId;
  if (isNext) return { planId: freePlan.id, ...FREE };
  return { status: "canceled", cancelAtPeriodEnd: false, nextPlanId: null };
}

/** The columns of a free plan, which the provider does not know. */
const FREE = {
  status: "active",
  providerId: null,
  seats: 1,
  cancelAtPeriodEnd: false,
  nextPlanId: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  currency: null,
} as const;
