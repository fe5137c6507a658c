/** Invoice payments: which intent pays which invoice. */
import { z } from "zod";
import { endpoint, type Endpoint } from "../http/endpoint";
import { isWithin, pageOf } from "../http/list";
import { listParams, params, range, text } from "../http/params";
import { all, get } from "../ledger";
import { idOf } from "../objects";

export const invoicePaymentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/v1/invoice_payments/:id",
    params: params({}),
    run: ({ ledger, id }) => get(ledger, "invoice_payment", id),
  }),
  endpoint({
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
      const rows = all(ledger, "invoice_payment").filter(
        (row) =>
          isWithin(row.created, created) &&
          (invoice === undefined || idOf(row.invoice) === invoice) &&
          (intentId === undefined || idOf(row.payment.payment_intent) === intentId) &&
          (status === undefined || row.status === status),
      );
      return pageOf(rows, { url: "/v1/invoice_payments", cursor });
    },
  }),
];
