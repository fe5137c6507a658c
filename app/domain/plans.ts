/** Plans and subscriptions as they are shown: on the wire and on pages. Spec §3. */
import type { SubscriptionStatus } from "./subscription";

export const INTERVALS = ["month", "year"] as const;
export type Interval = (typeof INTERVALS)[number];

/** `seat`: the price is for each member; `tiered`: for what is included, and usage beyond it is added. */
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
  /** Most members; null: no limit. */
  seat_limit: number | null;
  /** API calls included each month; null: no limit. */
  api_call_limit: number | null;
  /** Of a tiered plan, in major units: each 1,000 API calls beyond the included ones. */
  overage_price: number | null;
}

export interface SubscriptionView {
  status: SubscriptionStatus;
  object: {
    cancel_at_period_end: boolean;
    /** ISO 8601; null on a plan without periods, as the free one. */
    current_period_start: string | null;
    current_period_end: string | null;
    seats: number;
    /** Minor units, for one seat and interval. */
    seat_price: number;
    currency_symbol: string;
    interval: Interval;
  };
}

/** What is proposed to an account that has no plan and needs one. */
export const FIRST_PAID_PLAN = "pro";

/** Whether choosing it needs a card. */
export function needsCard(plan: Pick<PlanView, "price" | "type">): boolean {
  return plan.price > 0 || plan.type === "tiered";
}
