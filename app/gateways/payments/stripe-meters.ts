/** The provider's meter, which adds up the API calls of each customer. */
import type Stripe from "stripe";
import { callStripe, callStripeOrNull, isOfType } from "./stripe-errors";
import type { ApiCallRange, ApiCallReport } from "./api-call-meter";

/** The name of the meter's events. */
const METER_EVENT = "api_calls";

/** How many of the provider's meters one call reads. */
const PAGE = 100;

/** Returns the meter's id, and creates it when it is missing. Idempotent. */
export async function ensureMeter(stripe: Stripe): Promise<string> {
  const known = await findMeter(stripe);
  if (known) return known.id;
  const created = await callStripe(() =>
    stripe.billing.meters.create(
      {
        display_name: "API calls",
        event_name: METER_EVENT,
        default_aggregation: { formula: "sum" },
        customer_mapping: { type: "by_id", event_payload_key: "stripe_customer_id" },
        value_settings: { event_payload_key: "value" },
      },
      { idempotencyKey: `meter:${METER_EVENT}` },
    ),
  );
  return created.id;
}

/**
 * Adds the calls of one event. The provider counts an event once, however often it is sent within a day. False when it does
 * not know the customer.
 */
export async function reportApiCalls(
  stripe: Stripe,
  { id, customerId, calls, at }: ApiCallReport,
): Promise<boolean> {
  const sent = await callStripeOrNull(async () => {
    try {
      await stripe.billing.meterEvents.create(
        {
          event_name: METER_EVENT,
          identifier: id,
          payload: { stripe_customer_id: customerId, value: String(calls) },
          timestamp: toSeconds(at),
        },
        { idempotencyKey: `usage:${id}` },
      );
    } catch (error) {
      if (!isKnownEvent(error)) throw error;
    }
    return true;
  });
  return sent !== null;
}

/** Adds up what the meter has of a customer. Null when the provider does not know the customer. */
export async function sumApiCalls(
  stripe: Stripe,
  meterId: string,
  { customerId, from, to }: ApiCallRange,
): Promise<number | null> {
  const [start_time, end_time] = [toSeconds(from), toSeconds(to)];
  if (start_time >= end_time) return 0;
  const summaries = await callStripeOrNull(() =>
    stripe.billing.meters.listEventSummaries(meterId, { customer: customerId, start_time, end_time }),
  );
  if (!summaries) return null;
  // Without a grouping window there is one summary for the whole range, or none.
  return summaries.data.reduce((sum, { aggregated_value: calls }) => sum + calls, 0);
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

async function findMeter(stripe: Stripe): Promise<Stripe.Billing.Meter | undefined> {
  const { data } = await callStripe(() => stripe.billing.meters.list({ status: "active", limit: PAGE }));
  return data.find((meter) => meter.event_name === METER_EVENT);
}

/**
 * The event was sent before, and its response was lost. The provider has no error code for it. With other calls it was sent
 * before a backup was restored: the event that the provider has contains these.
 */
function isKnownEvent(error: unknown): boolean {
  if (isOfType(error, "StripeIdempotencyError")) return true;
  return (
    isOfType(error, "StripeInvalidRequestError") && /already exists with identifier/i.test(error.message)
  );
}
