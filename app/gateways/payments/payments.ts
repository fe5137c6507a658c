/**
 * The interface to the payment provider, in the product's words. One implementation serves the provider and
 * the local sandbox, which has the provider's own API, so there is one code path with keys and without.
 *
 * Every call throws AppError: `unavailable` when the provider cannot be reached or fails, so that the outcome
 * is unknown; `invalid` with `inputError: "token"` when it declines the card.
 */
import type { KeyedMessage } from "~/domain/messages";
import type { Interval, SubscriptionStatus } from "~/domain/plans";

export interface Payments {
  /** For the card field in the browser. */
  publishableKey: string;

  /** Ensures that the provider has this plan at this price, and returns the price's id. Idempotent. */
  syncPlan(plan: PricedPlan): Promise<string>;

  /**
   * Returns the account's customer, created when `customerId` is null or deleted. Idempotent: one customer
   * for each account.
   */
  ensureCustomer(account: { accountId: string; customerId: string | null }): Promise<string>;

  /** Uses a card token once: the card becomes the customer's default. Returns the card's id. */
  setCard(card: NewCard): Promise<string>;

  /** Creates a subscription. A repeated call with the same `intentId` returns what the first call created. */
  startSubscription(order: SubscriptionOrder): Promise<ProviderSubscription>;

  /** The current subscription, or null when the provider does not have it. */
  findSubscription(id: string): Promise<ProviderSubscription | null>;

  /** Finds the subscription of a call whose response was lost, or null. */
  findSubscriptionOfIntent(query: {
    customerId: string;
    intentId: string;
  }): Promise<ProviderSubscription | null>;

  /** Cancels a subscription immediately. A subscription that has ended or never existed is no error. */
  cancelSubscription(id: string): Promise<void>;

  /** Parses a webhook's raw body. Throws invalid unless the provider signed it, recently and for this mode. */
  readEvent(body: Buffer, signature: string): Promise<ProviderEvent>;
}

/** A plan as the provider stores it; amounts in minor units. */
export interface PricedPlan {
  id: string;
  name: string;
  priceMinor: number;
  currency: string;
  interval: Interval;
}

export interface NewCard {
  customerId: string;
  token: string;
  /** Printed on the provider's receipts. */
  name: string;
  email: string;
}

export interface SubscriptionOrder {
  /** The idempotency key, which is also stored with the subscription. */
  intentId: string;
  accountId: string;
  planId: string;
  customerId: string;
  priceId: string;
  cardId: string;
  seats: number;
  trialDays: number;
}

export interface ProviderSubscription {
  id: string;
  customerId: string;
  /** The intent that requested it; null when it was created elsewhere. */
  intentId: string | null;
  /** What the status means for the account's members. */
  status: SubscriptionStatus;
  /** How far the start of the subscription has come, for the user who waits for it. */
  start: SubscriptionStart;
  seats: number;
  cancelAtPeriodEnd: boolean;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
}

export type SubscriptionStart =
  | { kind: "begun"; status: "active" | "trialing" }
  /** The user must authenticate in the browser, with this secret. */
  | { kind: "needs_action"; clientSecret: string }
  | { kind: "refused"; reason: KeyedMessage }
  /** Authenticated, and not settled yet: the caller checks again in a moment. */
  | { kind: "processing" }
  | { kind: "ended" };

export interface ProviderEvent {
  id: string;
  type: string;
  /** The affected subscription; null for events that change nothing here. */
  subscriptionId: string | null;
}
