/** What an account is subscribed to: one row for each account, by its primary key. */
import type { SubscriptionStatus } from "~/domain/plans";
import { boolean, date, id, integer, nullable, string, type Entity } from "./store/entity";
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
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
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
    currentPeriodStart: nullable(date()),
    currentPeriodEnd: nullable(date()),
    revision: integer(),
    updatedAt: date(),
  },
  indexes: [["customerId"], ["providerId"]],
};

/** The account's row; null before it has a plan or is known to the payment provider. */
export function findSubscription(
  store: Store,
  { accountId }: { accountId: string },
): Promise<SubscriptionRow | null> {
  return store.findOne("subscriptions", { id: accountId });
}

/** The row of this subscription at the provider. For the provider's events, which do not name the account. */
export function findSubscriptionByProviderId(
  store: Store,
  { providerId }: { providerId: string },
): Promise<SubscriptionRow | null> {
  return store.findOne("subscriptions", { providerId });
}

/** The rows of these accounts. */
export function listSubscriptions(
  store: Store,
  { accountIds }: { accountIds: readonly string[] },
): Promise<SubscriptionRow[]> {
  return store.find("subscriptions", { id: { in: accountIds } });
}

/** Which of these accounts have or had a subscription at the payment provider, by their ids. */
export async function listPaidAccountIds(
  store: Store,
  { accountIds }: { accountIds: readonly string[] },
): Promise<string[]> {
  const paid = await store.find(
    "subscriptions",
    { id: { in: accountIds }, providerId: { not: null } },
    { limit: accountIds.length },
  );
  return paid.map(({ id }) => id);
}

/** Writes these columns into the account's row, which is created when it is missing, and counts the change. */
export async function saveSubscription(
  store: Store,
  { accountId }: { accountId: string },
  changes: Partial<Omit<SubscriptionRow, "id" | "revision" | "updatedAt">>,
): Promise<void> {
  const row = await findSubscription(store, { accountId });
  const updatedAt = new Date();
  if (row) {
    const changed = { ...changes, revision: row.revision + 1, updatedAt };
    await store.update("subscriptions", { id: accountId }, changed);
    return;
  }
  await store.insert("subscriptions", { id: accountId, ...NEW_ROW, updatedAt, ...changes });
}

/** The columns of a row before a plan is chosen. */
const NEW_ROW = {
  planId: null,
  status: "requires_payment_method",
  customerId: null,
  providerId: null,
  seats: 1,
  cancelAtPeriodEnd: false,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  revision: 1,
} as const;

/**
 * Writes the provider's response into the row, if the row has not changed since the request was sent. False when it has,
 * because the response may be outdated.
 */
export async function updateFromProvider(
  store: Store,
  { id, revision }: SubscriptionRow,
  { providerId, ...changes }: { providerId: string } & Partial<SubscriptionRow>,
): Promise<boolean> {
  const changed = { ...changes, providerId, revision: revision + 1, updatedAt: new Date() };
  return (await store.update("subscriptions", { id, providerId, revision }, changed)) === 1;
}
