/** Invoices: retrieved, listed, paid manually, voided. */
import { z } from "zod";
import { giveUpInvoice } from "../billing/cancel";
import { chargeIntent, findInvoiceIntent } from "../billing/payments";
import { subscriptionOf } from "../billing/settle";
import { payingMethodOf } from "../billing/subscribe";
import { endpoint, type Endpoint } from "../http/endpoint";
import { invalidRequest, SandboxError, withDocs } from "../http/errors";
import type { Includables } from "../http/expand";
import { isWithin, pageOf } from "../http/list";
import { flag, listParams, params, range, text } from "../http/params";
import { all, get, type Ledger } from "../ledger";
import { idOf, type Invoice } from "../objects";
import { requireOwnPaymentMethod } from "./customers";

export const invoiceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/v1/invoices/:id",
    params: params({}),
    run: ({ ledger, id }) => get(ledger, "invoice", id),
  }),
  endpoint({
    method: "GET",
    path: "/v1/invoices",
    params: listParams({
      collection_method: z.enum(["charge_automatically", "send_invoice"]).optional(),
      created: range.optional(),
      customer: text.optional(),
      status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
      subscription: text.optional(),
    }),
    run: ({
      ledger,
      params: { collection_method: method, created, customer, status, subscription, ...cursor },
    }) => {
      const rows = all(ledger, "invoice").filter(
        (row) =>
          isWithin(row.created, created) &&
          (method === undefined || row.collection_method === method) &&
          (customer === undefined || idOf(row.customer) === customer) &&
          (status === undefined || row.status === status) &&
          (subscription === undefined ||
            idOf(row.parent?.subscription_details?.subscription) === subscription),
      );
      return pageOf(rows, { url: "/v1/invoices", cursor });
    },
  }),
  endpoint({
    method: "POST",
    path: "/v1/invoices/:id/pay",
    params: params({ payment_method: text.optional(), off_session: flag.optional() }),
    run: ({ ledger, id, params: { payment_method: method } }) =>
      payInvoice(ledger, get(ledger, "invoice", id), method),
  }),
  endpoint({
    method: "POST",
    path: "/v1/invoices/:id/void",
    params: params({}),
    run: ({ ledger, id }) => {
      const invoice = get(ledger, "invoice", id);
      giveUpInvoice(ledger, invoice);
      return invoice;
    },
  }),
];

export const invoiceIncludables: Includables = {
  "invoice.confirmation_secret": (ledger, id) => {
    const secret = findInvoiceIntent(ledger, id)?.client_secret;
    return secret ? { client_secret: secret, type: "payment_intent" } : null;
  },
  "invoice.payments": (ledger, id) => {
    const rows = all(ledger, "invoice_payment").filter((row) => idOf(row.invoice) === id);
    return pageOf(structuredClone(rows), { url: `/v1/invoice_payments?invoice=${id}`, cursor: {} });
  },
};

/** Throws 402 when the card is declined or needs authentication first; 400 when the invoice is not open. */
function payInvoice(ledger: Ledger, invoice: Invoice, given: string | undefined): Invoice {
  const intent = findInvoiceIntent(ledger, invoice.id);
  if (invoice.status !== "open" || !intent) {
    throw invalidRequest(invoice.status === "paid" ? "Invoice is already paid" : "This invoice is not open.");
  }
  const customerId = idOf(invoice.customer) ?? "";
  if (given) requireOwnPaymentMethod(ledger, customerId, { id: given, param: "payment_method" });
  const subscription = subscriptionOf(ledger, invoice);
  const methodId = given ?? (subscription && payingMethodOf(ledger, subscription));
  if (!methodId)
    throw invalidRequest(
      "There is no `default_payment_method` set on this customer, subscription or invoice.",
    );
  const verdict = chargeIntent(ledger, intent, methodId);
  if (verdict.kind === "refuses") throw verdict.error;
  if (verdict.kind === "passes") return invoice;
  const message =
    "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.";
  throw new SandboxError(
    402,
    withDocs({ type: "card_error", code: "invoice_payment_intent_requires_action", message }),
  );
}
