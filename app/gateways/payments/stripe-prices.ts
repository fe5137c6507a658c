/** Plans at the provider. The lookup key of a price is the plan's id. */
import type Stripe from "stripe";
import type { PricedPlan } from "./payments";
import { callStripe } from "./stripe-errors";

/**
 * Returns the id of the plan's price, created when it is missing. The provider does not allow a price to
 * change, so a price that differs from the plan transfers its lookup key to a new one. Existing subscriptions
 * keep the old price.
 */
export async function syncPlan(stripe: Stripe, plan: PricedPlan): Promise<string> {
  const { data } = await callStripe(() =>
    stripe.prices.list({ lookup_keys: [plan.id], active: true, limit: 1 }),
  );
  const [found] = data;
  if (found && isCurrentPrice(plan, found)) return found.id;
  const created = await callStripe(() =>
    stripe.prices.create(createPriceParams(plan, found), {
      idempotencyKey: createIdempotencyKey(plan, found),
    }),
  );
  return created.id;
}

function isCurrentPrice(plan: PricedPlan, price: Stripe.Price): boolean {
  return (
    price.unit_amount === plan.priceMinor &&
    price.currency === plan.currency &&
    price.recurring?.interval === plan.interval &&
    price.recurring.interval_count === 1
  );
}

function createPriceParams(plan: PricedPlan, former: Stripe.Price | undefined): Stripe.PriceCreateParams {
  const product = typeof former?.product === "string" ? former.product : former?.product.id;
  return {
    currency: plan.currency,
    unit_amount: plan.priceMinor,
    recurring: { interval: plan.interval },
    lookup_key: plan.id,
    transfer_lookup_key: true,
    ...(product ? { product } : { product_data: { name: plan.name } }),
  };
}

/** Two processes that miss the same price create it only once. */
function createIdempotencyKey(plan: PricedPlan, former: Stripe.Price | undefined): string {
  return ["price", plan.id, plan.priceMinor, plan.currency, plan.interval, former?.id ?? "first"].join(":");
}
