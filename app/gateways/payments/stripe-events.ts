/** Webhooks: the provider's events, once their signature is verified. */
import type Stripe from "stripe";
import { AppError } from "~/domain/errors";
import type { ProviderEvent } from "./payments";

/**
 * Returns which subscription to look up. The event's content is not used, because it may be outdated when it
 * arrives.
 */
export function readEvent(
  stripe: Stripe,
  { body, signature, secret, isLive }: { body: Buffer; signature: string; secret: string; isLive: boolean },
): ProviderEvent {
  const event = verifySignature(() => stripe.webhooks.constructEvent(body, signature, secret));
  // A test event must not change a live account's subscription, nor the other way round.
  if (event.livemode !== isLive) throw new AppError("invalid", "billing:errors.other_mode");
  return { id: event.id, type: event.type, subscriptionId: getSubscriptionId(event) };
}

function verifySignature(construct: () => Stripe.Event): Stripe.Event {
  try {
    return construct();
  } catch (cause) {
    throw new AppError("invalid", "billing:errors.unsigned", { cause });
  }
}

function getSubscriptionId(event: Stripe.Event): string | null {
  switch (event.type) {
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return event.data.object.id;
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required": {
      const { subscription } = event.data.object.parent?.subscription_details ?? {};
      return typeof subscription === "object" ? subscription.id : (subscription ?? null);
    }
    default:
      return null;
  }
}
