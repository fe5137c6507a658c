/** The changes that a running subscription allows. */
import * as z from "zod";
import { calculateAmount } from "../billing/amounts";
import { toAutomaticTax } from "../billing/automatic-tax";
import { isEnded } from "../billing/cancel";
import { changeItems } from "../billing/change-items";
import { prepareDiscounts, redeemDiscounts } from "../billing/discounts";
import { applyItemChanges } from "../billing/items";
import { getProrationTime } from "../billing/prorations";
import { createInvalidRequestError } from "../http/errors";
import { allowEmpty, flag, integer, metadata, defineParams, text } from "../http/params";
import { change, get, type Ledger } from "../ledger";
import { getId, type Discount, type Subscription } from "../objects";
import { mergeMetadata, omitUndefined } from "./changes";
import { requireOwnPaymentMethod } from "./customers";

export const behavior = z.enum([
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
]);
export const proration = z.enum(["always_invoice", "create_prorations", "none"]);
export const cycleAnchor = z.strictObject({ type: z.enum(["now", "unchanged"]) });
/** The sandbox has the one that the product uses, which is also the provider's default. */
export const billingMode = z.strictObject({
  type: z.enum(["flexible"]),
  flexible: z.strictObject({ proration_discounts: z.enum(["included"]).optional() }).optional(),
});
export const quantity = integer.pipe(z.number().min(0));
export const automaticTax = z.strictObject({ enabled: flag });
export const discountList = z
  .array(z.strictObject({ coupon: text.optional(), promotion_code: text.optional() }))
  .max(20);
export const paymentSettings = z.strictObject({
  save_default_payment_method: z.enum(["off", "on_subscription"]).optional(),
});

export const update = defineParams({
  automatic_tax: automaticTax.optional(),
  billing_cycle_anchor: cycleAnchor.optional(),
  cancel_at_period_end: flag.optional(),
  default_payment_method: allowEmpty(text).optional(),
  description: allowEmpty(text).optional(),
  discounts: allowEmpty(discountList).optional(),
  items: z
    .array(
      z.strictObject({
        id: text.optional(),
        price: text.optional(),
        quantity: quantity.optional(),
        deleted: flag.optional(),
      }),
    )
    .max(20)
    .optional(),
  metadata: allowEmpty(metadata).optional(),
  off_session: flag.optional(),
  payment_behavior: behavior.optional(),
  payment_settings: paymentSettings.optional(),
  proration_behavior: proration.optional(),
  proration_date: integer.optional(),
  trial_end: integer.optional(),
});
export type Update = z.output<typeof update>;

/**
 * The parameters that `pending_if_incomplete` may be combined with, as the provider's page about pending updates lists them,
 * and of an item those. The page and its changelog also list `trial_end`, `trial_from_plan`, `add_invoice_items`, `metadata` and
 * `cancel_at_period_end`, which the product never lets wait, and the sandbox cannot. Neither lists `off_session`.
 */
const MAY_WAIT = [
  "billing_cycle_anchor",
  "discounts",
  "items",
  "payment_behavior",
  "proration_behavior",
  "proration_date",
  "expand",
];
const MAY_WAIT_OF_ITEM = ["id", "price", "quantity"];

/** Changes items first: when they are rejected, nothing has changed yet. Throws 400 and 402 as `changeItems` does. */
export function modify(ledger: Ledger, subscription: Subscription, given: Update): Subscription {
  if (isEnded(subscription)) {
    throw createInvalidRequestError(
      "You cannot update a subscription that is `canceled` or `incomplete_expired`.",
    );
  }
  if (given.payment_behavior === "pending_if_incomplete") requireMayWait(given);
  if (given.trial_end !== undefined) requireMovable(ledger, subscription, given.trial_end);
  if (given.default_payment_method) {
    const owner = getId(subscription.customer) ?? "";
    requireOwnPaymentMethod(ledger, owner, {
      id: given.default_payment_method,
      param: "default_payment_method",
    });
  }
  const discounts = given.discounts === undefined ? null : prepare(ledger, subscription, given);
  if (given.items?.length) {
    if (subscription.status === "incomplete") {
      throw createInvalidRequestError("You cannot change the items of a subscription that is `incomplete`.", {
        param: "items",
      });
    }
    changeItems(ledger, subscription, {
      items: given.items,
      behavior: given.payment_behavior ?? "allow_incomplete",
      proration: given.proration_behavior ?? "create_prorations",
      at: getProrationTime(ledger, subscription, { date: given.proration_date, param: "proration_date" }),
      discounts,
      isOffSession: given.off_session ?? false,
      resetsCycle: given.billing_cycle_anchor?.type === "now",
    });
  } else if (discounts) {
    redeemDiscounts(ledger, discounts);
    const to = { discounts: discounts.map(({ id }) => id) };
    change(ledger, subscription, { event: "customer.subscription.updated", to });
  }
  change(ledger, subscription, {
    event: "customer.subscription.updated",
    to: toPlainChanges(ledger, subscription, given),
  });
  return subscription;
}

