/** Payment intents, as the product's server sees them. Invoices create them. */
import * as z from "zod";
import { cancelIntent, chargeIntent, toPaymentError } from "../billing/payments";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { isInRange, paginate } from "../http/list";
import { flag, listParams, defineParams, range, text } from "../http/params";
import { listObjects, get, getReferenced, type Ledger } from "../ledger";
import { getId, type PaymentIntent } from "../objects";

export const paymentIntentEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/v1/payment_intents/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "payment_intent", id),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/payment_intents",
    params: listParams({ created: range.optional(), customer: text.optional() }),
    run: ({ ledger, params: { created, customer, ...cursor } }) => {
      const rows = listObjects(ledger, "payment_intent").filter(
        (row) =>
          isInRange(row.created, created) && (customer === undefined || getId(row.customer) === customer),
      );
      return paginate(rows, { url: "/v1/payment_intents", cursor });
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/payment_intents/:id/confirm",
    params: defineParams({
      payment_method: text.optional(),
      off_session: flag.optional(),
      return_url: text.optional(),
      use_stripe_sdk: flag.optional(),
    }),
    run: ({ ledger, id, params: { payment_method: method } }) =>
      confirmIntent(ledger, get(ledger, "payment_intent", id), method ?? null),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/payment_intents/:id/cancel",
    params: defineParams({
      cancellation_reason: z
        .enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"])
        .optional(),
    }),
    run: ({ ledger, id, params: { cancellation_reason: reason } }) => {
      const intent = get(ledger, "payment_intent", id);
      if (intent.status === "succeeded" || intent.status === "canceled") {
        const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
        throw createInvalidRequestError(message, { code: "payment_intent_unexpected_state" });
      }
      cancelIntent(ledger, intent, reason ?? null);
      return intent;
    },
  }),
];

/** Charges the given card, or the intent's own. Throws 402 with the intent when it is declined. */
export function confirmIntent(ledger: Ledger, intent: PaymentIntent, given: string | null): PaymentIntent {
  const methodId = given ?? getId(intent.payment_method);
  if (!methodId) {
    throw createInvalidRequestError(
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method, or pass one along.",
      { code: "payment_intent_unexpected_state" },
    );
  }
  getReferenced(ledger, "payment_method", { id: methodId, param: "payment_method" });
  const decision = chargeIntent(ledger, intent, { methodId, isOffSession: false });
  if (decision.kind === "refuses") throw toPaymentError(intent, decision.error);
  return intent;
}
