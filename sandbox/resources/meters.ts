/** Meters: which usage is counted, the events that report it, and their totals. */
import * as z from "zod";
import { recordMeterEvent, summarizeUsage } from "../billing/usage";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { paginate } from "../http/list";
import { defineParams, integer, listParams, text } from "../http/params";
import { get, getReferenced, insert, listObjects, queueWebhook, type Ledger } from "../ledger";
import type { Meter } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";

const newMeter = defineParams({
  customer_mapping: z.strictObject({ event_payload_key: text, type: z.enum(["by_id"]) }).optional(),
  default_aggregation: z.strictObject({ formula: z.enum(["count", "last", "sum"]) }),
  display_name: text,
  event_name: z.string().min(1).max(100),
  event_time_window: z.enum(["day", "hour"]).optional(),
  value_settings: z.strictObject({ event_payload_key: text }).optional(),
});
type NewMeter = z.output<typeof newMeter>;

/** The provider aligns every range to whole minutes, which are also what the sandbox stores. */
const minute = integer.pipe(z.number().multipleOf(60, "must be aligned with minute boundaries"));

const meters: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/billing/meters",
    params: newMeter,
    run: ({ ledger, params: given }) => createMeter(ledger, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/billing/meters/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "billing.meter", id),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/billing/meters",
    params: listParams({ status: z.enum(["active", "inactive"]).optional() }),
    run: ({ ledger, params: { status, ...cursor } }) => {
      const rows = listObjects(ledger, "billing.meter").filter(
        (row) => status === undefined || row.status === status,
      );
      return paginate(rows, { url: "/v1/billing/meters", cursor });
    },
  }),
];

export const meterEndpoints: readonly Endpoint[] = [
  ...meters,
  defineEndpoint({
    method: "POST",
    path: "/v1/billing/meter_events",
    params: defineParams({
      event_name: text,
      identifier: z.string().min(1).max(100).optional(),
      payload: z.record(z.string().max(100), z.string().max(100)),
      timestamp: integer.optional(),
    }),
    run: ({ ledger, params: given }) => recordMeterEvent(ledger, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/billing/meters/:id/event_summaries",
    params: listParams({
      customer: text,
      end_time: minute,
      start_time: minute,
      value_grouping_window: z.enum(["day", "hour"]).optional(),
    }),
    run: ({ ledger, id, params: { customer, start_time: start, end_time: end, ...given } }) => {
      const { value_grouping_window: window = null, ...cursor } = given;
      requireRange({ start_time: start, end_time: end }, window ?? "minute");
      const meter = get(ledger, "billing.meter", id);
      getReferenced(ledger, "customer", { id: customer, param: "customer" });
      const rows = summarizeUsage(ledger, { meter, customer, start, end, window });
      return paginate(rows, { url: `/v1/billing/meters/${id}/event_summaries`, cursor });
    },
  }),
];

const WINDOW_SECONDS = { minute: 60, hour: 3600, day: 86_400 };

/** Throws 400 unless the range consists of whole windows. */
function requireRange(
  range: { start_time: number; end_time: number },
  window: keyof typeof WINDOW_SECONDS,
): void {
  for (const param of ["start_time", "end_time"] as const) {
    if (range[param] % WINDOW_SECONDS[window] === 0) continue;
    throw createInvalidRequestError(`The time must be aligned with ${window} boundaries.`, { param });
  }
  if (range.end_time > range.start_time) return;
  throw createInvalidRequestError("The end time must be after the start time.", { param: "end_time" });
}

function createMeter(ledger: Ledger, given: NewMeter): Meter {
  const isTaken = listObjects(ledger, "billing.meter").some(
    (row) => row.status === "active" && row.event_name === given.event_name,
  );
  if (isTaken) {
    const message = `An active meter with the event name '${given.event_name}' already exists.`;
    throw createInvalidRequestError(message, { param: "event_name" });
  }
  const now = ledger.now();
  const meter: Meter = {
    id: createId(ID_PREFIXES["billing.meter"]),
    object: "billing.meter",
    created: now,
    customer_mapping: given.customer_mapping ?? { event_payload_key: "stripe_customer_id", type: "by_id" },
    default_aggregation: given.default_aggregation,
    display_name: given.display_name,
    event_name: given.event_name,
    event_time_window: given.event_time_window ?? null,
    livemode: false,
    status: "active",
    status_transitions: { deactivated_at: null },
    updated: now,
    value_settings: given.value_settings ?? { event_payload_key: "value" },
  };
  insert(ledger, "billing.meter", meter);
  queueWebhook(ledger, "billing.meter.created", { object: meter });
  return meter;
}
