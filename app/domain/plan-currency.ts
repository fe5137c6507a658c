/**
 * In which currency an account can have plans. The provider does not change the currency of a subscription, and uses a
 * customer's credit only for invoices in its own.
 */
import { needsCard, type PlanType, type SubscriptionStatus } from "./plans";

/** The state that the choice depends on: a row of the subscriptions. */
export interface PayingState {
  planId: string | null;
  status: SubscriptionStatus;
  /** The provider's subscription; null on the free plan. */
  providerId: string | null;
  currency: string | null;
  balanceMinor: number | null;
  balanceCurrency: string | null;
}

interface BoundCurrency {
  /** ISO 4217, lower case. */
  currency: string;
  by: "subscription" | "credit";
}

/** Null while the account may choose a plan in any currency. `current` is its plan. */
export function findBoundCurrency(
  row: PayingState | null,
  current: { currency: string } | null,
): BoundCurrency | null {
  if (!row) return null;
  const isSubscribed = row.planId !== null && row.providerId !== null && row.status !== "canceled";
  const currency = isSubscribed ? (row.currency ?? current?.currency ?? null) : null;
  if (currency !== null) return { currency, by: "subscription" };
  return row.balanceMinor && row.balanceCurrency ? { currency: row.balanceCurrency, by: "credit" } : null;
}

/** Whether an account with this currency can choose the plan. One that costs nothing is in every currency. */
export function fitsCurrency(
  { type, priceMinor, currency }: { type: PlanType; priceMinor: number; currency: string },
  bound: BoundCurrency | null,
): boolean {
  return bound === null || !needsCard({ type, price: priceMinor }) || currency === bound.currency;
}
