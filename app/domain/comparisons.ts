/** The comparisons with the payment provider, as mission control and `npm run reconcile` show the last of each. */

/** What is compared: API calls with the meter and the invoices, and the account's rows with what the provider has. */
export const COMPARED_AREAS = ["api_calls", "subscriptions", "cards", "refunds", "disputes"] as const;
export type ComparedArea = (typeof COMPARED_AREAS)[number];

/** A difference between an account and the provider, in words for operators. */
export interface Drift {
  accountId: string;
  /** Null: the account could not be compared at all. */
  area: ComparedArea | null;
  what: string;
  /** Why it is not repaired; null when it is. */
  failure: string | null;
}

/** The last comparison of an area. Without a time there was none yet. */
export interface ComparisonView {
  area: ComparedArea;
  compared_at: string | null;
  accounts: number;
  repaired: number;
  not_repaired: number;
  /** Those that could not be repaired first; of many, only some. */
  differences: { account: { id: string; name: string }; what: string; failure: string | null }[];
}
