/** Billing intents: a request to the payment provider, recorded before it is sent, so that a crash does not lose it. */
import { v7 as uuid } from "uuid";
import { INTENT_LEASE_MS } from "~/domain/payments";
import { date, id, integer, nullable, string, type Entity } from "./store/entity";
import { findPart, type Part } from "./store/list-page";
import type { Store } from "./store/store";

/**
 * `started`: its request is running. `unanswered`: the request has ended without an answer from the provider.
 * `needs_action`: the user has to authenticate the payment.
 */
type BillingIntentStatus = "started" | "unanswered" | "needs_action" | "done" | "failed";

/**
 * The intent's change: the first plan or one after the free plan, another paid plan, the end of a paid plan, or taking
 * that end back. `extend` and `comp` are a master's: a later end of the trial, and a plan for some days without a charge.
 */
type BillingIntentKind =
  | "subscribe"
  | "change"
  | "cancel"
  | "resume"
  | "seats"
  | "card"
  | "hold"
  | "extend"
  | "comp";

export interface BillingIntentRow {
  /** Also the idempotency key at the provider. */
  id: string;
  accountId: string;
  /** Null in rows from before there were kinds: `subscribe`. */
  kind: BillingIntentKind | null;
  planId: string;
  status: BillingIntentStatus;
  /** The account's id while the intent is open, `id` afterwards: an account has at most one open intent. */
  openClaim: string;
  /** SHA-256 of the card token, in hex: distinguishes a repeated request from a new attempt. Null on the free plan. */
  tokenHash: string | null;
  /** The provider's subscription that was created for it. */
  providerId: string | null;
  /** The provider's id of the promotion code. */
  promotionId: string | null;
  /** The card that pays before this change of plan, and again when the change is not paid. Null without one. */
  formerCardId: string | null;
  /** The new card of a change of plan, which pays once the change is paid; all five are null without one. */
  cardId: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  cardExpMonth: number | null;
  cardExpYear: number | null;
  /**
   * Until then its request, or the request's last call to the provider, may still be running. The request renews it.
   * Null in rows from before there were leases.
   */
  leasedUntil: Date | null;
  /** Of `extend`: the new end of the trial. */
  endsAt: Date | null;
  /** When the latest request for it arrived. Null in rows from before it was recorded. */
  requestedAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const billingIntentEntity: Entity<BillingIntentRow> = {
  table: "billing_intents",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    kind: nullable(string(16)),
    planId: id(),
    status: string(16),
    openClaim: string(36),
    tokenHash: nullable(string(64)),
    providerId: nullable(string(64)),
    promotionId: nullable(string(64)),
    formerCardId: nullable(string(64)),
    cardId: nullable(string(64)),
    cardBrand: nullable(string(32)),
    cardLast4: nullable(string(4)),
    cardExpMonth: nullable(integer()),
    cardExpYear: nullable(integer()),
    leasedUntil: nullable(date()),
    endsAt: nullable(date()),
    requestedAt: nullable(date()),
    createdAt: date(),
    finishedAt: nullable(date()),
  },
  unique: [["openClaim"]],
  indexes: [["accountId", "createdAt"], ["providerId"], ["status", "createdAt"], ["status", "leasedUntil"]],
};

/** The change that a request wants. */
export type IntentOrder = Pick<BillingIntentRow, "accountId" | "kind" | "planId" | "tokenHash"> &
  Partial<Pick<BillingIntentRow, "promotionId" | "providerId" | "endsAt">>;

/** Started and not closed yet. */
const IS_OPEN = { status: { in: ["started", "unanswered", "needs_action"] as const } };

/** Open, and not waiting for the user. */
export const IS_UNDECIDED = { status: { in: ["started", "unanswered"] as const } };

/** The account's open intent; null without one. */
export function findOpenIntent(
  store: Store,
  { accountId }: Pick<BillingIntentRow, "accountId">,
): Promise<BillingIntentRow | null> {
  return store.findOne(billingIntentEntity, { openClaim: accountId });
}

