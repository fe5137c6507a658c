/** Brings the payment provider's prices in line with the plans on offer, for `npm run plans:sync`. Safe to repeat. */
import type { SyncedPlan } from "~/gateways/payments/payment-types";
import { listActivePlans, type PlanRow } from "~/models/plan.server";
import type { App } from "~/services/platform/app.server";

export interface PublishedPlan {
  plan: PlanRow;
  /** `free`: it needs no price, because the provider never bills it. */
  change: SyncedPlan["change"] | "free";
}

/**
 * Creates what is missing at the provider: a product and a price for each plan on offer, found by its id as the lookup
 * key, and the meter of the API calls. Calls `onPlan` after each plan. Throws unavailable when the provider does not
 * answer or rejects the key.
 */
export async function publishPlans(
  { store, payments }: Pick<App, "store" | "payments">,
  onPlan: (published: PublishedPlan) => void,
): Promise<void> {
  for (const plan of await listActivePlans(store)) {
    const change = plan.priceMinor === 0 ? "free" : (await payments.publishPlan(plan)).change;
    onPlan({ plan, change });
  }
  await payments.ensureMeter();
}
