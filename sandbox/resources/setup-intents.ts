/** Setup intents: saving a card for later payments, requested by the product or by a free trial. */
import * as z from "zod";
import { cancelSetup, confirmSetup, createSetupIntent, toSetupError } from "../billing/setups";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { isInRange, paginate } from "../http/list";
import { flag, listParams, metadata, defineParams, range, text } from "../http/params";
import { listObjects, get, getReferenced, type Ledger } from "../ledger";
import { getId, type SetupIntent } from "../objects";
import { mergeMetadata } from "./changes";
import { getLiveCustomer } from "./customers";

const creation = defineParams({
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
  defineEndpoint({
    method: "POST",
    path: "/v1/setup_intents",
    params: creation,
    run: ({ ledger, params: given }) => create(ledger, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/setup_intents/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "setup_intent", id),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/setup_intents",
    params: listParams({
      created: range.optional(),
      customer: text.optional(),
      payment_method: text.optional(),
    }),
    run: ({ ledger, params: { created, customer, payment_method: method, ...cursor } }) => {
      const rows = listObjects(ledger, "setup_intent").filter(
        (row) =>
          isInRange(row.created, created) &&
          (customer === undefined || getId(row.customer) === customer) &&
          (method === undefined || getId(row.payment_method) === method),
      );
      return paginate(rows, { url: "/v1/setup_intents", cursor });
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/setup_intents/:id/confirm",
    params: defineParams({
      payment_method: text.optional(),
      return_url: text.optional(),
      use_stripe_sdk: flag.optional(),
    }),
    run: ({ ledger, id, params: { payment_method: method } }) =>
      confirmSetupIntent(ledger, get(ledger, "setup_intent", id), method ?? null),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/setup_intents/:id/cancel",
    params: defineParams({
      cancellation_reason: z.enum(["abandoned", "duplicate", "requested_by_customer"]).optional(),
    }),
    run: ({ ledger, id, params: { cancellation_reason: reason } }) => {
      const intent = get(ledger, "setup_intent", id);
      if (intent.status === "succeeded" || intent.status === "canceled") {
        const message = `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`;
        throw createInvalidRequestError(message, { code: "setup_intent_unexpected_state" });
      }
      cancelSetup(ledger, intent, reason ?? null);
      return intent;
    },
  }),
];

/** Saves the given card, or the intent's own. Throws 402 with the intent when it is declined. */
export function confirmSetupIntent(ledger: Ledger, intent: SetupIntent, given: string | null): SetupIntent {
  const methodId = given ?? getId(intent.payment_method);
  if (!methodId) {
    throw createInvalidRequestError(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      {
        code: "setup_intent_unexpected_state",
      },
    );
  }
  getReferenced(ledger, "payment_method", { id: methodId, param: "payment_method" });
  const decision = confirmSetup(ledger, intent, methodId);
  if (decision.kind === "refuses") throw toSetupError(intent, decision.error);
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
