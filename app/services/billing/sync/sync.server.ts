/**
 * Brings an account's rows in line with the payment provider. Webhooks, the reconciliation and requests that change
 * something at the provider all call it, so that their order does not matter: each reads the provider's current state,
 * and writes it only if the account's row has not changed since.
 */
import { AppError } from "~/domain/errors";
import type { ProviderBilling, ProviderInvoice, ProviderSubscription } from "~/gateways/payments/payments";
import { lockAccount } from "~/models/account.server";
import {
  findOpenIntent,
  hasCanceled,
  markIntentPending,
  type BillingIntentRow,
} from "~/models/billing-intent.server";
import { listOpenInvoiceIds, saveInvoice } from "~/models/invoice.server";
import { findPlan } from "~/models/plan.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { findSubscription, updateFromProvider, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { queueMail } from "~/services/platform/mail/outbox.server";
import { beginOverLimit, endOverLimit } from "~/services/platform/member-limit.server";
import { PAYMENT_RETRY_AFTER_SECONDS } from "~/domain/payments";
import { commitIntent, prepareCommitment } from "../intents/commit-intent.server";
import { failIntent } from "../intents/intents.server";
import { isSubscribeIntent, toOutcome } from "../intents/intent-kinds.server";
import type { MailedEvent } from "../mails/event-mails.server";
import { recordInvoiceEvents, recordPlanChange } from "../intents/billing-events.server";
import { endLapsedChange } from "../intents/withdraw-change.server";
import { compareBilling, type BillingDrift } from "./compare-billing.server";
import { followPaidChange, needsUsagePrice } from "./usage-price.server";
import { hasFreePlanStarted, isBeingCollected, prepareSyncMails, type SyncMail } from "./sync-mails.server";

/** How often an account is read again from the provider when its rows changed meanwhile. */
const SYNC_TRIES = 10;

export interface SyncOptions {
  /** Also reads what was paid back, which costs a call for each paid invoice. */
  withRefunds?: boolean;
  /** Runs in the transaction that writes the rows. False: nothing is written. */
  within?: (store: Store) => Promise<boolean>;
  /** The provider's event that caused it, which may call for a mail. */
  event?: MailedEvent | null;
}

interface SyncResult {
  /** The repaired differences, in words for operators. */
  repaired: BillingDrift["words"];
  /** The differences that are not repaired by themselves. */
  problems: SyncProblem[];
  /** The account's subscription at the provider; null without one. */
  subscription: ProviderSubscription | null;
  /** The latest ones at the provider. */
  invoices: readonly ProviderInvoice[];
}

export type SyncProblem =
  | { kind: "customer_missing" }
  | { kind: "subscription_missing"; id: string }
  | { kind: "other_subscription"; id: string; accountId: string | null; intentId: string | null };

/**
 * Syncs one account. Null when the account is unknown to the provider, or deleted. Throws unavailable when the provider
 * does not answer, or the account keeps changing meanwhile.
 */
export async function syncFromProvider(
  app: App,
  accountId: string,
  options: SyncOptions = {},
): Promise<SyncResult | null> {
  for (let tries = 0; tries < SYNC_TRIES; tries += 1) {
    const row = await findSubscription(app.store, { accountId });
    if (!row?.customerId) return null;
    const result = await trySync(app, { ...row, customerId: row.customerId }, options);
    if (result) return result;
  }
  throw new AppError("unavailable", "errors:unavailable", { retryAfterSeconds: PAYMENT_RETRY_AFTER_SECONDS });
}

/**
 * The same after a change that has succeeded: when it fails, only the card and the invoices of the pages are late, and
 * the provider's webhook brings them.
 */
export async function refreshAccount(
  app: App,
  accountId: string,
  options?: Pick<SyncOptions, "withRefunds">,
): Promise<void> {
  try {
    await syncFromProvider(app, accountId, options);
  } catch (error) {
    app.log.warn({ err: error, account: accountId }, "an account's billing could not be read again");
  }
}

/** Rolls a transaction back. */
const SUPERSEDED = new Error("the account's billing has changed meanwhile");

/** Null when the account changed after its row was read, because the state that was read may be outdated. */
async function trySync(
  app: App,
  row: SubscriptionRow & { customerId: string },
  { withRefunds = false, within = () => Promise.resolve(true), event = null }: SyncOptions,
): Promise<SyncResult | null> {
  const intent = await findOpenIntent(app.store, { accountId: row.id });
  // Then the card from before pays again, which is read again.
  if (intent && (await endLapsedChange(app, intent))) return null;
  const { customerId, providerId: subscriptionId } = row;
  const openInvoiceIds = await listOpenInvoiceIds(app.store, { accountId: row.id });
  const query = { customerId, subscriptionId, intentId: intent?.id ?? null, withRefunds, openInvoiceIds };
  const billing = await app.payments.readBilling(query);
  if (await followPaidChange(app, intent, billing)) return null;
  const changes = await prepareChanges(app, { row, intent, billing, event });
  try {
    const isWritten = await app.store.transaction(async (store) => {
      // First, as every change of the members does.
      await lockAccount(store, row);
      if (!(await within(store))) return false;
      if (!(await changes.settle(store))) throw SUPERSEDED;
      if (!(await writeDrift(store, row.id, changes))) throw SUPERSEDED;
      await followMemberLimit(store, { row, drift: changes.drift });
      await recordInvoiceEvents(store, row.id, changes);
      for (const mail of changes.mails) await queueMail(store, app.secrets, mail);
      return true;
    });
    return toSyncResult({ row, billing, repaired: isWritten ? changes.drift.words : [] });
  } catch (error) {
    // Another sync has queued the same mail, or written the same invoice.
    if (error === SUPERSEDED || error instanceof DuplicateError) return null;
    throw error;
  }
}

