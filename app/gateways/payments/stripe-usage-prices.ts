/** The metered prices of plans with usage: the provider bills what its meter has counted, at the end of each period. */
import type Stripe from "stripe";
import type { UsagePlan } from "./payment-types";
import { callStripe } from "./stripe-errors";
import { ensureMeter } from "./stripe-meters";

/** The plan's overage price is for this many calls. */
const CALLS_PRICED = 1000;
const MONTHS_OF = { month: 1, year: 12 };

/**
 * Returns the price of the calls beyond the plan's included ones, created when it is missing; null when the plan has
 * none. Its lookup key names its terms, so other terms are another price, and existing subscriptions keep theirs.
 */
export async function syncUsagePrice(stripe: Stripe, plan: UsagePlan): Promise<string | null> {
  const { overagePriceMinor, apiCallLimit, currency, interval } = plan;
  if (overagePriceMinor === null || apiCallLimit === null) return null;
  const included = apiCallLimit * MONTHS_OF[interval];
  const key = [KEY_BEGIN, plan.id, included, overagePriceMinor, currency, interval].join(":");
  const { data } = await callStripe(() => stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }));
  if (data[0]) return data[0].id;
  const meter = await ensureMeter(stripe);
  // Loaded already: the caller has a client.
  const { default: Client } = await import("stripe");
  const created = await callStripe(() =>
    stripe.prices.create(
      {
        currency,
        recurring: { interval, usage_type: "metered", meter },
        billing_scheme: "tiered",
        tiers_mode: "graduated",
        tiers: [
          { up_to: included, unit_amount: 0 },
          {
            up_to: "inf",
            unit_amount_decimal: Client.Decimal.from((overagePriceMinor / CALLS_PRICED).toFixed(3)),
          },
        ],
        lookup_key: key,
        product_data: { name: `${plan.name}: API calls` },
      },
      { idempotencyKey: `price:${key}` },
    ),
  );
  return created.id;
}

const KEY_BEGIN = "usage";

/** The plan whose further calls have this price; null for a price that was not created here. */
export function findUsagePlanId({ lookup_key: key }: Stripe.Price): string | null {
  const [begin, planId] = key?.split(":") ?? [];
  return begin === KEY_BEGIN && planId ? planId : null;
}

/** Adds a price to a subscription. The calls of a previous period are not billed. */
export async function addUsagePrice(
  stripe: Stripe,
  {
    intentId,
    subscriptionId,
    usagePriceId,
  }: { intentId: string; subscriptionId: string; usagePriceId: string },
): Promise<void> {
  const items = [{ price: usagePriceId }];
  await callStripe(() =>
    stripe.subscriptions.update(
      subscriptionId,
      { items, proration_behavior: "none" },
      { idempotencyKey: intentId },
    ),
  );
}
