/** Subscriptions: created, retrieved, changed, cancelled and listed. The rules are in billing/. */
import * as z from "zod";
import { cancelSubscription, isEnded } from "../billing/cancel";
import { endWithInvoice } from "../clock/transitions";
import { subscribe, calculateTrialEnd } from "../billing/subscribe";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError, createNotFoundError } from "../http/errors";
import { isInRange, paginate } from "../http/list";
import { allowEmpty, flag, integer, listParams, metadata, defineParams, range, text } from "../http/params";
import { listObjects, get, type Ledger } from "../ledger";
import { getId, type Subscription } from "../objects";
import { mergeMetadata } from "./changes";
import { getLiveCustomer } from "./customers";
import {
  automaticTax,
  behavior,
  billingMode,
  discountList,
  modify,
  paymentSettings,
  proration,
  quantity,
  update,
} from "./subscription-changes";

const creation = defineParams({
  customer: text,
  items: z
    .array(z.strictObject({ price: text, quantity: quantity.optional(), metadata: metadata.optional() }))
    .min(1)
    .max(20),
  billing_mode: billingMode.optional(),
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(["charge_automatically"]).optional(),
  default_payment_method: text.optional(),
  description: text.optional(),
  automatic_tax: automaticTax.optional(),
  discounts: allowEmpty(discountList).optional(),
  metadata: allowEmpty(metadata).optional(),
  off_session: flag.optional(),
  payment_behavior: behavior.exclude(["pending_if_incomplete"]).optional(),
  payment_settings: paymentSettings.optional(),
  proration_behavior: proration.optional(),
  trial_end: integer.optional(),
  trial_period_days: integer.pipe(z.number().min(1).max(730)).optional(),
});
type Creation = z.output<typeof creation>;

export const subscriptionEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/subscriptions",
    params: creation,
    run: ({ ledger, params: given }) => create(ledger, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/subscriptions/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "subscription", id),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/subscriptions/:id",
    params: update,
    run: ({ ledger, id, params: given }) => modify(ledger, get(ledger, "subscription", id), given),
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/v1/subscriptions/:id",
    params: defineParams({ invoice_now: flag.optional() }),
    run: ({ ledger, id, params: { invoice_now } }) => {
      const subscription = get(ledger, "subscription", id);
      if (isEnded(subscription)) throw createNotFoundError("subscription", id);
      if (invoice_now) endWithInvoice(ledger, subscription);
      else cancelSubscription(ledger, subscription);
      return subscription;
    },
  }),
  defineEndpoint({
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
      const rows = listObjects(ledger, "subscription").filter(
        (row) =>
          isInRange(row.created, created) &&
          (customer === undefined || getId(row.customer) === customer) &&
          (price === undefined || row.items.data.some((item) => item.price.id === price)) &&
          hasStatus(row, status),
      );
      return paginate(rows, { url: "/v1/subscriptions", cursor });
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
    trialEnd: getTrialEnd(ledger, given),
    metadata: mergeMetadata(null, given.metadata ?? {}),
    description: given.description ?? null,
    cancelAtPeriodEnd: given.cancel_at_period_end ?? false,
    discounts: given.discounts ?? [],
    automaticTax: given.automatic_tax?.enabled ?? false,
    isOffSession: given.off_session ?? false,
    savesMethod: given.payment_settings?.save_default_payment_method === "on_subscription",
  });
}

function getTrialEnd(ledger: Ledger, { trial_end: end, trial_period_days: days }: Creation): number | null {
  if (days !== undefined) return calculateTrialEnd(ledger, days);
  if (end === undefined) return null;
  if (end <= ledger.now()) {
    throw createInvalidRequestError("Invalid timestamp: must be an integer Unix timestamp in the future.", {
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
