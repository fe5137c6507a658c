/**
 * Disputes: a card holder's bank takes a payment back until it is decided who keeps it; and the early warnings with which
 * banks announce that a payment may be a fraud.
 *
 * The words of the provider are those of docs.stripe.com/api/disputes/object and /api/events/types, read on 2026-11-28; those of
 * the warnings are of its SDK 23.1.0.
 */
import { days } from "./limits";

export const DISPUTE_KINDS = ["dispute", "fraud_warning"] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** What the product does when a dispute is lost. */
export const LOST_DISPUTE_ACTS = ["notify", "end"] as const;
export type LostDisputeAct = (typeof LOST_DISPUTE_ACTS)[number];

export const DISPUTE_OUTCOMES = ["open", "won", "lost"] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** How long the billing page shows that a dispute was lost. */
export const LOST_DISPUTE_SHOWN_MS = days(30);

/** The groups of the provider's events, by how their types begin. */
const EVENT_GROUPS: Record<string, DisputeKind> = {
  "charge.dispute.": "dispute",
  "radar.early_fraud_warning.": "fraud_warning",
};

/** What the provider's event is about; null for any other event. */
export function findDisputeKind(eventType: string): DisputeKind | null {
  const group = Object.entries(EVENT_GROUPS).find(([prefix]) => eventType.startsWith(prefix));
  return group?.[1] ?? null;
}

/** An inquiry that is closed, and a dispute that was prevented, cost nothing. A status that is not known is open. */
const OUTCOMES: Record<string, DisputeOutcome> = {
  lost: "lost",
  won: "won",
  warning_closed: "won",
  prevented: "won",
  settled: "won",
};

/** Reads the provider's status of a dispute; of a warning, `actionable` or `settled`. */
export function toDisputeOutcome(status: string): DisputeOutcome {
  return OUTCOMES[status] ?? "open";
}

/** A disputed payment, or a bank's warning about one, as the provider has it. */
export interface DisputeFacts {
  id: string;
  kind: DisputeKind;
  /** The provider's own word; of a warning, `actionable` or `settled`. */
  status: string;
  /** The provider's own word. */
  reason: string;
  /** The invoice that the payment has paid, by its id at the provider; null for another payment. */
  invoiceId: string | null;
  /** The subscription of that invoice, by its id at the provider. */
  subscriptionId: string | null;
  amountMinor: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** Until when the bank takes evidence; null when it takes none. */
  respondBy: Date | null;
  openedAt: Date;
}

/** A dispute as the owner and operators read it. */
export interface DisputeView {
  id: string;
  kind: DisputeKind;
  outcome: DisputeOutcome;
  /** The provider's own words. */
  status: string;
  reason: string;
  /** The number of the invoice that the payment has paid; null when it is not known here. */
  invoice: string | null;
  /** Minor units of `currency`. */
  amount: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** ISO 8601. */
  date: string;
  /** Until when the provider takes evidence. ISO 8601; null when it takes none, or names no time. */
  respond_by: string | null;
  /** Whether the plan was ended because of it. */
  has_ended_plan: boolean;
}
