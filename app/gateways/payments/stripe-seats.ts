/** The seats of a running subscription at the provider. */
import type Stripe from "stripe";
import type { SeatChange } from "./payment-types";
import type { ProviderSubscription } from "./payments";
import { callStripe } from "./stripe-errors";
import { EXPAND, toProviderSubscription } from "./stripe-subscriptions";

/**
 * Bills this many seats from now on: the rest of the period is charged, or credited, at once. The seats are in use
 * already, so the change also holds when the card is declined; then the subscription is overdue.
 */
export async function updateSeats(
  stripe: Stripe,
  { intentId, subscriptionId, itemId, seats }: SeatChange,
): Promise<ProviderSubscription> {
  const updated = await callStripe(() =>
    stripe.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: itemId, quantity: seats }],
        proration_behavior: "always_invoice",
        payment_behavior: "allow_incomplete",
        // A job makes the change, after a member has joined or left: nobody is there whom the bank could ask.
        off_session: true,
        expand: EXPAND,
      },
      { idempotencyKey: intentId },
    ),
  );
  return toProviderSubscription(stripe, updated);
}
