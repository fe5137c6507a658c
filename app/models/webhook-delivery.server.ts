/** Events on their way to the endpoints of their account: stored in the transaction that causes them, and sent later. */
import { v5 as hashedUuid, v7 as uuid } from "uuid";
import type { JobName } from "~/domain/jobs";
import { seconds } from "~/domain/limits";
import { DELIVERY_FAILURES, type DeliveryFailure, type DeliveryStatus } from "~/domain/webhook-endpoints";
import type { PagePosition } from "~/domain/paging";
import { date, id, integer, nullable, string, text, type Entity } from "./store/entity";
import { findPage, type ListPage } from "./store/list-page";
import { readQueueDepth, type QueueDepth } from "./store/queue-depth";
import type { Store } from "./store/store";

/**
 * Longer than a delivery can take, so that no other process repeats one that is running. One whose process was killed waits
 * for this long.
 */
export const WEBHOOK_CLAIM_MS = seconds(15);
/** Deliveries of one page of the log. */
const WEBHOOK_DELIVERIES_PAGE_SIZE = 20;

export interface WebhookDeliveryRow {
  id: string;
  accountId: string;
  endpointId: string;
  /** The same for all endpoints that receive the event, and for each attempt. */
  eventId: string;
  type: string;
  /** The body as it is sent: JSON. */
  payload: string;
  status: DeliveryStatus;
  attempts: number;
  /** It is not sent before this time. */
  dueAt: Date;
  /** Until when the process that is sending it has claimed it. */
  lockedUntil: Date;
  failure: DeliveryFailure | null;
  responseStatus: number | null;
  responseExcerpt: string | null;
  durationMs: number | null;
  createdAt: Date;
  deliveredAt: Date | null;
}

export const webhookDeliveryEntity: Entity<WebhookDeliveryRow> = {
  table: "webhook_deliveries",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    endpointId: id(),
    eventId: id(),
    type: string(64),
    payload: text(),
    status: string(16),
    attempts: integer(),
    dueAt: date(),
    lockedUntil: date(),
    failure: nullable(string(16)),
    responseStatus: nullable(integer()),
    responseExcerpt: nullable(text()),
    durationMs: nullable(integer()),
    createdAt: date(),
    deliveredAt: nullable(date()),
  },
  indexes: [
    ["status", "dueAt"],
    ["status", "dueAt", "lockedUntil", "endpointId"],
    ["endpointId", "status", "dueAt"],
    ["endpointId", "createdAt"],
    ["accountId"],
    ["createdAt"],
  ],
};

type OwnedDelivery = Pick<WebhookDeliveryRow, "accountId" | "endpointId" | "id">;

const DELIVERY_IDS = "6f1c2d6e-0c53-5d0b-8a0e-0d6a1be3a4c2";

/** The id of the one event with this key in an account. */
export function toEventId(accountId: string, key: string): string {
  return hashedUuid(`${accountId}:${key}`, DELIVERY_IDS);
}

type NewDelivery = Pick<WebhookDeliveryRow, "accountId" | "endpointId" | "eventId" | "type" | "payload">;

/**
 * Stores a delivery that is due at `at`, once for each event and endpoint, however often this runs. It is sent once the
 * caller's transaction has committed.
 */
export async function createDelivery(
  store: Store,
  { at, ...given }: NewDelivery & { at: Date },
): Promise<void> {
  const id = hashedUuid(`${given.endpointId}:${given.eventId}`, DELIVERY_IDS);
  if (await store.findOne(webhookDeliveryEntity, { id })) return;
  await store.insert(webhookDeliveryEntity, {
    ...given,
    ...{ id, status: "waiting", attempts: 0, dueAt: at, lockedUntil: at, failure: null },
    ...{ responseStatus: null, responseExcerpt: null, durationMs: null, createdAt: at, deliveredAt: null },
  });
  announceDeliveries(store);
}

function announceDeliveries(store: Store): void {
  store.notify("webhooks" satisfies JobName);
}

/** A new event's id, which sorts by time. */
export function createEventId(at: Date): string {
  return uuid({ msecs: at.getTime() });
}

/** A page of the endpoint's log, newest first. */
export function listDeliveries(
  store: Store,
  { accountId, endpointId, at }: Pick<WebhookDeliveryRow, "accountId" | "endpointId"> & { at: PagePosition },
): Promise<ListPage<WebhookDeliveryRow>> {
  const order = { by: "createdAt", direction: "desc" } as const;
  const where = { accountId, endpointId };
  return findPage(store, webhookDeliveryEntity, { where, at, order, size: WEBHOOK_DELIVERIES_PAGE_SIZE });
}

/** The delivery of this endpoint; null for every other id. */
export function findDelivery(
  store: Store,
  { accountId, endpointId, id }: OwnedDelivery,
): Promise<WebhookDeliveryRow | null> {
  return store.findOne(webhookDeliveryEntity, { id, endpointId, accountId });
}

