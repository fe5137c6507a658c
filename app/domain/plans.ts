/** Plans and subscriptions as responses and pages show them. */

/** The states that the product distinguishes. The provider's other states map to one of these. */
export const SUBSCRIPTION_STATUSES = [
  "active",
  "trialing",
  "requires_payment_method",
  "requires_action",
  "canceled",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const INTERVALS = ["month", "year"] as const;
export type Interval = (typeof INTERVALS)[number];

/**
 * `seat`: the price is for each member. `tiered`: the price covers the included calls, and usage beyond them
 * is added.
 */
export const PLAN_TYPES = ["standard", "seat", "tiered"] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

export interface PlanView {
  id: string;
  name: string;
  currency: { symbol: string };
  /** Major units, as the label prints it. */
  price: number;
  interval: Interval;
  type: PlanType;
  trial_days: number;
  /** The most members; null: no limit. */
  seat_limit: number | null;
  /** API calls included each month; null: no limit. */
  api_call_limit: number | null;
  /** For a tiered plan, in major units: the price of each 1,000 API calls beyond the included ones. */
  overage_price: number | null;
}

export interface SubscriptionView {
  status: SubscriptionStatus;
  object: {
    cancel_at_period_end: boolean;
    /** ISO 8601; null on a plan without periods, such as the free one. */
    current_period_start: string | null;
    current_period_end: string | null;
    seats: number;
    /** Minor units, for one seat and one interval. */
    seat_price: number;
    currency_symbol: string;
    interval: Interval;
  };
}

/** The plan that is suggested to an account that needs one. */
export const FIRST_PAID_PLAN = "pro";

/** Whether choosing the plan requires a card. */
export function needsCard(plan: Pick<PlanView, "price" | "type">): boolean {
  return plan.price > 0 || plan.type === "tiered";
}
