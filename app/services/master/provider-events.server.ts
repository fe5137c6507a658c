/** Mission control's view of the payment provider's events: what arrived, what failed and why, and applying one again. */
import * as z from "zod";
import { webhooksForm, replayForm } from "~/domain/forms/master";
import { toTimeRange, type DayRange } from "~/domain/day-range";
import type { PagePosition } from "~/domain/paging";
import { REPLAY_LIMITS } from "~/domain/rate-limits";
import { isProviderEventStatus, PROVIDER_EVENT_STATUSES } from "~/domain/provider-events";
import { listProviderEvents, readInboxDepth, type ProviderEventRow } from "~/models/provider-event.server";
import type { Store } from "~/models/store/store";
import { replayEvent } from "../billing/sync/provider-events.server";
import { defineOperation } from "../platform/operation.server";

const webhookShape = z.object({
  id: z.string(),
  type: z.string(),
  /** The id of the event's object at the provider. */
  object: z.string(),
  status: z.enum(PROVIDER_EVENT_STATUSES),
  attempts: z.number().int(),
  failure: z.string().nullable(),
  date: z.iso.datetime(),
  applied: z.iso.datetime().nullable(),
});
type ListedProviderEvent = z.infer<typeof webhookShape>;

const webhooksShape = z.object({
  webhooks: z.array(webhookShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const listWebhooks = defineOperation({
  name: "listWebhooks",
  method: "GET",
  path: "/api/master/webhooks",
  summary:
    "List the payment provider's events, newest first; with a status, only those. from and to are days in UTC, both " +
    "included.",
  access: { permission: "master", state: "verified" },
  input: webhooksForm,
  output: webhooksShape,
  run: async (query, context) => ({ data: await readWebhooks(context.app.store, query) }),
});

export const replayWebhook = defineOperation({
  name: "replayWebhook",
  method: "POST",
  path: "/api/master/webhooks/replay",
  summary: "Read the account of an event again from the payment provider, and apply what it finds.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  input: replayForm,
  output: z.object({}),
  limits: REPLAY_LIMITS,
  async run({ event }, { app }) {
    await replayEvent(app, event);
    return { data: {}, message: "master:webhooks.replayed" };
  },
});

/** A page of events, newest first. An unknown status lists all. */
export async function readWebhooks(
  store: Store,
  { status, from, to, ...at }: PagePosition & Partial<DayRange> & { status?: string },
): Promise<z.infer<typeof webhooksShape>> {
  const wanted = isProviderEventStatus(status) ? status : null;
  const { rows, next, previous } = await listProviderEvents(store, {
    status: wanted,
    arrived: toTimeRange({ from, to }),
    at,
  });
  return { webhooks: rows.map(toResponse), next, previous };
}

/** The events that have arrived and are not applied: how many, and for how long the oldest waits. */
export async function readInboxLag(store: Store): Promise<{ events: number; minutes: number }> {
  const { depth, lagSeconds } = await readInboxDepth(store, new Date());
  return { events: depth, minutes: Math.floor(lagSeconds / 60) };
}

function toResponse(row: ProviderEventRow): ListedProviderEvent {
  return {
    id: row.id,
    type: row.type,
    object: row.objectId,
    status: row.status,
    attempts: row.attempts,
    failure: row.failure,
    date: row.createdAt.toISOString(),
    applied: row.appliedAt?.toISOString() ?? null,
  };
}
