/** Cards, invoices, API calls and previews as responses and pages show them. Amounts are in minor units of `currency`. */

/** A card as people recognize it. */
export interface CardView {
  /** As the provider names it: "visa", "mastercard". */
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
}

/** A new card of a change of plan that waits for its holder's confirmation. It pays from then on, and nothing before. */
export interface PendingCard extends CardView {
  /** The id of the plan that the change is to. */
  plan: string;
}

/** The card that pays for the account; without one, the pending card stands in its place. */
export interface AccountCard extends CardView {
  pending: PendingCard | null;
}

export const INVOICE_STATUSES = ["draft", "open", "paid", "uncollectible", "void"] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export interface InvoiceView {
  id: string;
  /** Null until the invoice is final. */
  number: string | null;
  /** ISO 8601. */
  date: string;
  status: InvoiceStatus;
  /** Minor units. */
  total: number;
  /** The amount that is or was to be charged: the total after credit from the customer's balance. Minor units. */
  amount_due: number;
  /** The charge to the card: `amount_due` once that is paid, and 0 before. Minor units. */
  amount_charged: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** The URL of the PDF file; null until the invoice is final. */
  invoice_pdf: string | null;
}

/** The API calls of the current period. */
export interface ApiCallsView {
  total: number;
  /** The name of what is counted, in the reader's language. */
  label: string;
  /** ISO 8601: its first day and the first day of the next one, as "2026-11-22/2026-12-22". */
  period: string;
  /** The calls that the plan includes in a period; null without a limit. */
  limit: number | null;
  /** One for each day of the period up to today. */
  days: { date: string; calls: number }[];
}

/** A period in which API calls, the provider's meter and the invoice do not agree, for masters. */
export interface ApiCallDifferenceView {
  id: string;
  account: { id: string; name: string };
  plan: string;
  /** ISO 8601. */
  from: string;
  until: string;
  /** API calls: as counted here, on the provider's meter, and on the invoice. Null while there is no invoice. */
  counted: number;
  metered: number;
  invoiced: number | null;
}

/** The contents of the next invoice, or of the invoice of a change that is not made yet. */
export interface InvoicePreview {
  lines: {
    description: string;
    /** Minor units; negative for a credit. */
    amount: number;
    is_proration: boolean;
    /** ISO 8601. */
    period_start: string;
    period_end: string;
  }[];
  subtotal: number;
  discount: number;
  /** The tax that is added to the lines, without the tax that they include. */
  tax: number;
  total: number;
  /** The customer's balance before the invoice: negative for credit, which is used before the card. */
  starting_balance: number;
  /** The charge on `date`, after credit from the customer's balance. */
  amount_due: number;
  currency: string;
  /** When it is charged; ISO 8601. */
  date: string;
  /** Of a change of plan: what to send with it, so that it is charged as previewed. Null when its price does not fall with time. */
  proration_date: string | null;
}

/** How much of its plan an account uses. */
export interface UsageSummary {
  /** The API calls of this period. `limit` is null without one; beyond it a tiered plan bills. */
  calls: { label: string; used: number; limit: number | null; isBilledBeyond: boolean };
  seats: { used: number; limit: number | null };
  /** When the paid period ends, ISO 8601; null on a plan without periods. */
  periodEnd: string | null;
  /** The plan ends then, and does not renew. */
  isEnding: boolean;
}

/** An account with more members than its plan allows. */
export interface OverLimitView {
  /** The plan's name. */
  plan: string;
  limit: number;
  members: number;
}