/** The discounts that replace the present ones. Throws 400 for one that cannot be redeemed. */
function prepare(
  ledger: Ledger,
  subscription: Subscription,
  { discounts, items = [], billing_cycle_anchor: cycle }: Update,
): Discount[] {
  const after = applyItemChanges(ledger, subscription, { items, resetsCycle: cycle?.type === "now" });
  return prepareDiscounts(ledger, discounts ?? [], {
    customerId: getId(subscription.customer) ?? "",
    subscriptionId: subscription.id,
    currency: subscription.currency,
    subtotal: after.reduce(
      (sum, { price, quantity: count }) => sum + calculateAmount(ledger, price, count ?? 0),
      0,
    ),
  });
}

function toPlainChanges(ledger: Ledger, subscription: Subscription, given: Update): Partial<Subscription> {
  const { cancel_at_period_end: ends, default_payment_method, description, metadata: labels } = given;
  const saves = given.payment_settings?.save_default_payment_method;
  return {
    ...omitUndefined({ default_payment_method, description }),
    ...(given.automatic_tax && {
      automatic_tax: toAutomaticTax(
        get(ledger, "customer", getId(subscription.customer) ?? ""),
        given.automatic_tax.enabled,
      ),
    }),
    ...(labels !== undefined && { metadata: mergeMetadata(subscription.metadata, labels) }),
    ...(saves !== undefined && {
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        ...subscription.payment_settings,
        save_default_payment_method: saves,
      },
    }),
    ...(given.trial_end !== undefined && toTrialChanges(subscription, given.trial_end)),
    ...(ends !== undefined &&
      ends !== subscription.cancel_at_period_end &&
      toCancellationChanges(ledger, subscription, ends)),
  };
}

/** The provider also lets a subscription begin a trial while it runs, which the product never requests. */
function requireMovable(ledger: Ledger, { status }: Subscription, end: number): void {
  const message =
    status !== "trialing"
      ? "The sandbox moves the end of a trial only while the subscription is `trialing`."
      : end <= ledger.now()
        ? "Invalid timestamp: must be an integer Unix timestamp in the future."
        : null;
  if (message !== null) throw createInvalidRequestError(message, { param: "trial_end" });
}

/** The first period begins when the trial ends, and what ends with the trial ends later. */
function toTrialChanges(
  { items, cancel_at_period_end: ends }: Subscription,
  end: number,
): Partial<Subscription> {
  const data = items.data.map((item) => ({ ...item, current_period_end: end }));
  return {
    trial_end: end,
    billing_cycle_anchor: end,
    items: { ...items, data },
    ...(ends && { cancel_at: end }),
  };
}

function toCancellationChanges(
  ledger: Ledger,
  subscription: Subscription,
  ends: boolean,
): Partial<Subscription> {
  const [item] = subscription.items.data;
  return {
    cancel_at_period_end: ends,
    cancel_at: ends ? (item?.current_period_end ?? null) : null,
    canceled_at: ends ? ledger.now() : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: ends ? "cancellation_requested" : null,
    },
  };
}

function requireMayWait(given: Update): void {
  const other = Object.keys(given).find((name) => !MAY_WAIT.includes(name)) ?? findItemThatCannotWait(given);
  if (!other) return;
  throw createInvalidRequestError(
    `You can only pass in the following arguments when \`payment_behavior\` is set to \`pending_if_incomplete\`: ${MAY_WAIT.join(", ")}. You passed in: ${other}.`,
    { param: other },
  );
}

/** A pending update changes the price and the quantity of items that exist: it adds none, and deletes none. */
function findItemThatCannotWait({ items = [] }: Update): string | undefined {
  for (const [index, item] of items.entries()) {
    if (item.id === undefined) return `items[${index}][price]`;
    const other = Object.keys(item).find((name) => !MAY_WAIT_OF_ITEM.includes(name));
    if (other) return `items[${index}][${other}]`;
  }
  return undefined;
}
