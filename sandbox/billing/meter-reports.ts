/**
 * The meter's asynchronous report about events that it had accepted and could not count: a thin event, whose data is
 * fetched. docs.stripe.com/api/v2/core/events/event-types, /billing/subscriptions/usage-based/recording-usage-api and
 * /changelog/acacia/2024-09-30/api-v2-thin-events, read on 2026-11-28; the codes are those of the SDK 23.1.0.
 */
import { createInvalidRequestError } from "../http/errors";
import { deleteOldThinEvents, insert, listObjects, type Ledger } from "../ledger";
import type { Meter, ThinEvent } from "../objects";
import { queueDelivery } from "../state/deliveries";
import { createId, createRandomLetters, ID_PREFIXES } from "../state/ids";

/** Why an event of a meter was not counted. Any other code is refused. */
export const METER_ERROR_CODES = [
  "archived_meter",
  "meter_event_customer_not_found",
  "meter_event_dimension_count_too_high",
  "meter_event_invalid_value",
  "meter_event_no_customer_defined",
  "meter_event_value_too_many_digits",
  "missing_dimension_payload_keys",
  "no_meter",
  "timestamp_in_future",
  "timestamp_too_far_in_past",
] as const;
export type MeterErrorCode = (typeof METER_ERROR_CODES)[number];

const WINDOW_SECONDS = 3600;

/** Reports this many refused events of the last hour. Throws 400 when there is no meter that could refuse one. */
export function reportMeterErrors(
  ledger: Ledger,
  { code, count }: { code: MeterErrorCode; count: number },
): ThinEvent {
  const common = { ...buildEvent(ledger), data: buildData(ledger, { code, count }) };
  const event: ThinEvent =
    code === "no_meter"
      ? { ...common, type: "v1.billing.meter.no_meter_found" }
      : {
          ...common,
          type: "v1.billing.meter.error_report_triggered",
          related_object: toRelatedObject(requireMeter(ledger)),
        };
  insert(ledger, "v2.core.event", event);
  if (ledger.hasThinWebhook()) queueDelivery(ledger.state, event.id);
  deleteOldThinEvents(ledger);
  return event;
}

function requireMeter(ledger: Ledger): Meter {
  const meter = listObjects(ledger, "billing.meter").at(-1);
  if (meter) return meter;
  throw createInvalidRequestError("There is no meter.", { param: "meter" });
}

function toRelatedObject({ id }: Meter) {
  return { id, type: "billing.meter", url: `/v1/billing/meters/${id}` };
}

function buildEvent(ledger: Ledger) {
  return {
    id: createId(ID_PREFIXES["v2.core.event"]),
    object: "v2.core.event",
    created: toIso(ledger.now()),
    livemode: false,
  } as const;
}

function buildData(
  ledger: Ledger,
  { code, count }: { code: MeterErrorCode; count: number },
): ThinEvent["data"] {
  const now = ledger.now();
  const error_message = `The meter event could not be counted: ${code}.`;
  const sample_errors = [{ error_message, request: { identifier: createRandomLetters(32) } }];
  return {
    developer_message_summary: `There is 1 kind of error in ${count} meter events: ${code}.`,
    reason: { error_count: count, error_types: [{ code, error_count: count, sample_errors }] },
    validation_start: toIso(now - WINDOW_SECONDS),
    validation_end: toIso(now),
  };
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
