/** Billing intents: a request to the payment provider, recorded before it is sent, so that a crash does not lose it. */
import { v7 as uuid } from "uuid";
import { date, id, nullable, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

/** `started`: sent, the response is not known yet. `needs_action`: the user has to authenticate the payment. */
export type BillingIntentStatus = "started" | "needs_action" | "done" | "failed";

export interface BillingIntentRow {
  /** Also the idempotency key at the provider. */
  id: string;
  accountId: string;
  planId: string;
  status: BillingIntentStatus;
  /** The account's id while the intent is open, `id` afterwards: an account has at most one open intent. */
  openClaim: string;
  /** SHA-256 of the card token, in hex: distinguishes a repeated request from a new attempt. Null on the free plan. */
  tokenHash: string | null;
  /** The provider's subscription that was created for it. */
  providerId: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const billingIntentEntity: Entity<BillingIntentRow> = {
  table: "billing_intents",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    planId: id(),
    status: string(16),
    openClaim: string(36),
    tokenHash: nullable(string(64)),
    providerId: nullable(string(64)),
    createdAt: date(),
    finishedAt: nullable(date()),
  },
  unique: [["openClaim"]],
  indexes: [["accountId", "createdAt"], ["providerId"], ["status", "createdAt"]],
};

/** Started and not closed yet. */
const IS_OPEN = { status: { in: ["started", "needs_action"] as const } };

/** The account's open intent; null without one. */
export function findOpenIntent(
  store: Store,
  { accountId }: Pick<BillingIntentRow, "accountId">,
): Promise<BillingIntentRow | null> {
  return store.findOne("billingIntents", { openClaim: accountId });
}

/** The intent for which a provider's subscription was created, while it is open. For the provider's events. */
export function findIntentOfSubscription(
  store: Store,
  { id }: Pick<BillingIntentRow, "id">,
): Promise<BillingIntentRow | null> {
  return store.findOne("billingIntents", { id, ...IS_OPEN });
}

/**
 * For the repair at the start only: a page of the open intents of all accounts that were created before `before`, oldest
 * first, continued after the intent `after`.
 */
export function listOpenIntents(
  store: Store,
  { before, after, limit }: { before: Date; after: BillingIntentRow | undefined; limit: number },
): Promise<BillingIntentRow[]> {
  return store.find(
    "billingIntents",
    { ...IS_OPEN, createdAt: { lt: before } },
    {
      order: { by: "createdAt", direction: "asc" },
      limit,
      ...(after && { after: { value: after.createdAt, id: after.id } }),
    },
  );
}

/**
 * Opens the account's one intent. Throws DuplicateError when one is open. The insert is not part of a transaction:
 * afterwards no other request can change the account's billing, and none waits for another's transaction.
 */
export async function claimIntent(
  store: Store,
  order: Pick<BillingIntentRow, "accountId" | "planId" | "tokenHash">,
): Promise<BillingIntentRow> {
  const intent: BillingIntentRow = {
    ...order,
    id: uuid(),
    status: "started",
    openClaim: order.accountId,
    providerId: null,
    createdAt: new Date(),
    finishedAt: null,
  };
  await store.insert("billingIntents", intent);
  return intent;
}

/** Records that the provider waits for the user to authenticate. False when the intent is no longer open. */
export async function markIntentPending(
  store: Store,
  { id, accountId }: BillingIntentRow,
  { providerId }: { providerId: string },
): Promise<boolean> {
  const open = { id, openClaim: accountId };
  return (await store.update("billingIntents", open, { status: "needs_action", providerId })) === 1;
}

/** Closes the intent with its result. False when another process closed it before. */
export async function closeIntent(
  store: Store,
  { id, accountId }: BillingIntentRow,
  result: { status: "done" | "failed"; providerId: string | null },
): Promise<boolean> {
  const changes = { ...result, openClaim: id, finishedAt: new Date() };
  return (await store.update("billingIntents", { id, openClaim: accountId }, changes)) === 1;
}

/** Deletes the intent, open or closed. */
export async function deleteIntent(store: Store, { id }: BillingIntentRow): Promise<void> {
  await store.remove("billingIntents", { id });
}

/** Deletes the intent while it is open. False when it was closed or deleted in the meantime. */
export async function deleteOpenIntent(store: Store, { id, accountId }: BillingIntentRow): Promise<boolean> {
  return (await store.remove("billingIntents", { id, openClaim: accountId })) === 1;
}
