/**
 * Billing intents: what is about to be asked of the payment provider, and what became of it. An account has one open
 * intent at most, so whoever opens it is alone in changing what the account is subscribed to. Design: billing.
 */
import { v7 as uuid } from "uuid";
import { AppError } from "~/domain/errors";
import { paths } from "~/domain/paths";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import type { BillingIntentRow } from "~/models/billing-intent";
import { DuplicateError, type Store } from "~/models/store/store";
import type { SubscriptionRow } from "~/models/subscription";
import { findUser } from "~/models/user.server";
import type { App } from "../app.server";
import { queueMail, type QueuedMail } from "../mail/outbox.server";
import type { Secrets } from "../upkeep/secrets.server";

export interface IntentOrder {
  accountId: string;
  planId: string;
  tokenHash: string | null;
}

/** The account's open intent, or null. */
export function findOpenIntent(store: Store, accountId: string): Promise<BillingIntentRow | null> {
  return store.findOne("billingIntents", { openClaim: accountId });
}

/** Opens the account's intent. Throws conflict when another one is open, the account has a plan already, or is closed. */
export async function openIntent(store: Store, order: IntentOrder): Promise<BillingIntentRow> {
  const intent = await claimBilling(store, order);
  // Closing an account takes this claim as well: an account that is there now cannot be closed before the intent is.
  if (!(await store.findOne("accounts", { id: order.accountId }))) {
    await store.remove("billingIntents", { id: intent.id });
    throw new AppError("conflict", "errors:conflict");
  }
  if (hasLivePlan(await store.findOne("subscriptions", { id: order.accountId }))) {
    await failIntent(store, intent);
    throw alreadySubscribed();
  }
  return intent;
}

/**
 * Makes the caller the only one who may change what the account is subscribed to, plan or no plan. Throws conflict when
 * somebody is. One statement of its own: what is read behind it, nobody else can change, and no request waits inside
 * another's.
 */
export async function claimBilling(store: Store, order: IntentOrder): Promise<BillingIntentRow> {
  const intent: BillingIntentRow = {
    ...order,
    id: uuid(),
    status: "started",
    openClaim: order.accountId,
    providerId: null,
    createdAt: new Date(),
    finishedAt: null,
  };
  try {
    await store.insert("billingIntents", intent);
  } catch (cause) {
    if (cause instanceof DuplicateError) throw inProgress(cause);
    throw cause;
  }
  return intent;
}

/** Begins a plan that costs nothing. Throws conflict like `openIntent`. */
export async function beginFree(store: Store, order: Omit<IntentOrder, "tokenHash">): Promise<void> {
  const intent = await openIntent(store, { ...order, tokenHash: null });
  try {
    await store.transaction(async (inside) => {
      await writeSubscription(inside, intent.accountId, { planId: order.planId, ...FREE });
      await close(inside, intent, { status: "done", providerId: null });
    });
  } catch (error) {
    await failIntent(store, intent);
    throw error;
  }
}

/** Remembers that the provider waits for the person. False when the intent is not open any more. */
export async function markPending(
  store: Store,
  intent: BillingIntentRow,
  providerId: string,
): Promise<boolean> {
  const open = { id: intent.id, openClaim: intent.accountId };
  return (await store.update("billingIntents", open, { status: "needs_action", providerId })) === 1;
}

/** Closes an intent that came to nothing. False when somebody else closed it before. */
export function failIntent(
  store: Store,
  intent: BillingIntentRow,
  providerId = intent.providerId,
): Promise<boolean> {
  return close(store, intent, { status: "failed", providerId });
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
  if (!(await close(store, intent, { status: "done", providerId: subscription.id }))) return false;
  await writeSubscription(store, intent.accountId, {
    planId: intent.planId,
    customerId: subscription.customerId,
    ...standOf(subscription),
  });
  if (mail) await queueMail(store, secrets, mail);
  return true;
}

/** What a subscription that has begun is committed with. */
export async function commitmentOf(
  { store, config }: Pick<App, "store" | "config">,
  { intent, subscription }: { intent: BillingIntentRow; subscription: ProviderSubscription },
): Promise<Commitment> {
  const plan = await store.findOne("plans", { id: intent.planId });
  const membership = await store.findOne("memberships", { ownerClaim: intent.accountId });
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
export function standOf(subscription: ProviderSubscription) {
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
  await store.transaction((inside) => writeSubscription(inside, accountId, { customerId }));
}

/** Whether the account has a plan that has not ended. */
export function hasLivePlan(row: SubscriptionRow | null): row is SubscriptionRow & { planId: string } {
  return row?.planId != null && row.status !== "canceled";
}

export function alreadySubscribed(): AppError {
  return new AppError("conflict", "billing:errors.already_subscribed");
}

export function inProgress(cause?: unknown): AppError {
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

async function close(
  store: Store,
  intent: BillingIntentRow,
  result: { status: "done" | "failed"; providerId: string | null },
): Promise<boolean> {
  const open = { id: intent.id, openClaim: intent.accountId };
  const changes = { ...result, openClaim: intent.id, finishedAt: new Date() };
  return (await store.update("billingIntents", open, changes)) === 1;
}

/** The account's row, made when it is not there. */
async function writeSubscription(
  store: Store,
  accountId: string,
  changes: Partial<SubscriptionRow>,
): Promise<void> {
  const row = await store.findOne("subscriptions", { id: accountId });
  const updatedAt = new Date();
  if (row) {
    await store.update(
      "subscriptions",
      { id: accountId },
      { ...changes, revision: row.revision + 1, updatedAt },
    );
    return;
  }
  await store.insert("subscriptions", {
    id: accountId,
    planId: null,
    status: "requires_payment_method",
    customerId: null,
    providerId: null,
    seats: 1,
    cancelAtPeriodEnd: false,
    currentPeriodStart: null,
    currentPeriodEnd: null,
    revision: 1,
    updatedAt,
    ...changes,
  });
}
