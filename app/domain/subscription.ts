/** The states of a subscription. */

/** The states that the product distinguishes. The provider's other states map to one of these. */
export const SUBSCRIPTION_STATUSES = [
  "active",
  "trialing",
  "requires_payment_method",
  "requires_action",
  "canceled",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
