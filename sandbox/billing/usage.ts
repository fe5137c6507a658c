/** Usage of meters: each event is added to the minute in which it happened. */
import { createInvalidRequestError } from "../http/errors";
import { find, listObjects, type Ledger } from "../ledger";
import type { Meter, MeterEvent, MeterEventSummary } from "../objects";
import { createId, createRandomLetters } from "../state/ids";
import type { UsageBucket } from "../state/state";

const DAY_SECONDS = 86_400;
const OLDEST_SECONDS = 35 * DAY_SECONDS;
const NEWEST_SECONDS = 5 * 60;
/** The oldest minutes and identifiers are deleted beyond these numbers, because the whole file is written each time. */
const BUCKETS_KEPT = 20_000;
const IDENTIFIERS_KEPT = 10_000;

const GROUP_SECONDS = { minute: 60, hour: 3600, day: DAY_SECONDS };

interface NewMeterEvent {
  event_name: string;
  payload: Readonly<Record<string, string>>;
  identifier?: string;
  timestamp?: number;
}

/**
 * Counts an event. Throws 400 when its identifier was used within the last 24 hours, and for an unknown meter or
 * customer, a wrong value or a wrong time.
 */
export function recordMeterEvent(ledger: Ledger, given: NewMeterEvent): MeterEvent {
  const meter = requireMeter(ledger, given.event_name);
  const { event_payload_key: customerKey } = meter.customer_mapping;
  const { event_payload_key: valueKey } = meter.value_settings;
  const customer = given.payload[customerKey] ?? "";
  if (!find(ledger, "customer", customer)) {
    const message = `No such customer: '${customer}'`;
    throw createInvalidRequestError(message, { code: "resource_missing", param: `payload[${customerKey}]` });
  }
  const value = readValue(given.payload[valueKey], `payload[${valueKey}]`);
  const timestamp = given.timestamp ?? ledger.now();
  requireRecent(ledger, timestamp);
  const identifier = given.identifier ?? createRandomLetters(32);
  claimIdentifier(ledger, identifier);
  addUsage(ledger, { meter: meter.id, customer, timestamp, value });
  return {
    object: "billing.meter_event",
    created: ledger.now(),
    event_name: given.event_name,
    identifier,
    livemode: false,
    payload: { ...given.payload },
    timestamp,
  };
}

/** Adds up the usage of a customer in a range of time, as one summary or as one for each hour or day with events. */
export function summarizeUsage(
  ledger: Ledger,
  {
    meter,
    customer,
    start,
    end,
    window,
  }: { meter: Meter; customer: string; start: number; end: number; window: "day" | "hour" | null },
): MeterEventSummary[] {
  const groups = new Map<number, UsageBucket[]>();
  for (const bucket of Object.values(ledger.state.usage)) {
    const isCounted = bucket.meter === meter.id && bucket.customer === customer;
    if (!isCounted || bucket.start < start || bucket.start >= end) continue;
    const from = window ? bucket.start - (bucket.start % GROUP_SECONDS[window]) : start;
    groups.set(from, [...(groups.get(from) ?? []), bucket]);
  }
  return [...groups.entries()]
    .sort(([left], [right]) => left - right)
    .map(([from, buckets]) => ({
      id: createId("mtrusg"),
      object: "billing.meter_event_summary",
      aggregated_value: aggregate(meter, buckets),
      end_time: window ? from + GROUP_SECONDS[window] : end,
      livemode: false,
      meter: meter.id,
      start_time: from,
    }));
}

function aggregate(meter: Meter, buckets: readonly UsageBucket[]): number {
  const { formula } = meter.default_aggregation;
  if (formula === "last")
    return [...buckets].sort((left, right) => left.start - right.start).at(-1)?.last ?? 0;
  return buckets.reduce((sum, bucket) => sum + (formula === "count" ? bucket.count : bucket.sum), 0);
}

function requireMeter(ledger: Ledger, eventName: string): Meter {
  const meter = listObjects(ledger, "billing.meter").find((row) => row.event_name === eventName);
  if (meter?.status === "active") return meter;
  throw createInvalidRequestError(`No active meter found for the event name '${eventName}'.`, {
    code: "resource_missing",
    param: "event_name",
  });
}

function readValue(text: string | undefined, param: string): number {
  if (text !== undefined && /^\d{1,15}$/.test(text)) return Number(text);
  throw createInvalidRequestError("The value must be a whole number that is not negative.", { param });
}

function requireRecent(ledger: Ledger, timestamp: number): void {
  const age = ledger.now() - timestamp;
  if (age <= OLDEST_SECONDS && age >= -NEWEST_SECONDS) return;
  throw createInvalidRequestError(
    "The timestamp must be within the past 35 calendar days, and at most 5 minutes in the future.",
    { param: "timestamp" },
  );
}

function claimIdentifier({ state, now }: Ledger, identifier: string): void {
  const usedAt = Object.hasOwn(state.meterEventIds, identifier) ? state.meterEventIds[identifier] : undefined;
  if (usedAt !== undefined && usedAt + DAY_SECONDS > now()) {
    const message = `An event already exists with identifier ${identifier}.`;
    throw createInvalidRequestError(message, { param: "identifier" });
  }
  Reflect.deleteProperty(state.meterEventIds, identifier);
  state.meterEventIds[identifier] = now();
  deleteOldest(state.meterEventIds, IDENTIFIERS_KEPT);
}

function addUsage(
  { state }: Ledger,
  {
    meter,
    customer,
    timestamp,
    value,
  }: { meter: string; customer: string; timestamp: number; value: number },
): void {
  const start = timestamp - (timestamp % GROUP_SECONDS.minute);
  const bucket = (state.usage[`${meter}/${customer}/${start}`] ??= {
    ...{ meter, customer, start },
    ...{ sum: 0, count: 0, last: 0 },
  });
  Object.assign(bucket, { sum: bucket.sum + value, count: bucket.count + 1, last: value });
  deleteOldest(state.usage, BUCKETS_KEPT);
}

/** Entries are in the order of their insertion. */
function deleteOldest(entries: Record<string, unknown>, kept: number): void {
  const names = Object.keys(entries);
  for (const name of names.slice(0, Math.max(0, names.length - kept))) Reflect.deleteProperty(entries, name);
}
