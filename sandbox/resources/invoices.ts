/** Invoices: retrieved, listed, paid manually, voided. */
import * as z from "zod";
import { voidUnpaidInvoice } from "../billing/cancel";
import type { Session } from "../billing/issuer";
import { chargeIntent, findInvoiceIntent } from "../billing/payments";
import { findSubscription } from "../billing/settle";
import { findPaymentMethodId } from "../billing/subscribe";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError, SandboxError, withDocs } from "../http/errors";
import type { Includables } from "../http/expand";
import { isInRange, paginate } from "../http/list";
import { flag, listParams, defineParams, range, text } from "../http/params";
import { listObjects, get, type Ledger } from "../ledger";
import { getId, type Invoice } from "../objects";
import { requireOwnPaymentMethod } from "./customers";

export const invoiceEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/v1/invoices/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "invoice", id),
  }),
  defineEndpoint({
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
      const rows = listObjects(ledger, "invoice").filter(
        (row) =>
          isInRange(row.created, created) &&
          (method === undefined || row.collection_method === method) &&
          (customer === undefined || getId(row.customer) === customer) &&
          (status === undefined || row.status === status) &&
          (subscription === undefined ||
            getId(row.parent?.subscription_details?.subscription) === subscription),
      );
      return paginate(rows, { url: "/v1/invoices", cursor });
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/invoices/:id/pay",
    params: defineParams({ payment_method: text.optional(), off_session: flag.optional() }),
    run: ({ ledger, id, params: { payment_method: method, off_session: isOffSession = true } }) =>
      payInvoice(ledger, get(ledger, "invoice", id), { method, isOffSession }),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/invoices/:id/void",
    params: defineParams({}),
    run: ({ ledger, id }) => {
      const invoice = get(ledger, "invoice", id);
      voidUnpaidInvoice(ledger, invoice);
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
    const rows = listObjects(ledger, "invoice_payment").filter((row) => getId(row.invoice) === id);
    return paginate(structuredClone(rows), { url: `/v1/invoice_payments?invoice=${id}`, cursor: {} });
  },
};

/** Throws 402 when the card is declined or needs authentication first; 400 when the invoice is not open. */
function payInvoice(
  ledger: Ledger,
  invoice: Invoice,
  { method: given, isOffSession }: Session & { method: string | undefined },
): Invoice {
  const intent = findInvoiceIntent(ledger, invoice.id);
  if (invoice.status !== "open" || !intent) {
    throw createInvalidRequestError(
      invoice.status === "paid" ? "Invoice is already paid" : "This invoice is not open.",
    );
  }
  const customerId = getId(invoice.customer) ?? "";
  if (given) requireOwnPaymentMethod(ledger, customerId, { id: given, param: "payment_method" });
  const subscription = findSubscription(ledger, invoice);
  const methodId = given ?? (subscription && findPaymentMethodId(ledger, subscription));
  if (!methodId)
    throw createInvalidRequestError(
      "There is no `default_payment_method` set on this customer, subscription or invoice.",
    );
  const decision = chargeIntent(ledger, intent, { methodId, isOffSession });
  if (decision.kind === "refuses") throw decision.error;
  if (decision.kind === "passes") return invoice;
  const message =
    "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.";
  throw new SandboxError(
    402,
    withDocs({ type: "card_error", code: "invoice_payment_intent_requires_action", message }),
  );
}
