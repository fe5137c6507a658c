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

/** Whether an invoice is open that should have been paid. */
export function isOverdue(status: SubscriptionStatus): boolean {
  return status === "requires_payment_method" || status === "requires_action";
}

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
  /** `code` is ISO 4217, lower case. */
  currency: { symbol: string; code: string };
  /** Major units, as the label prints it. */
  price: number;
  interval: Interval;
  type: PlanType;
  /** Free days before the first charge, for the reader: 0 after a trial that they have already had. */
  trial_days: number;
  /** The most members; null: no limit. */
  seat_limit: number | null;
  /** API calls included each month; null: no limit. */
  api_call_limit: number | null;
  /** The most API keys; null: no limit. */
  key_limit: number | null;
  /** For a tiered plan, in major units: the price of each 1,000 API calls beyond the included ones. */
  overage_price: number | null;
}

export interface SubscriptionView {
  status: SubscriptionStatus;
  object: {
    cancel_at_period_end: boolean;
    /** The plan that follows when the period ends; null when this one goes on, or nothing follows. */
    next_plan: string | null;
    /** ISO 8601; null on a plan without periods, such as the free one. */
    current_period_start: string | null;
    current_period_end: string | null;
    seats: number;
    /** Minor units, for one seat and one interval. */
    seat_price: number;
    /** The balance that the next invoices begin with, in minor units: negative for credit. Null for nothing. */
    balance: { amount: number; currency: string } | null;
    currency_symbol: string;
    /** ISO 4217, lower case: says how many decimals `seat_price` has. */
    currency: string;
    interval: Interval;
  };
}

/** The price of one more member, on a plan with a price for each. */
export interface SeatPriceView {
  symbol: string;
  /** Major units. */
  price: number;
  interval: Interval;
}

/** The plan that is suggested to an account that needs one. */
export const FIRST_PAID_PLAN = "pro";

/** Whether choosing the plan requires a card. */
export function needsCard(plan: Pick<PlanView, "price" | "type">): boolean {
  return plan.price > 0 || plan.type === "tiered";
}

/** Whether the plan allows this many members. */
export function hasRoom({ seat_limit: limit }: Pick<PlanView, "seat_limit">, members: number): boolean {
  return limit === null || members <= limit;
}

/** A limit that the next plan has lower than the present one; null: none. */
export interface PlanLoss {
  limit: "members" | "calls" | "keys";
  now: number | null;
  then: number;
}

/** Lists the losses of a change from the present plan. A plan that takes something away is below the present one. */
export function listLosses(present: PlanView, next: PlanView): PlanLoss[] {
  const limits = [
    { limit: "members", now: present.seat_limit, then: next.seat_limit },
    { limit: "calls", now: present.api_call_limit, then: next.api_call_limit },
    { limit: "keys", now: present.key_limit, then: next.key_limit },
  ] as const;
  return limits.flatMap(({ limit, now, then }) =>
    then !== null && (now === null || then < now) ? [{ limit, now, then }] : [],
  );
}
