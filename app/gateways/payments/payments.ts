/**
 * The payment provider, in the product's words. One implementation serves the provider and the local sandbox, which
 * speaks the provider's own API; so there is one code path with keys and without.
 *
 * Every call throws AppError: `unavailable` when the provider cannot be reached or fails, so that nobody knows whether
 * it did what was asked; `invalid` with `inputError: "token"` when it refuses the card.
 */
import type { KeyedMessage } from "~/domain/messages";
import type { Interval } from "~/domain/plans";
import type { SubscriptionStatus } from "~/domain/subscription";

export interface Payments {
  /** For the browser's card field. */
  publishableKey: string;

  /** Makes sure the provider has this plan at this price; returns the price's id. May be repeated. */
  syncPlan(plan: PricedPlan): Promise<string>;

  /** The account at the provider, made when `customerId` is null or gone. May be repeated: one customer an account. */
  ensureCustomer(of: { accountId: string; customerId: string | null }): Promise<string>;

  /** Spends a card token: the card becomes the customer's default. Returns the card's id. */
  setCard(card: NewCard): Promise<string>;

  /** Asks for a subscription; repeated with the same `intentId` it returns what the first call made. */
  startSubscription(order: SubscriptionOrder): Promise<ProviderSubscription>;

  /** The subscription as it stands now, or null when the provider does not have it. */
  findSubscription(id: string): Promise<ProviderSubscription | null>;

  /** What a call whose answer was lost has made, or null. */
  findSubscriptionOfIntent(of: {
    customerId: string;
    intentId: string;
  }): Promise<ProviderSubscription | null>;

  /** Ends a subscription at once. One that has ended or never was is no error. */
  cancelSubscription(id: string): Promise<void>;

  /** What a webhook's raw body says. Throws invalid unless it is signed by the provider, recent and of our mode. */
  readEvent(body: Buffer, signature: string): Promise<ProviderEvent>;
}

/** A plan as the provider sees it; amounts in minor units. */
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
  /** For the provider's receipts. */
  name: string;
  email: string;
}

export interface SubscriptionOrder {
  /** The idempotency key; the subscription carries it as well. */
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
  /** The intent that asked for it; null when it was made by other hands. */
  intentId: string | null;
  /** What it means for somebody who uses it. Spec §4 "Subscription banner". */
  status: SubscriptionStatus;
  /** How far it is for somebody who waits for it to begin. */
  start: SubscriptionStart;
  seats: number;
  cancelAtPeriodEnd: boolean;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
}

export type SubscriptionStart =
  | { kind: "begun"; status: "active" | "trialing" }
  /** The person must authenticate in the browser, with this secret. */
  | { kind: "needs_action"; clientSecret: string }
  | { kind: "refused"; reason: KeyedMessage }
  /** Authenticated, and not settled yet: ask again in a moment. */
  | { kind: "processing" }
  | { kind: "ended" };

export interface ProviderEvent {
  id: string;
  type: string;
  /** The subscription it is about; null for events that change nothing here. */
  subscriptionId: string | null;
}
