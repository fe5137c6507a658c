/** Subscriptions: created, retrieved, changed, cancelled and listed. The rules are in billing/. */
import { z } from "zod";
import { cancelSubscription, isEnded } from "../billing/cancel";
import { subscribe, trialEndAfter } from "../billing/subscribe";
import { endpoint, type Endpoint } from "../http/endpoint";
import { invalidRequest, notFound } from "../http/errors";
import { isWithin, pageOf } from "../http/list";
import { emptyable, flag, integer, listParams, metadata, params, range, text } from "../http/params";
import { all, get, type Ledger } from "../ledger";
import { idOf, type Subscription } from "../objects";
import { mergeMetadata } from "./changes";
import { getLiveCustomer } from "./customers";
import { behavior, modify, paymentSettings, proration, quantity, update } from "./subscription-changes";

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

function hasStatus(subscription: Subscription, status: string | undefined): boolean {
  if (status === undefined) return subscription.status !== "canceled";
  if (status === "all") return true;
  return status === "ended" ? isEnded(subscription) : subscription.status === status;
}
