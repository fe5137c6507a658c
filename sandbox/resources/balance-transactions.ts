/** Balance transactions of a customer: credit that is given by hand, and what invoices did to the balance. */
import { changeBalance } from "../billing/balance";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { isInRange, paginate } from "../http/list";
import {
  allowEmpty,
  currency,
  defineParams,
  integer,
  listParams,
  metadata,
  range,
  text,
} from "../http/params";
import { listObjects, queueWebhook } from "../ledger";
import { getId } from "../objects";
import { mergeMetadata } from "./changes";
import { getExistingCustomer } from "./customers";

export const balanceTransactionEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/customers/:id/balance_transactions",
    params: defineParams({
      amount: integer,
      currency,
      description: text.optional(),
      metadata: allowEmpty(metadata).optional(),
    }),
    run: ({ ledger, id, params: { metadata: labels, ...given } }) => {
      const customer = getExistingCustomer(ledger, id);
      if (customer.currency && customer.currency !== given.currency) {
        const message = `The customer's balance is in ${customer.currency}, not in ${given.currency}.`;
        throw createInvalidRequestError(message, { param: "currency" });
      }
      const row = changeBalance(ledger, customer, {
        ...given,
        type: "adjustment",
        metadata: mergeMetadata(null, labels ?? {}),
      });
      queueWebhook(ledger, "customer.updated", { object: customer });
      return row;
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/customers/:id/balance_transactions",
    params: listParams({ created: range.optional(), invoice: text.optional() }),
    run: ({ ledger, id, params: { created, invoice, ...cursor } }) => {
      const customer = getExistingCustomer(ledger, id);
      const rows = listObjects(ledger, "customer_balance_transaction").filter(
        (row) =>
          getId(row.customer) === customer.id &&
          isInRange(row.created, created) &&
          (invoice === undefined || getId(row.invoice) === invoice),
      );
      return paginate(rows, { url: `/v1/customers/${id}/balance_transactions`, cursor });
    },
  }),
];
