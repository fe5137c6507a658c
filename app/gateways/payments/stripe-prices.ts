/** Plans at the provider. The lookup key of a price is the plan's id. */
import type Stripe from "stripe";
import type { PricedPlan, SyncedPlan } from "./payment-types";
import { callStripe } from "./stripe-errors";
import type { TaxTerms } from "./stripe-tax";

/**
 * Returns the plan's price, created when it is missing. The provider does not allow a price to change, so a
 * price that differs from the plan transfers its lookup key to a new one. Existing subscriptions keep the old
 * price. How it is taxed may be set once, on a price that says nothing about it.
 */
export async function syncPlan(stripe: Stripe, plan: PricedPlan, terms: TaxTerms): Promise<SyncedPlan> {
  const { data } = await callStripe(() =>
    stripe.prices.list({ lookup_keys: [plan.id], active: true, limit: 1 }),
  );
  const [found] = data;
  if (found && isCurrentPrice(plan, found) && (await hasTaxBehavior(stripe, found, terms)))
    return { priceId: found.id, change: "unchanged" };
  const created = await callStripe(() =>
    stripe.prices.create(createPriceParams(plan, found, terms), {
      idempotencyKey: createIdempotencyKey(plan, found, terms),
    }),
  );
  return { priceId: created.id, change: found ? "replaced" : "created" };
}

function isCurrentPrice(plan: PricedPlan, price: Stripe.Price): boolean {
  return (
    price.unit_amount === plan.priceMinor &&
    price.currency === plan.currency &&
    price.recurring?.interval === plan.interval &&
    price.recurring.interval_count === 1
  );
}

/** Gives it to a price that has none, as those have which an earlier version made. */
export async function hasTaxBehavior(
  stripe: Stripe,
  { id, tax_behavior: present }: Stripe.Price,
  { taxBehavior }: TaxTerms,
): Promise<boolean> {
  if (present !== "unspecified" && present !== null) return present === taxBehavior;
  await callStripe(() => stripe.prices.update(id, { tax_behavior: taxBehavior }));
  return true;
}

function createPriceParams(
  plan: PricedPlan,
  previous: Stripe.Price | undefined,
  { taxBehavior, taxCode }: TaxTerms,
): Stripe.PriceCreateParams {
  const product = typeof previous?.product === "string" ? previous.product : previous?.product.id;
  return {
    currency: plan.currency,
    unit_amount: plan.priceMinor,
    tax_behavior: taxBehavior,
    recurring: { interval: plan.interval },
    lookup_key: plan.id,
    // The lookup key moves to the plan's next price, and this one stays with its subscriptions.
    metadata: { plan_id: plan.id },
    transfer_lookup_key: true,
    ...(product ? { product } : { product_data: { name: plan.name, tax_code: taxCode } }),
  };
}

/** The plan of a price that was created here. */
export function findPlanId({ metadata, lookup_key: key }: Stripe.Price): string | null {
  return metadata.plan_id ?? key;
}

/** How the lookup key of a price of usage begins. */
export const USAGE_KEY_BEGIN = "usage";

/** The plan whose further calls have this price; null for a price that was not created here. */
export function findUsagePlanId({ lookup_key: key, metadata }: Stripe.Price): string | null {
  if (metadata.usage_plan_id) return metadata.usage_plan_id;
  const [begin, planId] = key?.split(":") ?? [];
  return begin === USAGE_KEY_BEGIN && planId ? planId : null;
}

/** Two processes that miss the same price create it only once. */
function createIdempotencyKey(
  plan: PricedPlan,
  previous: Stripe.Price | undefined,
  { taxBehavior, taxCode }: TaxTerms,
): string {
  const { id, priceMinor, currency, interval } = plan;
  const price = [id, priceMinor, currency, interval, previous?.id ?? "first"];
  // The key must differ where the request does.
  return ["price", ...price, taxBehavior, taxCode].join(":");
}
