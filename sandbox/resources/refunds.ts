/** Refunds of a paid intent, in full or in part, and never more than was paid. */
import * as z from "zod";
import { createCharge, sumRefunds } from "../billing/charges";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { isInRange, paginate } from "../http/list";
import { allowEmpty, defineParams, integer, listParams, metadata, range, text } from "../http/params";
import { get, getReferenced, insert, listObjects, queueWebhook, type Ledger } from "../ledger";
import { formatAmount } from "../money";
import { getId, type PaymentIntent, type Refund } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";
import { mergeMetadata } from "./changes";

const newRefund = defineParams({
  amount: integer.pipe(z.number().min(1, "Invalid positive integer")).optional(),
  metadata: allowEmpty(metadata).optional(),
  payment_intent: text,
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
});
type NewRefund = z.output<typeof newRefund>;

export const refundEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/refunds",
    params: newRefund,
    run: ({ ledger, params: given }) => createRefund(ledger, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/refunds/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "refund", id),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/refunds",
    params: listParams({ created: range.optional(), payment_intent: text.optional() }),
    run: ({ ledger, params: { created, payment_intent: intentId, ...cursor } }) => {
      const rows = listObjects(ledger, "refund").filter(
        (row) =>
          isInRange(row.created, created) &&
          (intentId === undefined || getId(row.payment_intent) === intentId),
      );
      return paginate(rows, { url: "/v1/refunds", cursor });
    },
  }),
];

/** Throws 400 for an intent that was not paid, and for more than is left of it. */
function createRefund(ledger: Ledger, given: NewRefund): Refund {
  const intent = getReferenced(ledger, "payment_intent", {
    id: given.payment_intent,
    param: "payment_intent",
  });
  const left = requireRefundable(ledger, intent);
  const amount = given.amount ?? left;
  if (amount > left) {
    const [wanted, rest] = [formatAmount(amount, intent.currency), formatAmount(left, intent.currency)];
    const message = `Refund amount (${wanted}) is greater than unrefunded amount on charge (${rest})`;
    throw createInvalidRequestError(message, { param: "amount" });
  }
  const refund = toRefund(ledger, { intent, amount, given });
  insert(ledger, "refund", refund);
  queueWebhook(ledger, "refund.created", { object: refund });
  queueWebhook(ledger, "charge.refunded", { object: createCharge(ledger, intent) });
  return refund;
}

/** Returns the amount that can still be refunded. */
function requireRefundable(ledger: Ledger, intent: PaymentIntent): number {
  if (intent.status !== "succeeded") {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw createInvalidRequestError(message, {
      code: "payment_intent_unexpected_state",
      param: "payment_intent",
    });
  }
  const refunded = sumRefunds(ledger, intent);
  if (refunded >= intent.amount_received) {
    const message = `The charge of ${intent.id} has already been refunded.`;
    throw createInvalidRequestError(message, { code: "charge_already_refunded" });
  }
  return intent.amount_received - refunded;
}

/** The sandbox has no bank, so a refund succeeds at once. */
function toRefund(
  ledger: Ledger,
  { intent, amount, given }: { intent: PaymentIntent; amount: number; given: NewRefund },
): Refund {
  return {
    id: createId(ID_PREFIXES.refund),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: null,
    created: ledger.now(),
    currency: intent.currency,
    customer: getId(intent.customer),
    customer_account: null,
    metadata: mergeMetadata(null, given.metadata ?? {}),
    payment_intent: intent.id,
    payment_method: getId(intent.payment_method),
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
