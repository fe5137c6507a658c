/** Payment intents, as the product's server sees them. Invoices create them. */
import { z } from "zod";
import { cancelIntent, chargeIntent, refusalOf } from "../billing/payments";
import { endpoint, type Endpoint } from "../http/endpoint";
import { invalidRequest } from "../http/errors";
import { isWithin, pageOf } from "../http/list";
import { flag, listParams, params, range, text } from "../http/params";
import { all, get, getReferenced, type Ledger } from "../ledger";
import { idOf, type PaymentIntent } from "../objects";

export const paymentIntentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/v1/payment_intents/:id",
    params: params({}),
    run: ({ ledger, id }) => get(ledger, "payment_intent", id),
  }),
  endpoint({
    method: "GET",
    path: "/v1/payment_intents",
    params: listParams({ created: range.optional(), customer: text.optional() }),
    run: ({ ledger, params: { created, customer, ...cursor } }) => {
      const rows = all(ledger, "payment_intent").filter(
        (row) =>
          isWithin(row.created, created) && (customer === undefined || idOf(row.customer) === customer),
      );
      return pageOf(rows, { url: "/v1/payment_intents", cursor });
    },
  }),
  endpoint({
    method: "POST",
    path: "/v1/payment_intents/:id/confirm",
    params: params({
      payment_method: text.optional(),
      off_session: flag.optional(),
      return_url: text.optional(),
      use_stripe_sdk: flag.optional(),
    }),
    run: ({ ledger, id, params: { payment_method: method } }) =>
      confirmIntent(ledger, get(ledger, "payment_intent", id), method ?? null),
  }),
  endpoint({
    method: "POST",
    path: "/v1/payment_intents/:id/cancel",
    params: params({
      cancellation_reason: z
        .enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"])
        .optional(),
    }),
    run: ({ ledger, id, params: { cancellation_reason: reason } }) => {
      const intent = get(ledger, "payment_intent", id);
      if (intent.status === "succeeded" || intent.status === "canceled") {
        const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
        throw invalidRequest(message, { code: "payment_intent_unexpected_state" });
      }
      cancelIntent(ledger, intent, reason ?? null);
      return intent;
    },
  }),
];

/** Charges the given card, or the intent's own. Throws 402 with the intent when it is declined. */
export function confirmIntent(ledger: Ledger, intent: PaymentIntent, given: string | null): PaymentIntent {
  const methodId = given ?? idOf(intent.payment_method);
  if (!methodId) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method, or pass one along.",
      { code: "payment_intent_unexpected_state" },
    );
  }
  getReferenced(ledger, "payment_method", { id: methodId, param: "payment_method" });
  const verdict = chargeIntent(ledger, intent, methodId);
  if (verdict.kind === "refuses") throw refusalOf(intent, verdict.error);
  return intent;
}
