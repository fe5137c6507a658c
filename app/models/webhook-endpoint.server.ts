/** Where an account receives its events. An endpoint has one secret, and for a while after a rotation the previous one. */
import { v7 as uuid } from "uuid";
import { WEBHOOK_DESCRIPTION_MAX_LENGTH, WEBHOOK_ENDPOINTS_MAX } from "~/domain/webhook-endpoints";
import { webhookDeliveryEntity } from "./webhook-delivery.server";
import { date, encrypted, id, nullable, string, text, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface WebhookEndpointRow {
  id: string;
  accountId: string;
  url: string;
  /** Null without one: an empty text is null in some databases. */
  description: string | null;
  /** The subscribed events, separated by spaces. */
  events: string;
  /** Encrypted. */
  secret: string;
  /** The secret before the last rotation, encrypted. */
  formerSecret: string | null;
  /** Until when the previous secret signs as well. */
  formerSecretEndsAt: Date | null;
  /** Since when every delivery has failed; null after a success. */
  failingSince: Date | null;
  /** Since when every delivery to its URL was answered with 2xx; null before the first one, and after a failure. */
  workingSince: Date | null;
  disabledAt: Date | null;
  disabledBecause: "off" | "failing" | null;
  createdAt: Date;
}

export const webhookEndpointEntity: Entity<WebhookEndpointRow> = {
  table: "webhook_endpoints",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    url: text(),
    description: nullable(string(WEBHOOK_DESCRIPTION_MAX_LENGTH)),
    events: text(),
    secret: encrypted("webhook"),
    formerSecret: nullable(encrypted("webhook")),
    formerSecretEndsAt: nullable(date()),
    failingSince: nullable(date()),
    workingSince: nullable(date()),
    disabledAt: nullable(date()),
    disabledBecause: nullable(string(16)),
    createdAt: date(),
  },
  indexes: [["accountId", "createdAt"]],
};

/** Endpoints that one statement reads: some databases take at most a thousand values. */
const RECEIVERS_AT_ONCE = 500;

type Owner = Pick<WebhookEndpointRow, "accountId">;
type OwnedEndpoint = Pick<WebhookEndpointRow, "accountId" | "id">;

/** The account's endpoints, oldest first. */
export function listWebhookEndpoints(store: Store, { accountId }: Owner): Promise<WebhookEndpointRow[]> {
  const order = { by: "createdAt", direction: "asc" } as const;
  return store.find(webhookEndpointEntity, { accountId }, { order, limit: WEBHOOK_ENDPOINTS_MAX });
}

/** Those that are turned on. */
export function listActiveEndpoints(store: Store, { accountId }: Owner): Promise<WebhookEndpointRow[]> {
  return store.find(webhookEndpointEntity, { accountId, disabledAt: null }, { limit: WEBHOOK_ENDPOINTS_MAX });
}

export function countWebhookEndpoints(store: Store, { accountId }: Owner): Promise<number> {
  return store.count(webhookEndpointEntity, { accountId });
}

/** The account's endpoint with this id; null for every other id. */
export function findWebhookEndpoint(
  store: Store,
  { accountId, id }: OwnedEndpoint,
): Promise<WebhookEndpointRow | null> {
  return store.findOne(webhookEndpointEntity, { id, accountId });
}

export async function createWebhookEndpoint(
  store: Store,
  given: Pick<WebhookEndpointRow, "accountId" | "url" | "description" | "events" | "secret">,
): Promise<WebhookEndpointRow> {
  const endpoint: WebhookEndpointRow = {
    ...given,
    id: uuid(),
    formerSecret: null,
    formerSecretEndsAt: null,
    failingSince: null,
    workingSince: null,
    disabledAt: null,
    disabledBecause: null,
    createdAt: new Date(),
  };
  await store.insert(webhookEndpointEntity, endpoint);
  return endpoint;
}

type Changes = Partial<
  Pick<
    WebhookEndpointRow,
    "url" | "description" | "events" | "failingSince" | "workingSince" | "disabledAt" | "disabledBecause"
  >
>;

/** False when it was deleted. */
export async function updateWebhookEndpoint(
  store: Store,
  { accountId, id }: OwnedEndpoint,
  changes: Changes,
): Promise<boolean> {
  return (await store.update(webhookEndpointEntity, { id, accountId }, changes)) === 1;
}

/** Replaces the secret, which signs next to the new one until `endsAt`. False when it was replaced or deleted meanwhile. */
export async function rotateEndpointSecret(
  store: Store,
  read: Pick<WebhookEndpointRow, "accountId" | "id" | "secret" | "formerSecretEndsAt">,
  { secret, endsAt }: { secret: string; endsAt: Date },
): Promise<boolean> {
  // The secret itself is a long text, which is not compared. It never changes without this time.
  const { id, accountId, formerSecretEndsAt } = read;
  const asRead = { id, accountId, formerSecretEndsAt };
  const changes = { secret, formerSecret: read.secret, formerSecretEndsAt: endsAt };
  return (await store.update(webhookEndpointEntity, asRead, changes)) === 1;
}

/** Deletes the endpoint with its log. Runs in the caller's transaction. False when it was deleted already. */
export async function deleteWebhookEndpoint(
  store: Store,
  { accountId, id }: OwnedEndpoint,
): Promise<boolean> {
  if ((await store.remove(webhookEndpointEntity, { id, accountId })) !== 1) return false;
  await store.remove(webhookDeliveryEntity, { endpointId: id, accountId });
  return true;
}

/** For the worker only: endpoints of all accounts, as far as they exist. */
export async function listReceivers(store: Store, ids: readonly string[]): Promise<WebhookEndpointRow[]> {
  const found: WebhookEndpointRow[] = [];
  for (let first = 0; first < ids.length; first += RECEIVERS_AT_ONCE) {
    const some = ids.slice(first, first + RECEIVERS_AT_ONCE);
    found.push(...(await store.find(webhookEndpointEntity, { id: { in: some } }, { limit: some.length })));
  }
  return found;
}

/** `unproven`: nothing was delivered to its URL yet. Until then it is not known whether it ever answers. */
export type EndpointState = "working" | "failing" | "unproven";

export function getEndpointState({ workingSince, failingSince }: WebhookEndpointRow): EndpointState {
  // The version before workingSince writes only failingSince.
  if (failingSince) return "failing";
  return workingSince ? "working" : "unproven";
}

/** Records the first failure after a success. */
export async function markEndpointFailing(
  store: Store,
  { accountId, id }: OwnedEndpoint,
  at: Date,
): Promise<void> {
  const changes = { failingSince: at, workingSince: null };
  await store.update(webhookEndpointEntity, { id, accountId, failingSince: null }, changes);
}

/** Records a success, the first one or after failures. */
export async function markEndpointWorking(
  store: Store,
  { accountId, id }: OwnedEndpoint,
  at: Date,
): Promise<void> {
  await store.update(webhookEndpointEntity, { id, accountId }, { failingSince: null, workingSince: at });
}

/** Turns off an endpoint that has failed since `before` or longer. False when it works again, or is off. */
export async function disableFailingEndpoint(
  store: Store,
  { accountId, id }: OwnedEndpoint,
  { before, at }: { before: Date; at: Date },
): Promise<boolean> {
  const stillFailing = { id, accountId, failingSince: { lte: before }, disabledAt: null };
  const disabled = { disabledAt: at, disabledBecause: "failing" } as const;
  return (await store.update(webhookEndpointEntity, stillFailing, disabled)) === 1;
}
