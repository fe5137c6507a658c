/** Subscriptions: begun, read, changed, ended and listed. The rules are in billing/. */
import { z } from "zod";
import { cancelSubscription, isEnded } from "../billing/cancel";
import { changeItems } from "../billing/change-items";
import { subscribe, trialEndAfter } from "../billing/subscribe";
import { endpoint, type Endpoint } from "../http/endpoint";
import { invalidRequest, notFound } from "../http/errors";
import { isWithin, pageOf } from "../http/list";
import { emptyable, flag, integer, listParams, metadata, params, range, text } from "../http/params";
import { all, change, get, type Ledger } from "../ledger";
import { idOf, type Subscription } from "../objects";
import { mergeMetadata, onlyGiven } from "./changes";
import { getLiveCustomer, requireOwnPaymentMethod } from "./customers";

const behavior = z.enum([
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
]);
const proration = z.enum(["always_invoice", "create_prorations", "none"]);
const quantity = integer.pipe(z.number().min(0));
const paymentSettings = z.strictObject({
  save_default_payment_method: z.enum(["off", "on_subscription"]).optional(),
});

const creation = params({
  customer: text,
  items: z
    .array(z.strictObject({ price: text, quantity: quantity.optional(), metadata: metadata.optional() }))
    .min(1)
    .max(20),
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(["charge_automatically"]).optional(),
  default_payment_method: text.optional(),
  description: text.optional(),
  metadata: emptyable(metadata).optional(),
  off_session: flag.optional(),
  payment_behavior: behavior.exclude(["pending_if_incomplete"]).optional(),
  payment_settings: paymentSettings.optional(),
  proration_behavior: proration.optional(),
  trial_end: integer.optional(),
  trial_period_days: integer.pipe(z.number().min(1).max(730)).optional(),
});
type Creation = z.output<typeof creation>;

const update = params({
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  description: emptyable(text).optional(),
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
  metadata: emptyable(metadata).optional(),
  off_session: flag.optional(),
  payment_behavior: behavior.optional(),
  payment_settings: paymentSettings.optional(),
  proration_behavior: proration.optional(),
  proration_date: integer.optional(),
});
type Update = z.output<typeof update>;

/** What may come along with `pending_if_incomplete`: a change that waits for its payment must be able to wait whole. */
const MAY_WAIT = [
  "items",
  "payment_behavior",
  "proration_behavior",
  "proration_date",
  "expand",
  "off_session",
];

export const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/v1/subscriptions",
    params: creation,
    run: ({ ledger, params: given }) => create(ledger, given),
  }),
  endpoint({
    method: "GET",
    path: "/v1/subscriptions/:id",
    params: params({}),
    run: ({ ledger, id }) => get(ledger, "subscription", id),
  }),
  endpoint({
    method: "POST",
    path: "/v1/subscriptions/:id",
    params: update,
    run: ({ ledger, id, params: given }) => modify(ledger, get(ledger, "subscription", id), given),
  }),
  endpoint({
    method: "DELETE",
    path: "/v1/subscriptions/:id",
    params: params({}),
    run: ({ ledger, id }) => {
      const subscription = get(ledger, "subscription", id);
      if (isEnded(subscription)) throw notFound("subscription", id);
      cancelSubscription(ledger, subscription);
      return subscription;
    },
  }),
  endpoint({
    method: "GET",
    path: "/v1/subscriptions",
    params: listParams({
      created: range.optional(),
      customer: text.optional(),
      price: text.optional(),
      status: z
        .enum([
          "active",
          "all",
          "canceled",
          "ended",
          "incomplete",
          "incomplete_expired",
          "past_due",
          "paused",
          "trialing",
          "unpaid",
        ])
        .optional(),
    }),
    run: ({ ledger, params: { created, customer, price, status, ...cursor } }) => {
      const rows = all(ledger, "subscription").filter(
        (row) =>
          isWithin(row.created, created) &&
          (customer === undefined || idOf(row.customer) === customer) &&
          (price === undefined || row.items.data.some((item) => item.price.id === price)) &&
          hasStatus(row, status),
      );
      return pageOf(rows, { url: "/v1/subscriptions", cursor });
    },
  }),
];

function create(ledger: Ledger, given: Creation): Subscription {
  const customer = getLiveCustomer(ledger, { id: given.customer, param: "customer" });
  return subscribe(ledger, {
    customer,
    items: given.items.map((item) => ({
      priceId: item.price,
      quantity: item.quantity,
      metadata: item.metadata,
    })),
    defaultMethodId: given.default_payment_method ?? null,
    behavior: given.payment_behavior ?? "allow_incomplete",
    trialEnd: trialEndOf(ledger, given),
    metadata: mergeMetadata(null, given.metadata ?? {}),
    description: given.description ?? null,
    cancelAtPeriodEnd: given.cancel_at_period_end ?? false,
    savesMethod: given.payment_settings?.save_default_payment_method === "on_subscription",
  });
}

function trialEndOf(ledger: Ledger, { trial_end: end, trial_period_days: days }: Creation): number | null {
  if (days !== undefined) return trialEndAfter(ledger, days);
  if (end === undefined) return null;
  if (end <= ledger.now()) {
    throw invalidRequest("Invalid timestamp: must be an integer Unix timestamp in the future.", {
      param: "trial_end",
    });
  }
  return end;
}

function modify(ledger: Ledger, subscription: Subscription, given: Update): Subscription {
  if (isEnded(subscription)) {
    throw invalidRequest("You cannot update a subscription that is `canceled` or `incomplete_expired`.");
  }
  if (given.payment_behavior === "pending_if_incomplete") requireMayWait(given);
  if (given.default_payment_method) {
    const owner = idOf(subscription.customer) ?? "";
    requireOwnPaymentMethod(ledger, owner, {
      id: given.default_payment_method,
      param: "default_payment_method",
    });
  }
  // The items come first: they can be refused, and then nothing is changed.
  if (given.items?.length) {
    if (subscription.status === "incomplete") {
      throw invalidRequest("You cannot change the items of a subscription that is `incomplete`.", {
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
    to: plainChanges(ledger, subscription, given),
  });
  return subscription;
}

function plainChanges(ledger: Ledger, subscription: Subscription, given: Update): Partial<Subscription> {
  const { cancel_at_period_end: ends, default_payment_method, description, metadata: labels } = given;
  const saves = given.payment_settings?.save_default_payment_method;
  return {
    ...onlyGiven({ default_payment_method, description }),
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
      endingOf(ledger, subscription, ends)),
  };
}

function endingOf(ledger: Ledger, subscription: Subscription, ends: boolean): Partial<Subscription> {
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
  const other = Object.entries(given).find(
    ([name, value]) => value !== undefined && !MAY_WAIT.includes(name),
  );
  if (!other) return;
  throw invalidRequest(
    `You can only pass in the following arguments when \`payment_behavior\` is set to \`pending_if_incomplete\`: ${MAY_WAIT.join(", ")}. You passed in: ${other[0]}.`,
    { param: other[0] },
  );
}

function hasStatus(subscription: Subscription, status: string | undefined): boolean {
  if (status === undefined) return subscription.status !== "canceled";
  if (status === "all") return true;
  return status === "ended" ? isEnded(subscription) : subscription.status === status;
}
