/** Webhooks: the provider's events, once their signature is verified. */
import type Stripe from "stripe";
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";
import { WEBHOOK_TOLERANCE_SECONDS } from "~/domain/payment-limits";
import type { ProviderEvent } from "./payment-types";
import type { ClockWatch } from "./provider-clock";

/**
 * Returns whose billing to read again. The event's content is not used, because it may be outdated when it arrives.
 */
export function readEvent(
  stripe: Stripe,
  { isLive, ...delivery }: SignedDelivery & { isLive: boolean },
): ProviderEvent {
  const event = verifySignature(stripe, delivery);
  // A test event must not change a live account's subscription, nor the other way round.
  if (event.livemode !== isLive) throw new AppError("invalid", "billing:errors.other_mode");
  const object = event.data.object as EventObject;
  const customerId = changesBilling(event.type) ? findCustomerId(event, object) : null;
  return { id: event.id, type: event.type, objectId: object.id ?? event.id, customerId };
}

/** What most objects of events have in common. */
interface EventObject {
  id?: string;
  object?: string;
  customer?: string | { id: string } | null;
}

interface SignedDelivery {
  body: Buffer;
  signature: string;
  secret: string;
  clockWatch?: ClockWatch | undefined;
}

function verifySignature(stripe: Stripe, delivery: SignedDelivery): Stripe.Event {
  const { body, signature, secret, clockWatch } = delivery;
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, WEBHOOK_TOLERANCE_SECONDS);
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

function findCustomerId({ data }: Stripe.Event, object: EventObject): string | null {
  if (object.object === "customer") return toId(object.id);
  // A card that was detached has no customer any more.
  const before = data.previous_attributes as EventObject | undefined;
  const customer = object.customer ?? before?.customer ?? null;
  return toId(typeof customer === "object" ? customer?.id : customer);
}

/** Null for anything else, which no query may receive. */
function toId(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
