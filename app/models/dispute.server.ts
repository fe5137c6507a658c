/** An account's disputed payments and the warnings of fraud about them, copied from the payment provider. */
import type { DisputeFacts } from "~/domain/disputes";
import { date, id, integer, nullable, string, type Entity } from "./store/entity";
import type { Lookup } from "./store/joins";
import type { Store } from "./store/store";

/** How many of an account are read: more than an account has that is still served. */
const DISPUTES_READ = 24;

/** In characters. The provider's words are shorter, and it may add new ones. */
export const [STATUS_MAX_LENGTH, REASON_MAX_LENGTH] = [32, 64];

export interface DisputeRow extends DisputeFacts {
  accountId: string;
  /** When it was decided that the plan ends because of this dispute; null when it does not. */
  planEndedAt: Date | null;
  /** Counts the changes, so that an older answer of the provider replaces no newer one. */
  revision: number;
  updatedAt: Date;
}

export const disputeEntity: Entity<DisputeRow> = {
  table: "disputes",
  belongsTo: { account: "accountId" },
  fields: {
    // The provider's.
    id: string(64),
    accountId: id(),
    kind: string(16),
    status: string(STATUS_MAX_LENGTH),
    reason: string(REASON_MAX_LENGTH),
    invoiceId: nullable(string(64)),
    subscriptionId: nullable(string(64)),
    amountMinor: integer(),
    currency: string(3),
    respondBy: nullable(date()),
    openedAt: date(),
    planEndedAt: nullable(date()),
    revision: integer(),
    updatedAt: date(),
  },
  indexes: [["accountId", "openedAt"]],
};

/** The account's dispute or warning; null when none with this id was stored. */
export function findDispute(
  store: Store,
  { accountId, id }: Pick<DisputeRow, "accountId" | "id">,
): Promise<DisputeRow | null> {
  return store.findOne(disputeEntity, { id, accountId });
}

/** Stores a new one. Throws DuplicateError when it is stored already. */
export function createDispute(store: Store, dispute: DisputeRow): Promise<void> {
  return store.insert(disputeEntity, dispute);
}

/** Changes one that was read with `revision`. False when it has changed since. */
export async function updateDispute(
  store: Store,
  { accountId, id, revision }: Pick<DisputeRow, "accountId" | "id" | "revision">,
  changes: Partial<DisputeRow>,
): Promise<boolean> {
  const changed = { ...changes, revision: revision + 1, updatedAt: new Date() };
  return (await store.update(disputeEntity, { id, accountId, revision }, changed)) === 1;
}

/** The look-up of an account's disputes and warnings, newest first; for a statement that reads other lists too. */
export function toDisputeLookup({ accountId }: Pick<DisputeRow, "accountId">): Lookup<DisputeRow> {
  return {
    entity: disputeEntity,
    where: { accountId },
    order: { by: "openedAt", direction: "desc" },
    limit: DISPUTES_READ,
  };
}

/** The account's disputes and warnings, newest first. */
export function listDisputes(store: Store, account: Pick<DisputeRow, "accountId">): Promise<DisputeRow[]> {
  const { where, order } = toDisputeLookup(account);
  return store.find(disputeEntity, where, { order, limit: DISPUTES_READ });
}

/** Those of the account with these ids, in no order. */
export async function listDisputesByIds(
  store: Store,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<DisputeRow[]> {
  return ids.length === 0
    ? []
    : store.find(disputeEntity, { accountId, id: { in: ids } }, { limit: ids.length });
}

/** Whether a dispute of the account has ended this subscription. */
export async function hasDisputeEnded(
  store: Store,
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string },
): Promise<boolean> {
  const found = await store.find(disputeEntity, { accountId, subscriptionId }, { limit: DISPUTES_READ });
  return found.some(({ planEndedAt }) => planEndedAt !== null);
}
