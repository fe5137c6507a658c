/**
 * Records an event of an account for its webhook endpoints, in the transaction that causes it: what is rolled back is
 * never sent, and what is committed is sent even after a crash.
 */
import type { SentEvent, AccountEvent, AccountEventData } from "~/domain/webhook-endpoints";
import { createDelivery, createEventId, toEventId } from "~/models/webhook-delivery.server";
import { listActiveEndpoints, type WebhookEndpointRow } from "~/models/webhook-endpoint.server";
import type { Store } from "~/models/store/store";

interface RecordedEvent<Type extends SentEvent> {
  accountId: string;
  type: Type;
  data: AccountEventData[Type];
  /** The cause of the event, by ids: an event with a key is recorded once in an account, however often this runs. */
  key?: string;
}

/** Stores the event for each endpoint that subscribes to it. An account without endpoints costs one query. */
export async function recordAccountEvent<Type extends AccountEvent>(
  store: Store,
  event: RecordedEvent<Type>,
): Promise<void> {
  const endpoints = await listActiveEndpoints(store, event);
  const subscribed = endpoints.filter(({ events }) => events.split(" ").includes(event.type));
  await storeEvent(store, subscribed, event);
}

/** Stores an event for one endpoint, whatever it subscribes to. */
export async function recordAccountEventFor(
  store: Store,
  endpoint: WebhookEndpointRow,
  event: Omit<RecordedEvent<"webhook.test">, "accountId">,
): Promise<void> {
  await storeEvent(store, [endpoint], { ...event, accountId: endpoint.accountId });
}

/** WEBHOOK_ENDPOINTS_MAX rows at most. */
async function storeEvent<Type extends SentEvent>(
  store: Store,
  endpoints: readonly WebhookEndpointRow[],
  { accountId, type, data, key }: RecordedEvent<Type>,
): Promise<void> {
  const at = new Date();
  const eventId = key === undefined ? createEventId(at) : toEventId(accountId, `${type}:${key}`);
  const payload = JSON.stringify({ type, timestamp: at.toISOString(), data });
  for (const { id: endpointId } of endpoints)
    await createDelivery(store, { accountId, endpointId, eventId, type, payload, at });
}
