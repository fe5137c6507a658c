/**
 * The payment sandbox's state on /dev/billing, and the requests to it there. Times are seconds on the sandbox's clock,
 * amounts are minor units, and each list is newest first. The sandbox's own types of it are in sandbox/control/types.ts:
 * it stands alone, as a server of another company would, so neither side imports the other, and the tests of
 * app/gateways/payments/sandbox-control.ts compare them.
 */

export const CLOCK_JUMPS = ["day", "month", "trial_end"] as const;
export type ClockJump = (typeof CLOCK_JUMPS)[number];

export const PAYMENT_OUTCOMES = ["succeeds", "fails", "asks"] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** Hold, release, release in reverse, send twice or no longer, drop, and send one event again. */
export const WEBHOOK_ACTIONS = [
  "hold",
  "release",
  "release_reversed",
  "duplicate",
  "drop",
  "replay",
] as const;
export type WebhookAction = (typeof WEBHOOK_ACTIONS)[number];

/** The bank disputes a payment, decides for or against the product, or warns that a payment may be a fraud. */
export const DISPUTE_ACTIONS = ["open", "win", "lose", "warn"] as const;
export type DisputeAction = (typeof DISPUTE_ACTIONS)[number];

export interface SandboxState {
  now: number;
  customers: SandboxCustomer[];
  hasMoreCustomers: boolean;
  deliveries: SandboxDeliveries;
  events: SandboxEvent[];
  /** How the next payments without the card holder end. A null customer is any customer. */
  failNext: { customerId: string | null; outcome: PaymentOutcome }[];
}

export interface SandboxCustomer {
  id: string;
  email: string | null;
  name: string | null;
  card: { brand: string; last4: string } | null;
  /** Negative: a credit. */
  balance: number;
  subscriptions: SandboxSubscription[];
  invoices: SandboxInvoice[];
  disputes: SandboxDispute[];
}

export interface SandboxSubscription {
  id: string;
  /** The provider's own word. */
  status: string;
  plan: string;
  quantity: number;
  periodEnd: number | null;
  trialEnd: number | null;
  cancelAtPeriodEnd: boolean;
}

export interface SandboxInvoice {
  id: string;
  number: string | null;
  /** The provider's own word. */
  status: string | null;
  total: number;
  currency: string;
  created: number;
  pdf: string | null;
  /** When it is charged again; null when it is not. */
  nextPaymentAttempt: number | null;
}

/** A disputed payment, or a bank's warning about one. */
export interface SandboxDispute {
  id: string;
  kind: "dispute" | "warning";
  /** The provider's own word; of a warning, `actionable` or `settled`. */
  status: string;
  amount: number;
  currency: string;
  created: number;
}

export interface SandboxDeliveries {
  isHeld: boolean;
  sendsTwice: boolean;
  /** How many wait. */
  count: number;
}

export interface SandboxEvent {
  id: string;
  type: string;
  created: number;
  objectId: string;
  /** Whether a delivery of it waits, the first or another one. */
  isWaiting: boolean;
  attempts: number;
  /** The product's last status; null when it could not be reached, or nothing was sent yet. */
  lastStatus: number | null;
  deliveredAt: number | null;
}
