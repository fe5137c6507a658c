/** Plans: the ones that the product ships with, and a plan in responses. */
import * as z from "zod";
import { getCurrencySymbol, toMajor } from "~/domain/money";
import { INTERVALS, PLAN_TYPES, type PlanView } from "~/domain/plans";
import { createPlans, listMissingPlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { hasHadUsers } from "~/models/user.server";

const MONTHLY_USD = {
  currency: "usd",
  interval: "month",
  trialDays: 0,
  overagePriceMinor: null,
  isActive: true,
} as const;

/** The plans of a new installation, in the order of the page. Their ids are the lookup keys at the payment provider. */
const SHIPPED_PLANS: readonly PlanRow[] = [
  {
    ...MONTHLY_USD,
    id: "free",
    name: "Free",
    type: "standard",
    priceMinor: 0,
    seatLimit: 2,
    apiCallLimit: 1000,
    keyLimit: 2,
    position: 1,
  },
  {
    ...MONTHLY_USD,
    id: "pro",
    name: "Pro",
    type: "standard",
    priceMinor: 2400,
    seatLimit: 5,
    apiCallLimit: 50_000,
    keyLimit: 10,
    position: 2,
  },
  {
    ...MONTHLY_USD,
    id: "pro-yearly",
    name: "Pro",
    type: "standard",
    priceMinor: 24_000,
    interval: "year",
    seatLimit: 5,
    apiCallLimit: 50_000,
    keyLimit: 10,
    position: 3,
  },
  {
    ...MONTHLY_USD,
    id: "team",
    name: "Team",
    type: "seat",
    priceMinor: 1200,
    trialDays: 14,
    seatLimit: null,
    apiCallLimit: 500_000,
    keyLimit: 50,
    position: 4,
  },
  {
    ...MONTHLY_USD,
    id: "team-yearly",
    name: "Team",
    type: "seat",
    priceMinor: 12_000,
    interval: "year",
    trialDays: 14,
    seatLimit: null,
    apiCallLimit: 500_000,
    keyLimit: 50,
    // Next to the monthly one: plans at one position are ordered by their ids.
    position: 4,
  },
  {
    ...MONTHLY_USD,
    id: "scale",
    name: "Scale",
    type: "tiered",
    priceMinor: 9900,
    seatLimit: null,
    apiCallLimit: 1_000_000,
    keyLimit: null,
    overagePriceMinor: 20,
    position: 5,
  },
];

/** A plan in responses. */
export const planShape: z.ZodType<PlanView> = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.object({ symbol: z.string(), code: z.string() }),
  price: z.number(),
  interval: z.enum(INTERVALS),
  type: z.enum(PLAN_TYPES),
  trial_days: z.number().int(),
  seat_limit: z.number().int().nullable(),
  api_call_limit: z.number().int().nullable(),
  key_limit: z.number().int().nullable(),
  overage_price: z.number().nullable(),
});

/**
 * Adds the shipped plans that are missing. Existing plans keep an operator's changes. Where there are users, an added plan
 * is not on offer: the payment provider has no price for it, and its price may not fit the operator's own.
 */
export async function insertShippedPlans(store: Store): Promise<void> {
  const missing = await listMissingPlans(store, SHIPPED_PLANS);
  if (missing.length === 0) return;
  const isOnOffer = !(await hasHadUsers(store));
  await createPlans(
    store,
    missing.map((plan) => ({ ...plan, isActive: isOnOffer })),
  );
}

/** `trialDays` replaces the plan's own for a reader who has had a trial. */
export function toPlanResponse(plan: PlanRow, { trialDays = plan.trialDays } = {}): PlanView {
  const { currency } = plan;
  return {
    id: plan.id,
    name: plan.name,
    currency: { symbol: getCurrencySymbol(currency), code: currency },
    price: toMajor(plan.priceMinor, currency),
    interval: plan.interval,
    type: plan.type,
    trial_days: trialDays,
    seat_limit: plan.seatLimit,
    api_call_limit: plan.apiCallLimit,
    key_limit: plan.keyLimit,
    overage_price: plan.overagePriceMinor === null ? null : toMajor(plan.overagePriceMinor, currency),
  };
}