/** Makes a delivery due at once, with all its attempts, finished or waiting. False while it is being sent. */
export async function replayDelivery(
  store: Store,
  { accountId, endpointId, id }: OwnedDelivery,
  at: Date,
): Promise<boolean> {
  const owned = { id, endpointId, accountId };
  const again = { status: "waiting", attempts: 0, dueAt: at, lockedUntil: at } as const;
  const finished = { ...owned, status: { in: ["delivered", "failed"] as const } };
  const unclaimed = { ...owned, status: { in: ["waiting", "held"] as const }, lockedUntil: { lte: at } };
  const count =
    (await store.update(webhookDeliveryEntity, finished, again)) ||
    (await store.update(webhookDeliveryEntity, unclaimed, again));
  if (count !== 1) return false;
  announceDeliveries(store);
  return true;
}

type EndpointOfDeliveries = Pick<WebhookDeliveryRow, "accountId" | "endpointId">;

/** Keeps what waits for an endpoint that a member turns off. Returns how many deliveries. */
export function holdWaitingDeliveries(
  store: Store,
  { accountId, endpointId }: EndpointOfDeliveries,
): Promise<number> {
  const waiting = { endpointId, accountId, status: "waiting" } as const;
  return store.update(webhookDeliveryEntity, waiting, { status: "held" });
}

/** Makes due at `at` what was kept for an endpoint that is turned on again. Returns how many deliveries. */
export async function releaseHeldDeliveries(
  store: Store,
  { accountId, endpointId }: EndpointOfDeliveries,
  at: Date,
): Promise<number> {
  // A claim stays: a delivery that was on its way when the endpoint was turned off must not be sent twice at once.
  const again = { status: "waiting", dueAt: at } as const;
  const held = { endpointId, accountId, status: "held" } as const;
  const count = await store.update(webhookDeliveryEntity, held, again);
  if (count > 0) announceDeliveries(store);
  return count;
}

/** How many deliveries, counted up to `atMost`, were attempted since `since` and did not arrive. */
export function countUndelivered(
  store: Store,
  { accountId, endpointId }: EndpointOfDeliveries,
  { since, atMost }: { since: Date; atMost: number },
): Promise<number> {
  const failure = { in: DELIVERY_FAILURES.filter((one) => one !== "lapsed" && one !== "off") };
  const status = { in: ["waiting", "held", "failed"] as const };
  // The claim of an attempt ends with it, or later.
  const where = { endpointId, accountId, status, failure, lockedUntil: { gte: since } };
  return store.count(webhookDeliveryEntity, where, { atMost });
}

/** Gives up what waits for an endpoint that was turned off because it fails. It can be replayed. */
export async function failWaitingDeliveries(
  store: Store,
  { accountId, endpointId }: EndpointOfDeliveries,
): Promise<number> {
  const given = { status: "failed", failure: "off" } as const;
  return store.update(webhookDeliveryEntity, { endpointId, accountId, status: "waiting" }, given);
}

/** For the metrics only: the deliveries that are due at `at`, of all accounts. */
export function readDeliveryDepth(store: Store, at: Date): Promise<QueueDepth> {
  const waiting = { status: "waiting", dueAt: { lte: at } } as const;
  return readQueueDepth(store, webhookDeliveryEntity, { waiting, dueSince: "dueAt", at });
}

/**
 * For the worker only: the endpoints, of all accounts, that have a delivery due at `at`, and those to which a process is
 * delivering. The latter are left out when none is due.
 */
export async function listReceiverIds(
  store: Store,
  { at }: { at: Date },
): Promise<{ due: string[]; claimed: string[] }> {
  const due = await store.countBy(webhookDeliveryEntity, isFree(at), "endpointId");
  if (due.size === 0) return { due: [], claimed: [] };
  const isClaimed = { ...isFree(at), lockedUntil: { gt: at } };
  const claimed = await store.countBy(webhookDeliveryEntity, isClaimed, "endpointId");
  return { due: [...due.keys()], claimed: [...claimed.keys()] };
}

/**
 * For the worker only: claims the endpoint's longest due delivery until `lockedUntil`; null when there is none, or
 * another process was faster. The claim counts the attempt.
 */
export async function claimDelivery(
  store: Store,
  { endpointId, at, lockedUntil }: { endpointId: string; at: Date; lockedUntil: Date },
): Promise<WebhookDeliveryRow | null> {
  const order = { by: "dueAt", direction: "asc" } as const;
  const [row] = await store.find(webhookDeliveryEntity, { ...isFree(at), endpointId }, { order, limit: 1 });
  if (!row) return null;
  const { id, attempts } = row;
  const claim = { attempts: attempts + 1, lockedUntil };
  const claimed = await store.update(webhookDeliveryEntity, { ...isFree(at), id, attempts }, claim);
  return claimed === 1 ? { ...row, ...claim } : null;
}

/**
 * Records the result of an attempt while the claim is valid. False when it was taken over or deleted. A delivery that is held
 * meanwhile stays so, unless the result says otherwise.
 */
export async function settleDelivery(
  store: Store,
  { id, attempts, lockedUntil }: WebhookDeliveryRow,
  result: Partial<WebhookDeliveryRow>,
): Promise<boolean> {
  const claimed = { id, attempts, lockedUntil, status: { in: ["waiting", "held"] as const } };
  return (await store.update(webhookDeliveryEntity, claimed, result)) === 1;
}

function isFree(at: Date) {
  return { status: "waiting", dueAt: { lte: at }, lockedUntil: { lte: at } } as const;
}
