/** The log of an endpoint's deliveries: reading it, sending a test event, and sending an event again. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { deliveriesForm, deliveryReplayForm, endpointIdForm } from "~/domain/forms/webhooks";
import type { PagePosition } from "~/domain/paging";
import { WEBHOOK_SEND_LIMITS } from "~/domain/rate-limits";
import { TEST_EVENT } from "~/domain/webhook-endpoints";
import type { Store } from "~/models/store/store";
import {
  countUndelivered,
  findDelivery,
  listDeliveries,
  replayDelivery,
} from "~/models/webhook-delivery.server";
import { findWebhookEndpoint, type WebhookEndpointRow } from "~/models/webhook-endpoint.server";
import { defineOperation } from "../platform/operation.server";
import type { Viewer } from "../platform/viewer.server";
import { recordAccountEventFor } from "../platform/account-events/record-account-event.server";
import { getActiveEndpoint, getEndpoint } from "./endpoint-rules.server";
import { deliveryShape, toDeliveryView, toEndpointView } from "./endpoint-views.server";

const USE = { permission: "developer", state: "subscribed" } as const;

const deliveriesShape = z.object({
  deliveries: z.array(deliveryShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const listWebhookDeliveries = defineOperation({
  name: "listWebhookDeliveries",
  method: "GET",
  path: "/api/webhook/:id/deliveries",
  summary:
    "List what was sent to a webhook endpoint, newest first, with the result of the last attempt. To continue, send " +
    "next as after.",
  access: { permission: "developer", state: "planned" },
  input: deliveriesForm,
  output: deliveriesShape,
  async run({ id, ...at }, context) {
    const { store } = context.app;
    return { data: await readDeliveries(store, await getEndpoint(store, context, id), at) };
  },
});

export const sendTestEvent = defineOperation({
  name: "sendTestWebhook",
  method: "POST",
  path: "/api/webhook/:id/test",
  summary: "Send the event webhook.test to an endpoint, whatever it subscribes to.",
  access: USE,
  needsOwnSession: true,
  input: endpointIdForm,
  output: z.object({}),
  limits: WEBHOOK_SEND_LIMITS,
  refusesImpersonator: true,
  async run({ id }, context) {
    const { store } = context.app;
    const endpoint = await getActiveEndpoint(store, context, id);
    await recordAccountEventFor(store, endpoint, { type: TEST_EVENT, data: { endpoint: id } });
    return { data: {}, message: "webhooks:test_sent" };
  },
});

export const replayWebhookDelivery = defineOperation({
  name: "replayWebhookDelivery",
  method: "POST",
  path: "/api/webhook/:id/replay",
  summary:
    "Send an event to the endpoint now: again, delivered or not, or before its next attempt is due. Its webhook-id stays the " +
    "same, so that a receiver recognizes it.",
  access: USE,
  needsOwnSession: true,
  input: deliveryReplayForm,
  output: z.object({}),
  limits: WEBHOOK_SEND_LIMITS,
  refusesImpersonator: true,
  async run({ id, delivery: deliveryId }, context) {
    const { store } = context.app;
    const { accountId } = await getActiveEndpoint(store, context, id);
    const owned = { accountId, endpointId: id, id: deliveryId };
    if (!(await findDelivery(store, owned))) throw new AppError("not_found", "errors:not_found");
    if (!(await replayDelivery(store, owned, new Date())))
      throw new AppError("conflict", "webhooks:is_being_sent");
    return { data: {}, message: "webhooks:replayed" };
  },
});

/** An endpoint with a page of its log, and one delivery by its id; null when the account has no such endpoint. */
export async function readEndpointPage(
  store: Store,
  { account }: Viewer,
  { id, delivery: deliveryId, at }: { id: string; delivery: string | null; at: PagePosition },
) {
  const owned = { accountId: account.id, endpointId: id };
  const chosen = deliveryId === null ? null : await findDelivery(store, { ...owned, id: deliveryId });
  const page = await readDeliveries(store, { accountId: account.id, id }, at);
  // After its deliveries: a page that shows a result, and so rests, also shows what came of it for the endpoint.
  const endpoint = await findWebhookEndpoint(store, { accountId: account.id, id });
  if (!endpoint) return null;
  const delivery = chosen && toDeliveryView(chosen);
  return {
    endpoint: toEndpointView(endpoint),
    hasFailedOnce: await hasFailedOnce(store, endpoint),
    delivery,
    ...page,
  };
}

/** Whether a single delivery has failed since the last success, which says little about the endpoint. */
async function hasFailedOnce(store: Store, { id, accountId, failingSince }: WebhookEndpointRow) {
  if (failingSince === null) return false;
  const owner = { accountId, endpointId: id };
  return (await countUndelivered(store, owner, { since: failingSince, atMost: 2 })) < 2;
}

async function readDeliveries(
  store: Store,
  { id: endpointId, accountId }: { id: string; accountId: string },
  { after, before }: PagePosition,
) {
  const at = { after, before };
  const { rows, next, previous } = await listDeliveries(store, { accountId, endpointId, at });
  return { deliveries: rows.map(toDeliveryView), next, previous };
}