interface SyncFindings {
  row: SubscriptionRow;
  billing: ProviderBilling | null;
  repaired: SyncResult["repaired"];
}

function toSyncResult({ row, billing, repaired }: SyncFindings): SyncResult {
  const { subscription = null, invoices = [] } = billing ?? {};
  return { repaired, problems: findProblems(row, billing), subscription, invoices };
}

interface ChangeSet {
  /** Applies what became of the open intent. False when the intent was closed meanwhile. */
  settle: (store: Store) => Promise<boolean>;
  /** The revision that the account's row has after that. */
  revision: number;
  drift: BillingDrift;
  /** The invoices whose payment has failed lately. */
  failed: ProviderInvoice[];
  mails: SyncMail[];
}

interface Situation {
  row: SubscriptionRow;
  intent: BillingIntentRow | null;
  billing: ProviderBilling | null;
  event: MailedEvent | null;
}

async function prepareChanges(app: App, situation: Situation): Promise<ChangeSet> {
  const { row, intent, billing } = situation;
  const requested = billing?.requested ?? null;
  const isRequested = intent && requested && isSubscribeIntent(intent);
  const outcome = isRequested
    ? await prepareRequested(app, intent, requested)
    : await preparePaidChange(app, intent, billing);
  const subscription = outcome.isStarted && isRequested ? requested : (billing?.subscription ?? null);
  const keepsCard = !outcome.isStarted && isCardWaiting(intent);
  const drift = await compareBilling(app.store, { row, billing, subscription, keepsCard });
  const mails = await prepareSyncMails(app, { ...situation, subscription, drift });
  const failed = billing?.invoices.filter(isBeingCollected) ?? [];
  return {
    settle: outcome.settle,
    revision: row.revision + (outcome.isStarted ? 1 : 0),
    drift,
    failed,
    mails,
  };
}

/** Whether the card that the provider shows pays only once its change is paid. */
function isCardWaiting(intent: BillingIntentRow | null): boolean {
  return intent?.kind === "change" && intent.cardId !== null;
}

interface IntentOutcome extends Pick<ChangeSet, "settle"> {
  /** The account's row gets the intent's subscription, and a new revision. */
  isStarted: boolean;
}

/**
 * A change of the plan that was paid while no request waited for it. A subscription that is about to end first goes on
 * with its new plan, which needs a call to the provider, so its intent stays open for the next request. So does one whose
 * request is about to follow it with the price of API calls.
 */
async function preparePaidChange(
  app: App,
  intent: BillingIntentRow | null,
  billing: ProviderBilling | null,
): Promise<IntentOutcome> {
  const subscription = billing?.subscription ?? null;
  const isPaid = intent?.kind === "change" && subscription?.planId === intent.planId;
  if (!isPaid || subscription.cancelAtPeriodEnd || subscription.status === "canceled") return NOTHING;
  if (await needsUsagePrice(app, { intent, subscription })) return NOTHING;
  const commitment = await prepareCommitment(app, { intent, subscription });
  return { settle: (store) => commitIntent(store, app.secrets, commitment), isStarted: true };
}

const NOTHING: IntentOutcome = { settle: () => Promise.resolve(true), isStarted: false };

/** Returns the outcome of the subscription that the open intent requested. */
async function prepareRequested(
  app: App,
  intent: BillingIntentRow,
  subscription: ProviderSubscription,
): Promise<IntentOutcome> {
  const { id, start } = toOutcome(intent, subscription);
  switch (start.kind) {
    case "started": {
      const commitment = await prepareCommitment(app, { intent, subscription });
      return { settle: (store) => commitIntent(store, app.secrets, commitment), isStarted: true };
    }
    case "ended":
      return { settle: (store) => failIntent(store, intent, id), isStarted: false };
    case "needs_action":
    case "processing":
      return { settle: (store) => markIntentPending(store, intent, { providerId: id }), isStarted: false };
    case "refused":
      return NOTHING; // The owner's own request reports the declined card.
  }
}

/** False when the row has changed since it was read. */
async function writeDrift(store: Store, accountId: string, { drift, revision }: ChangeSet): Promise<boolean> {
  const { columns, invoices } = drift;
  if (Object.keys(columns).length === 0 && invoices.length === 0) return true;
  await recordPlanChange(store, { accountId, planId: columns.planId });
  if (!(await updateFromProvider(store, { id: accountId, revision }, columns))) return false;
  for (const invoice of invoices) await saveInvoice(store, invoice);
  return true;
}

/** A plan that the account has canceled may have given way to one for fewer members. */
async function followMemberLimit(
  store: Store,
  { row, drift: { columns } }: { row: SubscriptionRow; drift: BillingDrift },
): Promise<void> {
  if (columns.planId == null) return;
  const accountId = row.id;
  const { providerId } = row;
  const isOwnEnd = hasFreePlanStarted(row, columns) && providerId !== null;
  if (!isOwnEnd || !(await hasCanceled(store, { accountId, providerId })))
    return endOverLimit(store, { accountId });
  const plan = await findPlan(store, { id: columns.planId });
  if (plan) await beginOverLimit(store, { accountId, plan });
}

function findProblems(row: SubscriptionRow, billing: ProviderBilling | null): SyncProblem[] {
  if (!billing) return [{ kind: "customer_missing" }];
  const { subscription, others } = billing;
  const isLost = row.providerId !== null && !subscription && row.status !== "canceled";
  return [
    ...(isLost ? [{ kind: "subscription_missing" as const, id: row.providerId ?? "" }] : []),
    ...others.map((other) => ({ kind: "other_subscription" as const, ...other })),
  ];
}
