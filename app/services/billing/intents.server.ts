/**
 * Billing intents: what is about to be asked of the payment provider, and what became of it. An account has one open
 * intent at most, so whoever opens it is alone in changing what the account is subscribed to. Design: billing.
 */
import { AppError } from "~/domain/errors";
import { paths } from "~/domain/paths";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import { findAccount } from "~/models/account.server";
import {
  claimIntent,
  closeIntent,
  deleteIntent,
  type BillingIntentRow,
} from "~/models/billing-intent.server";
import { findOwner } from "~/models/membership.server";
import { findPlan } from "~/models/plan.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { findSubscription, saveSubscription, type SubscriptionRow } from "~/models/subscription.server";
import { findUser } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { queueMail, type QueuedMail } from "../platform/mail/outbox.server";
import type { Secrets } from "../platform/crypto/secrets.server";

export interface IntentOrder {
  accountId: string;
  planId: string;
  tokenHash: string | null;
}

/** Opens the account's intent. Throws conflict when another one is open, the account has a plan already, or is closed. */
export async function openIntent(store: Store, order: IntentOrder): Promise<BillingIntentRow> {
  const intent = await claimBilling(store, order);
  // Closing an account takes this claim as well: an account that is there now cannot be closed before the intent is.
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
 * Makes the caller the only one who may change what the account is subscribed to, plan or no plan. Throws conflict
 * while another request does. To be called outside of a transaction.
 */
export async function claimBilling(store: Store, order: IntentOrder): Promise<BillingIntentRow> {
  try {
    return await claimIntent(store, order);
  } catch (cause) {
    if (cause instanceof DuplicateError) throw createInProgressError(cause);
    throw cause;
  }
}

/** Begins a plan that costs nothing. Throws conflict like `openIntent`. */
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

/** Closes an intent that came to nothing. False when somebody else closed it before. */
export function failIntent(
  store: Store,
  intent: BillingIntentRow,
  providerId = intent.providerId,
): Promise<boolean> {
  return closeIntent(store, intent, { status: "failed", providerId });
}

/** What `commitIntent` writes, read beforehand: inside a transaction every row that is looked at is held. */
export interface Commitment {
  intent: BillingIntentRow;
  subscription: ProviderSubscription;
  /** Null: the account's owner has just left, and nobody is there to write to. */
  mail: QueuedMail<"subscription_started"> | null;
}

/**
 * Writes down that the subscription has begun and queues the mail that says so: once, however many hear of it.
 * Belongs into a transaction. False when the intent is not open any more; then nothing was written.
 */
export async function commitIntent(
  store: Store,
  secrets: Secrets,
  { intent, subscription, mail }: Commitment,
): Promise<boolean> {
  if (!(await closeIntent(store, intent, { status: "done", providerId: subscription.id }))) return false;
  await saveSubscription(store, intent, {
    planId: intent.planId,
    customerId: subscription.customerId,
    ...toSubscriptionColumns(subscription),
  });
  if (mail) await queueMail(store, secrets, mail);
  return true;
}

/** What a subscription that has begun is committed with. */
export async function prepareCommitment(
  { store, config }: Pick<App, "store" | "config">,
  { intent, subscription }: { intent: BillingIntentRow; subscription: ProviderSubscription },
): Promise<Commitment> {
  const plan = await findPlan(store, { id: intent.planId });
  const membership = await findOwner(store, intent);
  const owner = membership && (await findUser(store, { id: membership.userId }));
  if (!plan || !owner) return { intent, subscription, mail: null };
  const { name: planName, currency, interval } = plan;
  const amountMinor = plan.priceMinor * subscription.seats;
  const link = `${config.appUrl}${paths.billing}`;
  return {
    intent,
    subscription,
    mail: {
      template: "subscription_started",
      to: owner.email,
      locale: owner.locale,
      values: { name: owner.name, plan: planName, amountMinor, currency, interval, link },
    },
  };
}

/** The columns that follow the provider. */
export function toSubscriptionColumns(subscription: ProviderSubscription) {
  const {
    id: providerId,
    status,
    seats,
    cancelAtPeriodEnd,
    currentPeriodStart,
    currentPeriodEnd,
  } = subscription;
  return { providerId, status, seats, cancelAtPeriodEnd, currentPeriodStart, currentPeriodEnd };
}

/** Keeps the account's id at the provider, before anything is asked in its name. */
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

/** A plan that the provider has nothing to do with. */
const FREE = {
  status: "active",
  providerId: null,
  seats: 1,
  cancelAtPeriodEnd: false,
  currentPeriodStart: null,
  currentPeriodEnd: null,
} as const;
