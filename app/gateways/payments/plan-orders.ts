/** The product's orders to the provider about an account's plan, and its queries before them. */
import type { Interval } from "~/domain/plans";
import type { PlanPrices } from "./payment-types";

export interface PreviewQuery {
  customerId: string | null;
  subscriptionId: string | null;
  currency: string;
  /** The plan of `priceId`, and its interval. */
  planId: string | null;
  interval?: Interval;
  priceId: string | null;
  usagePriceId: string | null;
  seats: number;
  trialDays: number;
  promotionId: string | null;
}

/** A price of usage follows once the change is paid. */
export interface ChangeOrder extends Pick<PlanPrices, "priceId"> {
  /** The idempotency key. */
  intentId: string;
  subscriptionId: string;
  planId: string;
  interval: Interval;
  seats: number;
  promotionId: string | null;
  /** The moment of the preview that it is charged as; now without one. */
  proratedAt?: Date | null;
}

export interface SubscriptionOrder extends PlanPrices {
  /** The idempotency key, which is also stored with the subscription. */
  intentId: string;
  accountId: string;
  planId: string;
  customerId: string;
  cardId: string;
  seats: number;
  trialDays: number;
  promotionId: string | null;
}
