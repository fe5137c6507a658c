/**
 * Disputes and early fraud warnings. As with every event of the provider, the content of an event is not used: the dispute is
 * read again, and written only if its row has not changed since. So `closed` may arrive before `created`, and each any
 * number of times. docs/decisions/0099-a-lost-dispute-is-told-first.md
 */
import { findDisputeKind, toDisputeOutcome } from "~/domain/disputes";
import { AppError } from "~/domain/errors";
import type { ProviderEvent } from "~/gateways/payments/payment-types";
import type { ProviderDispute } from "~/gateways/payments/provider-disputes";
import { findAccountIds, lockAccount } from "~/models/account.server";
import {
  createDispute,
  findDispute,
  REASON_MAX_LENGTH,
  STATUS_MAX_LENGTH,
  updateDispute,
  type DisputeRow,
} from "~/models/dispute.server";
import { findProviderEvent } from "~/models/provider-event.server";
import { DuplicateError, type Store } from "~/models/store/store";
import {
  findSubscription,
  findSubscriptionByCustomerId,
  type SubscriptionRow,
} from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { queueMail } from "~/services/platform/mail/outbox.server";
import { PAYMENT_RETRY_AFTER_SECONDS } from "~/domain/payments";
import { holdBilling } from "../intents/hold.server";
import { prepareDisputeMail, type DisputeMail } from "../mails/dispute-mails.server";
import { refreshAccount } from "./sync.server";

/** How often a dispute is read again from the provider when its row changed meanwhile. */
const DISPUTE_TRIES = 10;

/**
 * An event about a dispute names its payment only, so the provider is asked whose that is. Null for other events, and for
 * a payment of no customer. Throws unavailable when the provider does not answer.
 */
export async function findDisputeCustomer(
  app: Pick<App, "store" | "payments">,
  { id, type, objectId }: Omit<ProviderEvent, "customerId">,
): Promise<string | null> {
  const kind = findDisputeKind(type);
  if (kind === null) return null;
  const stored = await findProviderEvent(app.store, { id });
  if (stored) return stored.customerId;
  return (await app.payments.findDispute({ id: objectId, kind }))?.customerId ?? null;
}

interface SyncOptions {
  /** False: the row is written, and nothing follows from it. */
  isNews?: boolean;
}

/**
 * Brings the row in line with the provider, notifies the operators of each new outcome, and ends the plan of a lost dispute
 * where DISPUTE_LOST=end. Throws unavailable when the provider does not answer, and conflict while the account's plan is
 * being changed; then nothing is lost, because the event is applied again.
 */
export async function syncDispute(
  app: App,
  dispute: Pick<ProviderDispute, "id" | "kind" | "customerId">,
  { isNews = true }: SyncOptions = {},
): Promise<void> {
  for (let tries = 0; tries < DISPUTE_TRIES; tries += 1) {
    const account = await findSubscriptionByCustomerId(app.store, dispute);
    if (!account) return;
    const before = await findDispute(app.store, { accountId: account.id, id: dispute.id });
    const found = await app.payments.findDispute(dispute);
    if (found?.customerId !== dispute.customerId) return;
    const row = toRow(app, { account, before, found, isNews });
    if (!(await trySave(app, { before, row, isNews }))) continue;
    if (row.planEndedAt) await endPlan(app, row);
    return;
  }
  throw new AppError("unavailable", "errors:unavailable", { retryAfterSeconds: PAYMENT_RETRY_AFTER_SECONDS });
}

interface Comparison {
  account: SubscriptionRow;
  before: DisputeRow | null;
  found: ProviderDispute;
  isNews: boolean;
}

function toRow({ config }: Pick<App, "config">, comparison: Comparison): DisputeRow {
  const { account, before, found, isNews } = comparison;
  const { customerId: _, ...facts } = found;
  const endsPlan = isNews && config.lostDisputeAct === "end" && isLost(found) && bills(account, found);
  const now = new Date();
  return {
    ...facts,
    status: found.status.slice(0, STATUS_MAX_LENGTH),
    reason: found.reason.slice(0, REASON_MAX_LENGTH),
    accountId: account.id,
    planEndedAt: before?.planEndedAt ?? (endsPlan ? now : null),
    revision: before ? before.revision + 1 : 0,
    updatedAt: now,
  };
}

function isLost({ kind, status }: Pick<DisputeRow, "kind" | "status">): boolean {
  return kind === "dispute" && toDisputeOutcome(status) === "lost";
}

/** Whether the disputed payment was for the subscription that the account has now. An account may have come back since. */
function bills({ providerId, status }: SubscriptionRow, { subscriptionId }: ProviderDispute): boolean {
  return subscriptionId !== null && subscriptionId === providerId && status !== "canceled";
}

interface Change {
  before: DisputeRow | null;
  row: DisputeRow;
  isNews: boolean;
}

/** False when the row has changed since it was read. */
async function trySave(app: App, change: Change): Promise<boolean> {
  const { before, row } = change;
  if (before && !hasChanged(before, row)) return true;
  const mail = hasNews(change) ? await prepareDisputeMail(app, row) : null;
  try {
    return await app.store.transaction((store) => save(store, app, { ...change, mail }));
  } catch (error) {
    if (error instanceof DuplicateError) return false;
    throw error;
  }
}

async function save(
  store: Store,
  { secrets }: Pick<App, "secrets">,
  { before, row, mail }: Change & { mail: DisputeMail | null },
): Promise<boolean> {
  const { accountId } = row;
  await lockAccount(store, { id: accountId });
  // A closed account takes its disputes with it.
  if (!(await findAccountIds(store, { ids: [accountId] })).has(accountId)) return true;
  if (!before) await createDispute(store, row);
  else if (!(await updateDispute(store, before, row))) return false;
  if (mail) await queueMail(store, secrets, mail);
  return true;
}

function hasChanged(before: DisputeRow, after: DisputeRow): boolean {
  const toText = ({ revision: _r, updatedAt: _u, ...facts }: DisputeRow) =>
    JSON.stringify(Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1)));
  return toText(before) !== toText(after);
}

/** Operators read of a new dispute or warning, and of each outcome. */
function hasNews({ before, row, isNews }: Change): boolean {
  if (!isNews) return false;
  return !before || toDisputeOutcome(before.status) !== toDisputeOutcome(row.status);
}

/**
 * Ends the subscription at once. What was not billed yet stays unbilled: the card's holder has just got a payment back.
 * Repeating it ends nothing else, because the row names the subscription.
 */
async function endPlan(app: App, { accountId, subscriptionId }: DisputeRow): Promise<void> {
  const isBilled = async () => {
    const current = await findSubscription(app.store, { accountId });
    return current?.providerId === subscriptionId && current.status !== "canceled";
  };
  if (subscriptionId === null || !(await isBilled())) return;
  await holdBilling(app, accountId, async () => {
    if (await isBilled()) await app.payments.cancelSubscription(subscriptionId);
  });
  await refreshAccount(app, accountId);
}
