/** Setup intents: saving a card for later payments, requested by the product or by a free trial. */
import { z } from "zod";
import { cancelSetup, confirmSetup, createSetupIntent, setupRefusalOf } from "../billing/setups";
import { endpoint, type Endpoint } from "../http/endpoint";
import { invalidRequest } from "../http/errors";
import { isWithin, pageOf } from "../http/list";
import { flag, listParams, metadata, params, range, text } from "../http/params";
import { all, get, getReferenced, type Ledger } from "../ledger";
import { idOf, type SetupIntent } from "../objects";
import { mergeMetadata } from "./changes";
import { getLiveCustomer } from "./customers";

const creation = params({
  allowed_payment_method_types: z.array(z.enum(["card"])).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(["always", "never"]).optional() })
    .optional(),
  confirm: flag.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  return_url: text.optional(),
  usage: z.enum(["off_session", "on_session"]).optional(),
  use_stripe_sdk: flag.optional(),
});
type Creation = z.output<typeof creation>;

export const setupIntentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/v1/setup_intents",
    params: creation,
    run: ({ ledger, params: given }) => create(ledger, given),
  }),
  endpoint({
    method: "GET",
    path: "/v1/setup_intents/:id",
    params: params({}),
    run: ({ ledger, id }) => get(ledger, "setup_intent", id),
  }),
  endpoint({
    method: "GET",
    path: "/v1/setup_intents",
    params: listParams({
      created: range.optional(),
      customer: text.optional(),
      payment_method: text.optional(),
    }),
    run: ({ ledger, params: { created, customer, payment_method: method, ...cursor } }) => {
      const rows = all(ledger, "setup_intent").filter(
        (row) =>
          isWithin(row.created, created) &&
          (customer === undefined || idOf(row.customer) === customer) &&
          (method === undefined || idOf(row.payment_method) === method),
      );
      return pageOf(rows, { url: "/v1/setup_intents", cursor });
    },
  }),
  endpoint({
    method: "POST",
    path: "/v1/setup_intents/:id/confirm",
    params: params({
      payment_method: text.optional(),
      return_url: text.optional(),
      use_stripe_sdk: flag.optional(),
    }),
    run: ({ ledger, id, params: { payment_method: method } }) =>
      confirmSetupIntent(ledger, get(ledger, "setup_intent", id), method ?? null),
  }),
  endpoint({
    method: "POST",
    path: "/v1/setup_intents/:id/cancel",
    params: params({
      cancellation_reason: z.enum(["abandoned", "duplicate", "requested_by_customer"]).optional(),
    }),
    run: ({ ledger, id, params: { cancellation_reason: reason } }) => {
      const intent = get(ledger, "setup_intent", id);
      if (intent.status === "succeeded" || intent.status === "canceled") {
        const message = `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`;
        throw invalidRequest(message, { code: "setup_intent_unexpected_state" });
      }
      cancelSetup(ledger, intent, reason ?? null);
      return intent;
    },
  }),
];

/** Saves the given card, or the intent's own. Throws 402 with the intent when it is declined. */
export function confirmSetupIntent(ledger: Ledger, intent: SetupIntent, given: string | null): SetupIntent {
  const methodId = given ?? idOf(intent.payment_method);
  if (!methodId) {
    throw invalidRequest("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: "setup_intent_unexpected_state",
    });
  }
  getReferenced(ledger, "payment_method", { id: methodId, param: "payment_method" });
  const verdict = confirmSetup(ledger, intent, methodId);
  if (verdict.kind === "refuses") throw setupRefusalOf(intent, verdict.error);
  return intent;
}

function create(ledger: Ledger, given: Creation): SetupIntent {
  if (given.customer) getLiveCustomer(ledger, { id: given.customer, param: "customer" });
  if (given.payment_method)
    getReferenced(ledger, "payment_method", { id: given.payment_method, param: "payment_method" });
  const intent = createSetupIntent(ledger, {
    customerId: given.customer ?? null,
    methodId: given.payment_method ?? null,
    usage: given.usage,
    description: given.description,
    metadata: mergeMetadata(null, given.metadata ?? {}),
  });
  return given.confirm ? confirmSetupIntent(ledger, intent, null) : intent;
}
