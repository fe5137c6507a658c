/** The changes that a running subscription allows. */
import { z } from "zod";
import { isEnded } from "../billing/cancel";
import { changeItems } from "../billing/change-items";
import { createInvalidRequestError } from "../http/errors";
import { allowEmpty, flag, integer, metadata, defineParams, text } from "../http/params";
import { change, type Ledger } from "../ledger";
import { getId, type Subscription } from "../objects";
import { mergeMetadata, pickGiven } from "./changes";
import { requireOwnPaymentMethod } from "./customers";

export const behavior = z.enum([
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
]);
export const proration = z.enum(["always_invoice", "create_prorations", "none"]);
export const quantity = integer.pipe(z.number().min(0));
export const paymentSettings = z.strictObject({
  save_default_payment_method: z.enum(["off", "on_subscription"]).optional(),
});

export const update = defineParams({
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  description: allowEmpty(text).optional(),
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
});
export type Update = z.output<typeof update>;

/**
 * What `pending_if_incomplete` may be combined with: a change that waits for its payment must be able to wait as a
 * whole.
 */
const MAY_WAIT = [
  "items",
  "payment_behavior",
  "proration_behavior",
  "proration_date",
  "expand",
  "off_session",
];

/** Changes items first: when they are rejected, nothing has changed yet. Throws 400 and 402 as `changeItems` does. */
export function modify(ledger: Ledger, subscription: Subscription, given: Update): Subscription {
  if (isEnded(subscription)) {
    throw createInvalidRequestError(
      "You cannot update a subscription that is `canceled` or `incomplete_expired`.",
    );
  }
  if (given.payment_behavior === "pending_if_incomplete") requireMayWait(given);
  if (given.default_payment_method) {
    const owner = getId(subscription.customer) ?? "";
    requireOwnPaymentMethod(ledger, owner, {
      id: given.default_payment_method,
      param: "default_payment_method",
    });
  }
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
      at: given.proration_date ?? ledger.now(),
    });
  }
  change(ledger, subscription, {
    event: "customer.subscription.updated",
    to: toPlainChanges(ledger, subscription, given),
  });
  return subscription;
}

function toPlainChanges(ledger: Ledger, subscription: Subscription, given: Update): Partial<Subscription> {
  const { cancel_at_period_end: ends, default_payment_method, description, metadata: labels } = given;
  const saves = given.payment_settings?.save_default_payment_method;
  return {
    ...pickGiven({ default_payment_method, description }),
    ...(labels !== undefined && { metadata: mergeMetadata(subscription.metadata, labels) }),
    ...(saves !== undefined && {
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        ...subscription.payment_settings,
        save_default_payment_method: saves,
      },
    }),
    ...(ends !== undefined &&
      ends !== subscription.cancel_at_period_end &&
      toCancellationChanges(ledger, subscription, ends)),
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
  const other = Object.keys(given).find((name) => !MAY_WAIT.includes(name));
  if (!other) return;
  throw createInvalidRequestError(
    `You can only pass in the following arguments when \`payment_behavior\` is set to \`pending_if_incomplete\`: ${MAY_WAIT.join(", ")}. You passed in: ${other}.`,
    { param: other },
  );
}
