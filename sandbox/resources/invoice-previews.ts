/** Previews of invoices: the next one of a subscription, one with a planned change, or one of a new subscription. */
import * as z from "zod";
import { calculateAmount } from "../billing/amounts";
import { isEnded } from "../billing/cancel";
import { prepareDiscounts } from "../billing/discounts";
import { createNoneError, previewInvoice } from "../billing/preview";
import { previewNewSubscription } from "../billing/preview-new";
import { getProrationTime } from "../billing/prorations";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError, createMissingParameterError } from "../http/errors";
import { allowEmpty, defineParams, flag, integer, text } from "../http/params";
import { getReferenced, listObjects, type Ledger } from "../ledger";
import { getId, type Customer, type Invoice, type Subscription } from "../objects";
import { emptyCustomer, getLiveCustomer } from "./customers";
import {
  automaticTax,
  billingMode,
  cycleAnchor,
  discountList,
  proration,
  quantity,
} from "./subscription-changes";

const item = z.strictObject({
  id: text.optional(),
  price: text.optional(),
  quantity: quantity.optional(),
  deleted: flag.optional(),
});

const params = defineParams({
  automatic_tax: automaticTax.optional(),
  currency: text.optional(),
  customer: text.optional(),
  discounts: allowEmpty(discountList).optional(),
  subscription: text.optional(),
  subscription_details: z
    .strictObject({
      billing_cycle_anchor: cycleAnchor.optional(),
      billing_mode: billingMode.optional(),
      items: z.array(item).max(20).optional(),
      proration_behavior: proration.optional(),
      proration_date: integer.optional(),
      trial_end: z.union([z.literal("now"), integer]).optional(),
    })
    .optional(),
});
type Params = z.output<typeof params>;

export const invoicePreviewEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/invoices/create_preview",
    params,
    run: ({ ledger, params: given }) => preview(ledger, given),
  }),
];

function preview(ledger: Ledger, given: Params): Invoice {
  const customer = given.customer
    ? getLiveCustomer(ledger, { id: given.customer, param: "customer" })
    : undefined;
  const subscription = given.subscription ? requireSubscription(ledger, given.subscription, customer) : null;
  if (subscription) return previewChange(ledger, subscription, given);
  // A new customer's price can be previewed before the customer exists.
  if (given.subscription_details?.items?.length)
    return previewNew(ledger, customer ?? emptyCustomer(ledger), given);
  if (!customer) throw createMissingParameterError("customer");
  return previewChange(ledger, findNextSubscription(ledger, customer), given);
}

function previewChange(ledger: Ledger, subscription: Subscription, given: Params): Invoice {
  const {
    billing_cycle_anchor: cycle,
    items,
    proration_behavior: behavior,
    proration_date: at,
  } = given.subscription_details ?? {};
  if (isEnded(subscription)) throw createNoneError(getId(subscription.customer) ?? "");
  const date = { date: at, param: "subscription_details[proration_date]" };
  return previewInvoice(ledger, {
    subscription,
    change: items?.length
      ? {
          items,
          proration: behavior ?? "create_prorations",
          at: getProrationTime(ledger, subscription, date),
          resetsCycle: cycle?.type === "now",
        }
      : null,
    discounts: prepareRequestedDiscounts(ledger, subscription, given),
  });
}

/** Returns undefined when no discounts were requested; none for an empty parameter. */
function prepareRequestedDiscounts(ledger: Ledger, subscription: Subscription, { discounts }: Params) {
  if (discounts === undefined) return undefined;
  const subtotal = subscription.items.data.reduce(
    (sum, { price, quantity: units }) => sum + calculateAmount(ledger, price, units ?? 0),
    0,
  );
  return prepareDiscounts(ledger, discounts ?? [], {
    customerId: getId(subscription.customer) ?? "",
    subscriptionId: subscription.id,
    currency: subscription.currency,
    subtotal,
  });
}

function previewNew(ledger: Ledger, customer: Customer, given: Params): Invoice {
  const { items = [], trial_end: end } = given.subscription_details ?? {};
  return previewNewSubscription(ledger, {
    customer,
    items: items.map((each, index) => {
      if (!each.price) throw createMissingParameterError(`subscription_details[items][${index}][price]`);
      return { priceId: each.price, quantity: each.quantity };
    }),
    trialEnd: end === undefined || end === "now" ? null : end,
    discounts: given.discounts ?? [],
    automaticTax: given.automatic_tax?.enabled ?? false,
  });
}

function requireSubscription(ledger: Ledger, id: string, customer: Customer | undefined): Subscription {
  const subscription = getReferenced(ledger, "subscription", { id, param: "subscription" });
  if (customer && getId(subscription.customer) !== customer.id) {
    const message = `Customer ${customer.id} does not have a subscription with ID ${id}`;
    throw createInvalidRequestError(message, { code: "resource_missing", param: "subscription" });
  }
  return subscription;
}

/** Without a named subscription, the provider previews the one that is invoiced next. */
function findNextSubscription(ledger: Ledger, customer: Customer): Subscription {
  const [next] = listObjects(ledger, "subscription")
    .filter((row) => getId(row.customer) === customer.id && !isEnded(row))
    .sort((left, right) => getPeriodEnd(left) - getPeriodEnd(right));
  if (!next) throw createNoneError(customer.id);
  return next;
}

function getPeriodEnd({ items }: Subscription): number {
  return items.data[0]?.current_period_end ?? Infinity;
}
