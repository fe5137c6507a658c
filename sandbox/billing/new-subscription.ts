/** A new subscription and its items, before anything is stored or charged. */
import { createInvalidRequestError } from "../http/errors";
import { getReferenced, listObjects, type Ledger } from "../ledger";
import {
  getId,
  type Customer,
  type Discount,
  type Price,
  type Subscription,
  type SubscriptionItem,
} from "../objects";
import { createId } from "../state/ids";
import { calculateAmount, calculatePeriod, toPlan, type Period } from "./amounts";
import { toAutomaticTax } from "./automatic-tax";
import { createBlankSubscription } from "./blank-subscription";
import { prepareDiscounts, type DiscountRequest } from "./discounts";
import type { Session } from "./issuer";

export type PaymentBehavior =
  | "allow_incomplete"
  | "default_incomplete"
  | "error_if_incomplete"
  | "pending_if_incomplete";

export interface NewItem {
  priceId: string;
  quantity: number | undefined;
  metadata?: Record<string, string>;
}

export interface NewSubscription extends Session {
  customer: Customer;
  items: readonly NewItem[];
  defaultMethodId: string | null;
  behavior: PaymentBehavior;
  /** When the free trial ends, in seconds; null without a trial. */
  trialEnd: number | null;
  metadata: Record<string, string>;
  description: string | null;
  cancelAtPeriodEnd: boolean;
  /** Whether the card of the first payment becomes the subscription's default. */
  savesMethod: boolean;
  /** Discounts of all invoices, or of the next ones. */
  discounts: readonly DiscountRequest[];
  automaticTax: boolean;
}

/** Builds a subscription as it is before its first invoice, and stores nothing. Throws 400 for a second currency. */
export function buildSubscription(
  ledger: Ledger,
  given: NewSubscription,
  prices: readonly [Price, ...Price[]],
): Subscription {
  requireSameCurrency(ledger, given.customer, prices[0].currency);
  const now = ledger.now();
  const blank = createBlankSubscription(given.customer.id, { now, currency: prices[0].currency });
  const period =
    given.trialEnd === null ? calculatePeriod(now, prices[0]) : { start: now, end: given.trialEnd };
  const items = prices.map((price, index) => {
    const { quantity, metadata } = given.items[index] ?? {};
    const item = createSubscriptionItem(ledger, { subscriptionId: blank.id, price, quantity, period });
    return { ...item, metadata: metadata ?? {} };
  });
  return {
    ...blank,
    ...(given.trialEnd !== null && { status: "trialing", trial_end: given.trialEnd, trial_start: now }),
    ...(given.cancelAtPeriodEnd && { cancel_at: period.end, canceled_at: now }),
    automatic_tax: toAutomaticTax(given.customer, given.automaticTax),
    billing_cycle_anchor: given.trialEnd ?? now,
    cancel_at_period_end: given.cancelAtPeriodEnd,
    default_payment_method: given.defaultMethodId,
    description: given.description,
    items: { ...blank.items, data: items },
    metadata: given.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: given.savesMethod ? "on_subscription" : "off",
    },
  };
}

/**
 * A customer's running subscriptions have one currency. Here a balance counts too, which the provider would leave unused by
 * invoices in another currency. Throws 400 for a second one.
 */
function requireSameCurrency(ledger: Ledger, customer: Customer, currency: string): void {
  const isBound =
    customer.balance !== 0 ||
    listObjects(ledger, "subscription").some(
      (row) => getId(row.customer) === customer.id && row.ended_at === null,
    );
  if (!isBound || customer.currency === null || customer.currency === currency) return;
  throw createInvalidRequestError(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${customer.currency}.`,
  );
}

/** Creates the discounts of a new subscription. Throws 400 for one that cannot be redeemed. */
export function prepareFirstDiscounts(
  ledger: Ledger,
  subscription: Subscription,
  { customer, discounts }: NewSubscription,
): Discount[] {
  const { currency, items } = subscription;
  const subtotal = items.data.reduce(
    (sum, { price, quantity }) => sum + calculateAmount(ledger, price, quantity ?? 0),
    0,
  );
  const redemption = { customerId: customer.id, subscriptionId: subscription.id, currency, subtotal };
  return prepareDiscounts(ledger, discounts, redemption);
}

/** Creates an item of a subscription for the given period. */
export function createSubscriptionItem(
  ledger: Ledger,
  given: { subscriptionId: string; price: Price; quantity: number | undefined; period: Period },
): SubscriptionItem {
  const { price, period } = given;
  return {
    id: createId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: ledger.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    price: structuredClone(price),
    ...(price.recurring?.usage_type !== "metered" && { quantity: given.quantity ?? 1 }),
    subscription: given.subscriptionId,
    tax_rates: [],
  };
}

/** Throws 400 for a price that cannot be subscribed to. */
export function requireSubscribable(ledger: Ledger, id: string, param: string): Price {
  const price = getReferenced(ledger, "price", { id, param });
  if (!price.active) {
    throw createInvalidRequestError(
      "The price specified is inactive. This field only accepts active prices.",
      {
        param,
      },
    );
  }
  if (!price.recurring) {
    throw createInvalidRequestError(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param },
    );
  }
  return price;
}

/** Throws 400 unless all prices have the same currency and interval. */
export function requireSameInterval(prices: readonly Price[]): void {
  const rhythms = new Set(
    prices.map((price) => `${price.recurring?.interval ?? ""}/${price.recurring?.interval_count ?? 0}`),
  );
  const currencies = new Set(prices.map((price) => price.currency));
  if (currencies.size > 1)
    throw createInvalidRequestError("All prices on a subscription must have the same `currency`.", {
      param: "items",
    });
  if (rhythms.size > 1) {
    throw createInvalidRequestError(
      "All prices on a subscription must have the same `recurring.interval` and `recurring.interval_count`.",
      { param: "items" },
    );
  }
}

/** Returns the prices of new items. Throws 400 for a price that cannot be subscribed to, and for ones that do not fit together. */
export function requirePrices(ledger: Ledger, items: readonly NewItem[]): [Price, ...Price[]] {
  const prices = items.map((item, index) =>
    requireSubscribable(ledger, item.priceId, `items[${index}][price]`),
  );
  const [first, ...others] = prices;
  if (!first)
    throw createInvalidRequestError("Missing required param: items.", {
      code: "parameter_missing",
      param: "items",
    });
  requireSameInterval(prices);
  return [first, ...others];
}
