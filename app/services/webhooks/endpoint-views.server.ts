/** Webhook endpoints and their deliveries in responses. */
import * as z from "zod";
import {
  DELIVERY_FAILURES,
  DELIVERY_STATUSES,
  ENDPOINT_STATUSES,
  ACCOUNT_EVENTS,
  type DeliveryView,
  type EndpointStatus,
  type EndpointView,
} from "~/domain/webhook-endpoints";
import type { WebhookDeliveryRow } from "~/models/webhook-delivery.server";
import type { WebhookEndpointRow } from "~/models/webhook-endpoint.server";

const date = z.iso.datetime();

export const endpointShape: z.ZodType<EndpointView> = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(ACCOUNT_EVENTS)),
  active: z.boolean(),
  status: z.enum(ENDPOINT_STATUSES),
  failing_since: date.nullable(),
  overlap_ends_at: date.nullable(),
  created_at: date,
});

/** With the secret, which no other answer contains. */
export const issuedEndpointShape: z.ZodType<EndpointView & { secret: string }> = z.intersection(
  endpointShape,
  z.object({ secret: z.string() }),
);

/** With the number of deliveries that turning it off has held, or turning it on has released. */
export const changedEndpointShape: z.ZodType<EndpointView & { held: number }> = z.intersection(
  endpointShape,
  z.object({ held: z.number().int() }),
);

export const deliveryShape: z.ZodType<DeliveryView> = z.object({
  id: z.string(),
  event: z.string(),
  type: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number().int(),
  failure: z.enum(DELIVERY_FAILURES).nullable(),
  response_status: z.number().int().nullable(),
  response_excerpt: z.string().nullable(),
  duration_ms: z.number().int().nullable(),
  created_at: date,
  next_attempt_at: date.nullable(),
  delivered_at: date.nullable(),
});

export function toEndpointView(row: WebhookEndpointRow, now = new Date()): EndpointView {
  const { formerSecretEndsAt: endsAt } = row;
  return {
    id: row.id,
    url: row.url,
    description: row.description ?? "",
    events: parseEvents(row.events),
    active: row.disabledAt === null,
    status: getEndpointStatus(row),
    failing_since: row.failingSince?.toISOString() ?? null,
    overlap_ends_at: endsAt && endsAt > now ? endsAt.toISOString() : null,
    created_at: row.createdAt.toISOString(),
  };
}

function getEndpointStatus({
  disabledAt,
  disabledBecause,
  failingSince,
}: WebhookEndpointRow): EndpointStatus {
  if (disabledAt) return disabledBecause === "failing" ? "disabled" : "off";
  return failingSince ? "failing" : "active";
}

export function toDeliveryView(row: WebhookDeliveryRow): DeliveryView {
  return {
    id: row.id,
    event: row.eventId,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    failure: row.failure,
    response_status: row.responseStatus,
    response_excerpt: row.responseExcerpt,
    duration_ms: row.durationMs,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.status === "waiting" ? row.dueAt.toISOString() : null,
    delivered_at: row.deliveredAt?.toISOString() ?? null,
  };
}

/** Events that the product no longer has are left out. */
function parseEvents(text: string): EndpointView["events"] {
  const stored = text.split(" ");
  return ACCOUNT_EVENTS.filter((event) => stored.includes(event));
}