/** The account's newest intent, open or closed; null without any. */
export async function findLatestIntent(
  store: Store,
  { accountId }: Pick<BillingIntentRow, "accountId">,
): Promise<BillingIntentRow | null> {
  const order = { by: "createdAt", direction: "desc" } as const;
  const [latest] = await store.find(billingIntentEntity, { accountId }, { order, limit: 1 });
  return latest ?? null;
}

/** The account's intent with this id; null when it has none. */
export function findIntent(
  store: Store,
  { accountId, id }: Pick<BillingIntentRow, "accountId" | "id">,
): Promise<BillingIntentRow | null> {
  return store.findOne(billingIntentEntity, { id, accountId });
}

/** Whether the account has got another plan since `since` by a request of its own. */
export async function hasPlanChangedSince(
  store: Store,
  { accountId, since }: { accountId: string; since: Date },
): Promise<boolean> {
  const kind = { in: ["subscribe", "change", "comp"] as const };
  const done = { accountId, kind, status: "done", finishedAt: { gte: since } } as const;
  return (await store.count(billingIntentEntity, done, { atMost: 1 })) > 0;
}

/** Whether the account itself has asked for the end of this subscription at the provider. */
export async function hasCanceled(
  store: Store,
  { accountId, providerId }: { accountId: string; providerId: string },
): Promise<boolean> {
  const canceled = { accountId, providerId, kind: "cancel", status: "done" } as const;
  return (await store.count(billingIntentEntity, canceled, { atMost: 1 })) > 0;
}

/** For the repair at the start only: a page of the open intents of all accounts, oldest first, continued after `after`. */
export function listOpenIntents(store: Store, part: Part<BillingIntentRow>): Promise<BillingIntentRow[]> {
  return findPart(store, billingIntentEntity, { where: IS_OPEN, order: OLDEST_FIRST, ...part });
}

/** For their job only: a page of the changes of plan that wait for a user, of all accounts, continued after `after`. */
export function listWaitingChanges(store: Store, part: Part<BillingIntentRow>): Promise<BillingIntentRow[]> {
  const where = { status: "needs_action", kind: "change" } as const;
  return findPart(store, billingIntentEntity, { where, order: OLDEST_FIRST, ...part });
}

const OLDEST_FIRST = { by: "createdAt", direction: "asc" } as const;

/** For the recovery only: intents of any accounts whose lease has ended before their outcome was known. */
export function listLostIntents(store: Store, { limit }: { limit: number }): Promise<BillingIntentRow[]> {
  const order = { by: "leasedUntil", direction: "asc" } as const;
  const where = { ...IS_UNDECIDED, leasedUntil: { gte: new Date(0), lte: new Date() } };
  return store.find(billingIntentEntity, where, { order, limit });
}

/** Whether its request, or the last call of that request, may still be running. */
export function isLeased({ status, leasedUntil }: Pick<BillingIntentRow, "status" | "leasedUntil">): boolean {
  return status !== "needs_action" && leasedUntil !== null && leasedUntil > new Date();
}

/**
 * Opens the account's one intent. Throws DuplicateError when one is open. The insert is not part of a transaction:
 * afterwards no other request can change the account's billing, and none waits for another's transaction.
 */
export async function claimIntent(store: Store, order: IntentOrder): Promise<BillingIntentRow> {
  const createdAt = new Date();
  const intent: BillingIntentRow = {
    promotionId: null,
    providerId: null,
    endsAt: null,
    ...order,
    formerCardId: null,
    ...NO_CARD,
    id: uuid(),
    status: "started",
    openClaim: order.accountId,
    leasedUntil: getLeaseEnd(),
    requestedAt: createdAt,
    createdAt,
    finishedAt: null,
  };
  await store.insert(billingIntentEntity, intent);
  return intent;
}

