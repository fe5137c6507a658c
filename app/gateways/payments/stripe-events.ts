/** Webhooks: the provider's events, once their signature is verified. */
import type Stripe from "stripe";
import { AppError } from "~/domain/errors";
import type { ProviderEvent } from "./payment-types";

/**
 * Returns whose billing to read again. The event's content is not used, because it may be outdated when it arrives.
 */
export function readEvent(
  stripe: Stripe,
  { body, signature, secret, isLive }: { body: Buffer; signature: string; secret: string; isLive: boolean },
): ProviderEvent {
  const event = verifySignature(() => stripe.webhooks.constructEvent(body, signature, secret));
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

function verifySignature(construct: () => Stripe.Event): Stripe.Event {
  try {
    return construct();
  } catch (cause) {
    throw new AppError("invalid", "billing:errors.unsigned", { cause });
  }
}

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
