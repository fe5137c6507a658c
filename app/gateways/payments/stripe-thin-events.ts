/**
 * Thin events: the provider sends only what has happened to which object, to an endpoint of its own with a secret of its
 * own, and the rest is fetched. docs.stripe.com/event-destinations, read on 2026-11-28.
 */
import type Stripe from "stripe";
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { PROVIDER_EVENT_TOLERANCE_SECONDS } from "~/domain/payments";
import type { MeterReport, ThinEvent } from "./payment-types";
import { callStripeOrNull, isOfType } from "./stripe-errors";

const idShape = z.string().regex(/^[\x21-\x7e]{1,190}$/);

const notificationShape = z.object({
  id: idShape,
  object: z.literal("v2.core.event"),
  type: z.string().regex(/^[\x21-\x7e]{1,100}$/),
  livemode: z.boolean(),
  related_object: z.object({ id: idShape }).nullish(),
});

interface ThinDelivery {
  body: Buffer;
  signature: string;
  /** Null: every event is refused. */
  secret: string | null;
  isLive: boolean;
}

/** Throws invalid unless the provider signed a thin event for this endpoint, recently and for this mode. */
export function readThinEvent(stripe: Stripe, { body, signature, secret, isLive }: ThinDelivery): ThinEvent {
  if (secret === null) throw new AppError("invalid", "billing:errors.no_webhook_secret");
  const parsed = notificationShape.safeParse(parse(stripe, { body, signature, secret }));
  if (!parsed.success) throw new AppError("invalid", "billing:errors.not_an_event", { cause: parsed.error });
  const { id, type, livemode, related_object: related } = parsed.data;
  if (livemode !== isLive) throw new AppError("invalid", "billing:errors.other_mode");
  return { id, type, objectId: related?.id ?? id };
}

/** An event of the other endpoint is refused by the SDK, too. */
function parse(
  stripe: Stripe,
  { body, signature, secret }: { body: Buffer; signature: string; secret: string },
): unknown {
  try {
    return stripe.parseEventNotification(body, signature, secret, PROVIDER_EVENT_TOLERANCE_SECONDS);
  } catch (cause) {
    const isUnsigned = isOfType(cause, "StripeSignatureVerificationError");
    throw new AppError("invalid", isUnsigned ? "billing:errors.unsigned" : "billing:errors.not_an_event", {
      cause,
    });
  }
}

/** How many of the refused events the report names. */
const SAMPLES_READ = 10;

/** The report of a meter; null when the provider does not have it any more, or it is another event. */
export async function findMeterReport(stripe: Stripe, id: string): Promise<MeterReport | null> {
  const event = await callStripeOrNull(() => stripe.v2.core.events.retrieve(id));
  if (
    event?.type !== "v1.billing.meter.error_report_triggered" &&
    event?.type !== "v1.billing.meter.no_meter_found"
  )
    return null;
  const { reason, validation_start: from, validation_end: until } = event.data;
  const samples = reason.error_types.flatMap(({ sample_errors: errors }) => errors);
  return {
    count: reason.error_count,
    codes: reason.error_types.map(({ code }) => code),
    from: new Date(from),
    until: new Date(until),
    identifiers: samples.slice(0, SAMPLES_READ).map(({ request }) => request.identifier),
  };
}
