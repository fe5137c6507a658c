/** Webhooks: the provider's events, once their signature is verified. */
import type Stripe from "stripe";
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";
import { PROVIDER_EVENT_TOLERANCE_SECONDS } from "~/domain/payments";
import type { ProviderEvent } from "./payment-types";
import type { ClockWatch } from "./provider-clock";

/** The columns that keep them are this long; the provider's own ids and types are shorter. */
const idShape = z.string().regex(/^[\x21-\x7e]{1,190}$/);
const customerIdShape = z.string().regex(/^[\x21-\x7e]{1,64}$/);

/** The fields of every event. A signature says who sent the body, and not that it is an event. */
const eventShape = z.object({
  id: idShape,
  type: z.string().regex(/^[\x21-\x7e]{1,100}$/),
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({}), previous_attributes: z.looseObject({}).nullish() }),
});
type Event = z.output<typeof eventShape>;

/**
 * Returns whose billing to read again. The event's content is not used, because it may be outdated when it arrives. Throws
 * invalid.
 */
export function readEvent(
  stripe: Stripe,
  {
    isLive,
    secret,
    ...delivery
  }: Omit<SignedDelivery, "secret"> & { isLive: boolean; secret: string | null },
): ProviderEvent {
  if (secret === null) throw new AppError("invalid", "billing:errors.no_webhook_secret");
  const parsed = eventShape.safeParse(verifySignature(stripe, { ...delivery, secret }));
  if (!parsed.success) throw new AppError("invalid", "billing:errors.not_an_event", { cause: parsed.error });
  const { id, type, livemode, data } = parsed.data;
  // A test event must not change a live account's subscription, nor the other way round.
  if (livemode !== isLive) throw new AppError("invalid", "billing:errors.other_mode");
  const customerId = changesBilling(type) ? findCustomerId(data) : null;
  return { id, type, objectId: findText(idShape, data.object.id) ?? id, customerId };
}

interface SignedDelivery {
  body: Buffer;
  signature: string;
  secret: string;
  clockWatch?: ClockWatch;
}

function verifySignature(stripe: Stripe, delivery: SignedDelivery): Stripe.Event {
  const { body, signature, secret, clockWatch } = delivery;
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, PROVIDER_EVENT_TOLERANCE_SECONDS);
  } catch (cause) {
    const ageSeconds = findAge(stripe, delivery);
    if (ageSeconds === null) throw new AppError("invalid", "billing:errors.unsigned", { cause });
    clockWatch?.noteRefusal(ageSeconds);
    // The provider's dashboard shows the answer.
    const message = toMessage("billing:errors.signed_earlier", { count: Math.round(ageSeconds / 60) });
    throw new AppError("invalid", message, { cause });
  }
}

/** How long ago a refused delivery was signed, when nothing but that is wrong with it; null otherwise. */
function findAge(stripe: Stripe, { body, signature, secret }: SignedDelivery): number | null {
  try {
    stripe.webhooks.constructEvent(body, signature, secret, NO_TOLERANCE_CHECK);
  } catch {
    return null;
  }
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  return Math.round(Date.now() / 1000 - signedAt);
}

/** The SDK's value for not checking the time. */
const NO_TOLERANCE_CHECK = 0;

const BILLING_EVENTS = ["customer.subscription.", "invoice.", "payment_method.", "credit_note."];
const SINGLE_EVENTS = ["customer.updated", "customer.deleted", "setup_intent.succeeded", "charge.refunded"];

function changesBilling(type: string): boolean {
  return SINGLE_EVENTS.includes(type) || BILLING_EVENTS.some((prefix) => type.startsWith(prefix));
}

function findCustomerId({ object, previous_attributes: before }: Event["data"]): string | null {
  if (object.object === "customer") return findText(customerIdShape, object.id);
  // A card that was detached has no customer any more.
  const customer = object.customer ?? before?.customer;
  const { id } = Object(customer) as { id?: unknown };
  return findText(customerIdShape, typeof customer === "object" ? id : customer);
}

/** Null for anything else, which no query may receive. */
function findText(shape: z.ZodString, value: unknown): string | null {
  const parsed = shape.safeParse(value);
  return parsed.success ? parsed.data : null;
}