const NO_CARD = {
  cardId: null,
  cardBrand: null,
  cardLast4: null,
  cardExpMonth: null,
  cardExpYear: null,
} as const;

/**
 * Renews the lease of the process that read or renewed the intent last, or takes over one that has ended. Returns the
 * intent with its new lease; null when another process has it, or the intent is no longer open.
 */
export async function extendLease(store: Store, intent: BillingIntentRow): Promise<BillingIntentRow | null> {
  const { id, accountId, leasedUntil } = intent;
  const end = getLeaseEnd();
  // Another process must be able to tell this lease from the one before.
  const isSame = end.getTime() === leasedUntil?.getTime();
  const leased = { ...intent, leasedUntil: isSame ? new Date(end.getTime() + 1) : end };
  const found = { id, openClaim: accountId, leasedUntil };
  const changes = { leasedUntil: leased.leasedUntil };
  return (await store.update(billingIntentEntity, found, changes)) === 1 ? leased : null;
}

function getLeaseEnd(): Date {
  return new Date(Date.now() + INTENT_LEASE_MS);
}

/** Records that the intent's request has ended without an answer from the provider. */
export async function markIntentUnanswered(store: Store, { id, accountId }: BillingIntentRow): Promise<void> {
  const started = { id, openClaim: accountId, status: "started" } as const;
  await store.update(billingIntentEntity, started, { status: "unanswered" });
}

/** Records that the provider waits for the user to authenticate. False when the intent is no longer open. */
export async function markIntentPending(
  store: Store,
  { id, accountId }: BillingIntentRow,
  { providerId }: { providerId: string },
): Promise<boolean> {
  const open = { id, openClaim: accountId };
  return (await store.update(billingIntentEntity, open, { status: "needs_action", providerId })) === 1;
}

/** Takes over an intent that waits for the user, or for its answer, so that one caller ends it. Null for every other. */
export async function claimWaitingIntent(
  store: Store,
  intent: BillingIntentRow,
): Promise<BillingIntentRow | null> {
  const { id, accountId, status } = intent;
  const changes = { status: "started", leasedUntil: getLeaseEnd() } as const;
  const claimed = await store.update(billingIntentEntity, { id, openClaim: accountId, status }, changes);
  return claimed === 1 ? { ...intent, ...changes } : null;
}

/** Records that the user has sent a request for an open intent again. */
export async function markIntentRequested(store: Store, { id, accountId }: BillingIntentRow): Promise<void> {
  await store.update(billingIntentEntity, { id, openClaim: accountId }, { requestedAt: new Date() });
}

/** Records the card that a change replaces and the new one, before it does. False when the intent is no longer open. */
export async function rememberCards(
  store: Store,
  { id, accountId }: BillingIntentRow,
  cards: Pick<BillingIntentRow, "formerCardId" | keyof typeof NO_CARD>,
): Promise<boolean> {
  return (await store.update(billingIntentEntity, { id, openClaim: accountId }, cards)) === 1;
}

/** Closes the intent with its result. False when another process closed it before. */
export async function closeIntent(
  store: Store,
  { id, accountId }: BillingIntentRow,
  result: { status: "done" | "failed"; providerId: string | null },
): Promise<boolean> {
  const changes = { ...result, openClaim: id, finishedAt: new Date() };
  return (await store.update(billingIntentEntity, { id, openClaim: accountId }, changes)) === 1;
}

/** Deletes the intent, open or closed. */
export async function deleteIntent(store: Store, { id }: BillingIntentRow): Promise<void> {
  await store.remove(billingIntentEntity, { id });
}

/** Deletes the intent while it is open. False when it was closed or deleted in the meantime. */
export async function deleteOpenIntent(store: Store, { id, accountId }: BillingIntentRow): Promise<boolean> {
  return (await store.remove(billingIntentEntity, { id, openClaim: accountId })) === 1;
}
