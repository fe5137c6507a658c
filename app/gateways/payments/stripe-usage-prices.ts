/** The metered prices of plans with usage: the provider bills what its meter has counted, at the end of each period. */
import type Stripe from "stripe";
import type { UsagePlan, UsagePriceChange } from "./payment-types";
import type { ProviderSubscription } from "./payments";
import { listUsageChanges } from "./stripe-changes";
import { callStripe } from "./stripe-errors";
import { hasTaxBehavior, USAGE_KEY_BEGIN } from "./stripe-prices";
import { EXPAND, toProviderSubscription } from "./stripe-subscriptions";
import type { TaxTerms } from "./stripe-tax";
import { ensureMeter } from "./stripe-meters";

/** The plan's overage price is for this many calls. */
const CALLS_PRICED = 1000;
const MONTHS_OF = { month: 1, year: 12 };

/**
 * Returns the price of the calls beyond the plan's included ones, created when it is missing; null when the plan has
 * none. Its lookup key names its terms, so other terms are another price, and existing subscriptions keep theirs.
 */
export async function syncUsagePrice(
  stripe: Stripe,
  plan: UsagePlan,
  terms: TaxTerms,
): Promise<string | null> {
  const { overagePriceMinor, apiCallLimit, currency, interval } = plan;
  if (overagePriceMinor === null || apiCallLimit === null) return null;
  const included = apiCallLimit * MONTHS_OF[interval];
  const key = [USAGE_KEY_BEGIN, plan.id, included, overagePriceMinor, currency, interval].join(":");
  const { data } = await callStripe(() => stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }));
  if (data[0] && (await hasTaxBehavior(stripe, data[0], terms))) return data[0].id;
  const meter = await ensureMeter(stripe);
  // Loaded already: the caller has a client.
  const { default: Client } = await import("stripe");
  const created = await callStripe(() =>
    stripe.prices.create(
      {
        currency,
        tax_behavior: terms.taxBehavior,
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
        // As with the plan's own price: other terms of tax take the key, and subscriptions keep the price.
        metadata: { usage_plan_id: plan.id },
        transfer_lookup_key: true,
        product_data: { name: `${plan.name}: API calls`, tax_code: terms.taxCode },
      },
      { idempotencyKey: ["price", key, terms.taxBehavior, terms.taxCode].join(":") },
    ),
  );
  return created.id;
}

/**
 * Leaves the subscription with this metered price alone, or without one: what was used on another is billed at once. A job may
 * make it after its user has left, so it is off-session.
 */
export async function replaceUsagePrice(
  stripe: Stripe,
  { intentId, subscriptionId, usagePriceId }: UsagePriceChange,
): Promise<ProviderSubscription> {
  const current = await callStripe(() => stripe.subscriptions.retrieve(subscriptionId, { expand: EXPAND }));
  const items = listUsageChanges(current, usagePriceId);
  if (items.length === 0) return toProviderSubscription(stripe, current);
  const isBilled = items.some((item) => "deleted" in item);
  const changed = await callStripe(() =>
    stripe.subscriptions.update(
      subscriptionId,
      {
        items,
        // The calls of before are not billed where a price is only added.
        proration_behavior: isBilled ? "always_invoice" : "none",
        off_session: true,
        expand: EXPAND,
      },
      { idempotencyKey: `${intentId}:usage` },
    ),
  );
  return toProviderSubscription(stripe, changed);
}
