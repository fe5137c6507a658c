/** Starts a subscription: its items, its first invoice, and the first payment or the setup of a later one. */
import { createInvalidRequestError, type SandboxError } from "../http/errors";
import { get, getReferenced, insert, queueWebhook, type Ledger } from "../ledger";
import {
  getId,
  type Customer,
  type Invoice,
  type Price,
  type Subscription,
  type SubscriptionItem,
} from "../objects";
import { requireOwnPaymentMethod } from "../resources/customers";
import { createId } from "../state/ids";
import { calculateAmount, calculatePeriod, toPlan, type Period } from "./amounts";
import { createBlankSubscription } from "./blank-subscription";
import { createInvoice, createPeriodLine, createTrialLine } from "./invoicing";
import { requirePayable } from "./issuer";
import { chargeIntent, createInvoiceIntent } from "./payments";
import { settleInvoice } from "./settle";
import { confirmSetup, createSetupIntent } from "./setups";

const DAY_SECONDS = 86_400;

export type PaymentBehavior =
  "allow_incomplete" | "default_incomplete" | "error_if_incomplete" | "pending_if_incomplete";

export interface NewItem {
  priceId: string;
  quantity: number | undefined;
  metadata?: Record<string, string> | undefined;
}

export interface NewSubscription {
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
}

/**
 * Creates a subscription: `active` or `trialing` when nothing is missing, otherwise `incomplete`. Throws 400 for
 * items that do not fit together or a customer without a card; 402 for `error_if_incomplete`.
 */
export function subscribe(ledger: Ledger, given: NewSubscription): Subscription {
  const prices = checkItems(ledger, given.items);
  const methodId = findCustomerMethod(ledger, given);
  const first = calculateFirstPayment(ledger, given, prices);
  if (first > 0 && !methodId && given.behavior !== "default_incomplete") throw createMissingCardError();
  if (first > 0 && methodId && given.behavior === "error_if_incomplete") requirePayable(ledger, methodId);

  const subscription = build(ledger, given, prices);
  insert(ledger, "subscription", subscription);
  queueWebhook(ledger, "customer.subscription.created", { object: subscription });
  const line = given.trialEnd === null ? createPeriodLine : createTrialLine;
  const lines = subscription.items.data.map((item) => line(ledger, subscription.id, item));
  const invoice = createInvoice(ledger, { subscription, reason: "subscription_create", lines });
  collect(ledger, { subscription, invoice, methodId, given });
  return subscription;
}

/** Returns the card that pays for a subscription: its own or the customer's; null when there is neither. */
export function findPaymentMethodId(ledger: Ledger, subscription: Subscription): string | null {
  const customer = get(ledger, "customer", getId(subscription.customer) ?? "");
  return (
    getId(subscription.default_payment_method) ?? getId(customer.invoice_settings.default_payment_method)
  );
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

function checkItems(ledger: Ledger, items: readonly NewItem[]): [Price, ...Price[]] {
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

function findCustomerMethod(ledger: Ledger, { customer, defaultMethodId }: NewSubscription): string | null {
  if (!defaultMethodId) return getId(customer.invoice_settings.default_payment_method);
  return requireOwnPaymentMethod(ledger, customer.id, {
    id: defaultMethodId,
    param: "default_payment_method",
  }).id;
}

function calculateFirstPayment(ledger: Ledger, given: NewSubscription, prices: readonly Price[]): number {
  if (given.trialEnd !== null) return 0;
  const total = prices.reduce(
    (sum, price, index) => sum + calculateAmount(ledger, price, given.items[index]?.quantity ?? 1),
    0,
  );
  return Math.max(0, total + given.customer.balance);
}

function collect(
  ledger: Ledger,
  {
    subscription,
    invoice,
    methodId,
    given,
  }: { subscription: Subscription; invoice: Invoice; methodId: string | null; given: NewSubscription },
): void {
  if (invoice.amount_due === 0) {
    settleInvoice(ledger, invoice);
    if (given.trialEnd !== null) prepareLaterPayment(ledger, subscription, methodId);
    return;
  }
  const intent = createInvoiceIntent(ledger, invoice, methodId);
  if (!methodId || given.behavior === "default_incomplete") return;
  chargeIntent(ledger, intent, methodId);
  if (given.savesMethod) subscription.default_payment_method = methodId;
}

/**
 * A trial charges nothing now, so the card is set up for later. A required authentication is stored with the
 * subscription.
 */
function prepareLaterPayment(ledger: Ledger, subscription: Subscription, methodId: string | null): void {
  const intent = createSetupIntent(ledger, { customerId: getId(subscription.customer), methodId });
  const decision = methodId ? confirmSetup(ledger, intent, methodId) : null;
  if (decision?.kind !== "passes") subscription.pending_setup_intent = intent.id;
}

function createMissingCardError(): SandboxError {
  return createInvalidRequestError(
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
    { code: "resource_missing" },
  );
}

function build(ledger: Ledger, given: NewSubscription, prices: readonly [Price, ...Price[]]): Subscription {
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

/** Returns the end of a trial of this many days. */
export function calculateTrialEnd(ledger: Ledger, days: number): number {
  return ledger.now() + days * DAY_SECONDS;
}
