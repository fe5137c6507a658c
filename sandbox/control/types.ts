/** The data to and from the sandbox's own page. Times in seconds on the sandbox's clock, amounts in minor units. */
import type { NextPayment, PaymentOutcome } from "../state/controls";

export type { NextPayment, PaymentOutcome };

/** The response of `GET /control/state`. Each list is newest first, and has a limit. */
export interface SandboxState {
  now: number;
  customers: ShownCustomer[];
  /** Whether there are more customers than are shown. */
  hasMoreCustomers: boolean;
  deliveries: ShownDeliveries;
  events: ShownEvent[];
  /** How the next payments without the card holder end. */
  failNext: NextPayment[];
}

export interface ShownCustomer {
  id: string;
  email: string | null;
  name: string | null;
  /** The product's account, from the customer's metadata. */
  accountId: string | null;
  card: { brand: string; last4: string } | null;
  /** Negative: a credit. */
  balance: number;
  subscriptions: ShownSubscription[];
  invoices: ShownInvoice[];
  /** The disputes of the customer's payments, and the warnings of fraud. */
  disputes: ShownDispute[];
}

export interface ShownSubscription {
  id: string;
  status: string;
  plan: string;
  quantity: number;
  periodEnd: number | null;
  trialEnd: number | null;
  cancelAtPeriodEnd: boolean;
}

export interface ShownInvoice {
  id: string;
  number: string | null;
  status: string | null;
  total: number;
  currency: string;
  created: number;
  /** The link of its PDF file; null for a draft. */
  pdf: string | null;
  /** When it is charged again; null when it is not. */
  nextPaymentAttempt: number | null;
}

export interface ShownDispute {
  id: string;
  kind: "dispute" | "warning";
  /** The provider's word; of a warning whether it is `actionable` or `settled`. */
  status: string;
  amount: number;
  currency: string;
  created: number;
}

export interface ShownDeliveries {
  /** Whether a webhook is configured. Without one nothing is delivered. */
  hasWebhook: boolean;
  isHeld: boolean;
  sendsTwice: boolean;
  /** How many wait; the first of them in the order in which they will be sent. */
  count: number;
  waiting: { eventId: string; type: string | null; attempts: number }[];
}

export interface ShownEvent {
  id: string;
  type: string;
  created: number;
  objectId: string;
  /** Whether a delivery of it waits, the first or another one. */
  isWaiting: boolean;
  attempts: number;
  /** The receiver's last status; null when it could not be reached, or nothing was sent yet. */
  lastStatus: number | null;
  deliveredAt: number | null;
}

/** The body of `POST /control/advance`. Answers `Advanced`. */
export interface AdvanceRequest {
  /** A number is a time in seconds. */
  to: number | "day" | "month" | "trial_end";
  /** With `trial_end`: the end of this customer's trial. Without: the earliest of all. */
  customer?: string;
}

export interface Advanced {
  now: number;
  /** How many changes became due on the way. */
  changes: number;
}

/** The body of `POST /control/rewind`. Answers `Rewound`. */
export interface RewindRequest {
  /** A time in seconds. */
  to: number;
}

export interface Rewound {
  now: number;
}

/** The body of `POST /control/next-payment`. Answers `{ failNext }`. */
export interface NextPaymentRequest {
  customer?: string;
  outcome: PaymentOutcome;
}

/**
 * The body of `POST /control/disputes`: the bank disputes the customer's newest payment, decides the open dispute for or
 * against the product, or warns of a fraud. Answers `ShownDispute`.
 */
export interface DisputeRequest {
  customer: string;
  action: "open" | "win" | "lose" | "warn";
}

/** The body of `POST /control/webhooks`. Answers `{ deliveries }`. */
export type WebhooksRequest =
  | { action: "replay"; event: string }
  | { action: "drop"; event?: string }
  | { action: "duplicate" | "hold" | "reverse" }
  | { action: "release"; order?: "reverse" | "same" };
