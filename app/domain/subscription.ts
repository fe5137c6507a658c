/** The states of a subscription. */

/** Those the product distinguishes; the provider's others are folded into them. Spec §4. */
export const SUBSCRIPTION_STATUSES = [
  "active",
  "trialing",
  "requires_payment_method",
  "requires_action",
  "canceled",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
