/** Cards, charges of invoices, and what invoices say, in the product's words. */
import type { CardView, InvoicePreview } from "~/domain/billing";
import type { Interval } from "~/domain/plans";
import type { Decline } from "./decline-messages";

export interface NewCard {
  customerId: string;
  /** Printed on the provider's receipts. */
  name: string;
  email: string;
}

export interface PaymentCard {
  id: string;
  /** The same for every card with this number; null when the provider gives none. */
  fingerprint: string | null;
  /** Null for a payment method of another kind, which only the provider's own pages can add. */
  view: CardView | null;
}

export interface CardRestoration {
  customerId: string;
  subscriptionId: string;
  /** The card to take back, which the customer then no longer has; null for whichever pays. */
  cardId: string | null;
  formerCardId: string | null;
}

export interface CardOrder {
  /** The idempotency key, which is also stored with the setup. */
  intentId: string;
  accountId: string;
  customerId: string;
  token: string;
}

export type CardSetup = { id: string } & (
  | { kind: "saved"; cardId: string }
  | { kind: "needs_action"; clientSecret: string }
  | ({ kind: "refused" } & Decline)
  | { kind: "processing" }
);

export type OpenPayment = { invoiceId: string } & (
  | { kind: "paid" }
  | { kind: "needs_action"; clientSecret: string }
  | ({ kind: "refused" } & Decline)
  | { kind: "processing" }
);

export interface BillingDetails {
  /** The name on invoices. */
  company: string;
  /** "" for what is not known. */
  address: { line1: string; line2: string; city: string; postalCode: string; country: string };
  taxId: { type: string; value: string } | null;
  /** Null keeps the one that the provider has. */
  email: string | null;
}

/** The money that a request gives back. */
export interface MoneyBack {
  /** Chosen by the caller: the same request gives once. */
  request: string;
  amountMinor: number;
  /** Kept with it at the provider, for its own records. */
  reason: string;
}

export interface RefundOrder extends MoneyBack {
  invoiceId: string;
}

export interface CreditOrder extends MoneyBack {
  accountId: string;
  customerId: string;
  currency: string;
}

/** The money that a request has given back, as the provider has it. */
export interface GivenMoney {
  amountMinor: number;
  currency: string;
  reason: string;
  /** The bank has returned it, or it was stopped: nothing was given. */
  hasFailed: boolean;
}

/** A plan as the provider stores it; amounts in minor units. */
export interface PricedPlan {
  id: string;
  name: string;
  priceMinor: number;
  currency: string;
  interval: Interval;
}

/** How a plan bills usage. */
export interface UsagePlan extends PricedPlan {
  /** The calls included each month. */
  apiCallLimit: number | null;
  /** Minor units for each 1,000 calls beyond them; null when they are not billed. */
  overagePriceMinor: number | null;
}

/** The prices of a subscription. */
export interface PlanPrices {
  priceId: string;
  /** The metered price of what the plan's own price does not include; null without one. */
  usagePriceId: string | null;
}

export interface UsagePriceChange {
  /** Part of the idempotency key. */
  intentId: string;
  subscriptionId: string;
  /** Null for a plan without one. */
  usagePriceId: string | null;
}

export interface SyncedPlan {
  priceId: string;
  /** `replaced`: new subscriptions get another price, and existing ones keep theirs. */
  change: "created" | "unchanged" | "replaced";
}

/** An invoice that is not written yet. Its lines have no texts for readers: the provider's own are in English. */
export interface InvoiceDraft extends Omit<InvoicePreview, "lines" | "proration_date"> {
  lines: DraftLine[];
  /** By the provider's clock, the moment from which a change of plan charges the rest of the period. */
  proratedAt: Date | null;
}

export interface DraftLine extends Omit<InvoicePreview["lines"][number], "description"> {
  /** In the provider's words. */
  description: string;
  is_trial: boolean;
  /** The line's subject; `other` when it is unknown here. */
  subject: { kind: "plan"; planId: string } | { kind: "calls" } | { kind: "other" };
  /** Members, or API calls. */
  quantity: number;
}

export interface GivenPlan extends PlanPrices {
  /** The idempotency key, which is also stored with the subscription. */
  intentId: string;
  accountId: string;
  planId: string;
  customerId: string;
  seats: number;
  days: number;
}

export interface SeatChange {
  /** The idempotency key. */
  intentId: string;
  subscriptionId: string;
  itemId: string;
  seats: number;
}

/** A later end of a trial. */
export interface TrialExtension {
  /** The idempotency key. */
  intentId: string;
  subscriptionId: string;
  endsAt: Date;
}

export interface ProviderEvent {
  id: string;
  type: string;
  /** The object that it is about. */
  objectId: string;
  /** Whose it is; null for events that change nothing here. */
  customerId: string | null;
}

/** An event without its content. */
export type ThinEvent = Omit<ProviderEvent, "customerId">;

/** What the provider's meter refused after it had accepted it. */
export interface MeterReport {
  /** How many events. */
  count: number;
  /** Why, in the provider's words. */
  codes: string[];
  /** The time that the report is about. */
  from: Date;
  until: Date;
  /** Some of the refused events, by the identifiers that they were sent with. */
  identifiers: string[];
}

export interface PromotionCode {
  /** The provider's. */
  id: string;
  /** The provider accepts it from customers only who have not paid before. */
  isForFirstPayment: boolean;
}
