/** The subscriptions of accounts: one row for each account, by its primary key. */
import type { JobName } from "~/domain/jobs";
import type { SubscriptionStatus } from "~/domain/plans";
import { boolean, date, id, integer, nullable, string, type Entity } from "./store/entity";
import { findPart, type Part } from "./store/list-page";
import type { Store } from "./store/store";

export interface SubscriptionRow {
  /** The account's id. */
  id: string;
  /** Null before the first plan; until then the status has no meaning. */
  planId: string | null;
  status: SubscriptionStatus;
  /** The account's customer at the provider, created once. */
  customerId: string | null;
  /** The newest subscription at the provider; null on the free plan. */
  providerId: string | null;
  /** How many seats are paid for: the members on a plan with a price per seat, 1 on any other. */
  seats: number;
  cancelAtPeriodEnd: boolean;
  /** The plan that follows when the provider's subscription ends; null when none was chosen. */
  nextPlanId: string | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  /** ISO 4217, lower case: of the provider's subscription, which never changes it. Means nothing without one. */
  currency: string | null;
  /**
   * The balance that the customer's next invoices begin with, in minor units of `balanceCurrency`: negative for credit,
   * as the provider counts it. Both are null for nothing.
   */
  balanceMinor: number | null;
  balanceCurrency: string | null;
  /** When the seats are compared with the members; null when there is nothing to compare. */
  seatsDueAt: Date | null;
  /** The card that pays, as the provider last showed it; all four are null without one. */
  cardBrand: string | null;
  cardLast4: string | null;
  cardExpMonth: number | null;
  cardExpYear: number | null;
  /** Gets the emails about billing; null: the owner does. */
  billingEmail: string | null;
  /** Counts the changes, so that an outdated response of the provider does not overwrite a later change. */
  revision: number;
  updatedAt: Date;
}

export const subscriptionEntity: Entity<SubscriptionRow> = {
  table: "subscriptions",
  belongsTo: { account: "id" },
  fields: {
    id: id(),
    planId: nullable(id()),
    status: string(32),
    customerId: nullable(string(64)),
    providerId: nullable(string(64)),
    seats: integer(),
    cancelAtPeriodEnd: boolean(),
    nextPlanId: nullable(id()),
    currentPeriodStart: nullable(date()),
    currentPeriodEnd: nullable(date()),
    currency: nullable(string(3)),
    balanceMinor: nullable(integer()),
    balanceCurrency: nullable(string(3)),
    seatsDueAt: nullable(date()),
    cardBrand: nullable(string(32)),
    cardLast4: nullable(string(4)),
    cardExpMonth: nullable(integer()),
    cardExpYear: nullable(integer()),
    billingEmail: nullable(string()),
    revision: integer(),
    updatedAt: date(),
  },
  indexes: [
    ["customerId"],
    ["providerId"],
    ["seatsDueAt"],
    ["nextPlanId", "currentPeriodEnd"],
    ["planId", "status", "seats"],
    ["planId", "status", "id"],
    ["planId", "id"],
    ["status", "id"],
  ],
};

/** The account's row; null before it has a plan or is known to the payment provider. */
export function findSubscription(
  store: Store,
  { accountId }: { accountId: string },
): Promise<SubscriptionRow | null> {
  return store.findOne(subscriptionEntity, { id: accountId });
}

/** The row of this customer at the provider. For the provider's events, which do not name the account. */
export function findSubscriptionByCustomerId(
  store: Store,
  { customerId }: { customerId: string },
): Promise<SubscriptionRow | null> {
  return store.findOne(subscriptionEntity, { customerId });
}

/** For the reconciliation only: a page of the accounts that the provider knows, continued after `after`. */
export function listCustomerSubscriptions(
  store: Store,
  part: Part<SubscriptionRow>,
): Promise<SubscriptionRow[]> {
  return findPart(store, subscriptionEntity, { where: { customerId: { not: null } }, order: BY_ID, ...part });
}

/** For their job only: a page of the subscriptions that give way to another plan within this time, of all accounts, by account. */
export function listEndingSubscriptions(
  store: Store,
  { from, until, ...part }: { from: Date; until: Date } & Part<SubscriptionRow>,
): Promise<SubscriptionRow[]> {
  const where = { nextPlanId: { not: null }, currentPeriodEnd: { gte: from, lte: until } };
  return findPart(store, subscriptionEntity, { where, order: BY_ID, ...part });
}

const BY_ID = { by: "id", direction: "asc" } as const;

