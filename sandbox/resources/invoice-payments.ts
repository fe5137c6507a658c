/** Invoice payments: which intent pays which invoice. */
import * as z from "zod";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { isInRange, paginate } from "../http/list";
import { listParams, defineParams, range, text } from "../http/params";
import { listObjects, get } from "../ledger";
import { getId } from "../objects";

export const invoicePaymentEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/v1/invoice_payments/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "invoice_payment", id),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/invoice_payments",
    params: listParams({
      created: range.optional(),
      invoice: text.optional(),
      payment: z
        .strictObject({ type: z.enum(["payment_intent"]), payment_intent: text.optional() })
        .optional(),
      status: z.enum(["canceled", "open", "paid"]).optional(),
    }),
    run: ({ ledger, params: { created, invoice, payment, status, ...cursor } }) => {
      const intentId = payment?.payment_intent;
      const rows = listObjects(ledger, "invoice_payment").filter(
        (row) =>
          isInRange(row.created, created) &&
          (invoice === undefined || getId(row.invoice) === invoice) &&
          (intentId === undefined || getId(row.payment.payment_intent) === intentId) &&
          (status === undefined || row.status === status),
      );
      return paginate(rows, { url: "/v1/invoice_payments", cursor });
    },
  }),
];