/** The rows of these accounts. */
export function listSubscriptions(
  store: Store,
  { accountIds }: { accountIds: readonly string[] },
): Promise<SubscriptionRow[]> {
  return store.find(subscriptionEntity, { id: { in: accountIds } });
}

/** Which of these accounts have or had a subscription at the payment provider, by their ids. */
export async function listPaidAccountIds(
  store: Store,
  { accountIds }: { accountIds: readonly string[] },
): Promise<string[]> {
  const paid = await store.find(
    subscriptionEntity,
    { id: { in: accountIds }, providerId: { not: null } },
    { limit: accountIds.length },
  );
  return paid.map(({ id }) => id);
}

/**
 * Writes these columns into the account's row, which is created when it is missing, and counts the change. A new plan
 * also requests a comparison of its seats: a member may have joined while it was being bought.
 */
export async function saveSubscription(
  store: Store,
  { accountId }: { accountId: string },
  changes: Partial<Omit<SubscriptionRow, "id" | "revision" | "updatedAt">>,
): Promise<void> {
  const row = await findSubscription(store, { accountId });
  const updatedAt = new Date();
  const written = { updatedAt, ...(changes.planId && { seatsDueAt: updatedAt }), ...changes };
  if (row)
    await store.update(subscriptionEntity, { id: accountId }, { ...written, revision: row.revision + 1 });
  else await store.insert(subscriptionEntity, { id: accountId, ...NEW_ROW, ...written });
  if (changes.planId) announceSeats(store);
}

function announceSeats(store: Store): void {
  store.notify("seats" satisfies JobName);
}

/** The columns of a row before a plan is chosen. */
const NEW_ROW = {
  planId: null,
  status: "requires_payment_method",
  customerId: null,
  providerId: null,
  seats: 1,
  cancelAtPeriodEnd: false,
  nextPlanId: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  currency: null,
  balanceMinor: null,
  balanceCurrency: null,
  seatsDueAt: null,
  cardBrand: null,
  cardLast4: null,
  cardExpMonth: null,
  cardExpYear: null,
  billingEmail: null,
  revision: 1,
} as const;

/**
 * Writes the provider's response into the row, if the row has not changed since the request was sent. False when it has,
 * because the response may be outdated.
 */
export async function updateFromProvider(
  store: Store,
  { id, revision }: Pick<SubscriptionRow, "id" | "revision">,
  changes: Partial<Omit<SubscriptionRow, "id" | "revision" | "updatedAt">>,
): Promise<boolean> {
  const changed = { ...changes, revision: revision + 1, updatedAt: new Date() };
  return (await store.update(subscriptionEntity, { id, revision }, changed)) === 1;
}

/**
 * Requests that the seats of these accounts be compared with their members. Runs in the transaction that changes the
 * members; its commit wakes the comparison. `revision` stays as it is, because nothing that the provider knows has changed.
 */
export async function requestSeatSync(
  store: Store,
  { accountIds }: { accountIds: readonly string[] },
): Promise<void> {
  if (accountIds.length === 0) return;
  const requested = { seatsDueAt: new Date() };
  if ((await store.update(subscriptionEntity, { id: { in: accountIds } }, requested)) > 0)
    announceSeats(store);
}

/** Requests the comparison for every account with one of these plans. Runs at start, for what a crash or a bug missed. */
export async function requestAllSeatSyncs(
  store: Store,
  { planIds }: { planIds: readonly string[] },
): Promise<void> {
  if (planIds.length === 0) return;
  const isIdle = { planId: { in: planIds }, providerId: { not: null }, seatsDueAt: null };
  if ((await store.update(subscriptionEntity, isIdle, { seatsDueAt: new Date() })) > 0) announceSeats(store);
}

/** For the comparison of seats only: at most `limit` rows of any accounts that are due at `at`, the longest due first. */
export function listDueSeatSyncs(
  store: Store,
  { at, limit }: { at: Date; limit: number },
): Promise<SubscriptionRow[]> {
  const order = { by: "seatsDueAt", direction: "asc" } as const;
  return store.find(subscriptionEntity, { seatsDueAt: { gte: new Date(0), lte: at } }, { order, limit });
}

/**
 * Moves the comparison to another time, or to none with null. False when it was requested again, or claimed by another
 * process, since the row was read: then that counts.
 */
export async function moveSeatSync(
  store: Store,
  { id, seatsDueAt }: Pick<SubscriptionRow, "id" | "seatsDueAt">,
  to: Date | null,
): Promise<boolean> {
  return (await store.update(subscriptionEntity, { id, seatsDueAt }, { seatsDueAt: to })) === 1;
}
