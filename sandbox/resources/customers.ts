/** Customers: who pays, and with which default card. */
import * as z from "zod";
import { cancelSubscription } from "../billing/cancel";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError, createNotFoundError } from "../http/errors";
import { isInRange, paginate } from "../http/list";
import { allowEmpty, integer, listParams, metadata, defineParams, range, text } from "../http/params";
import { listObjects, change, find, get, getReferenced, insert, queueWebhook, type Ledger } from "../ledger";
import { getId, type Customer, type PaymentMethod } from "../objects";
import { createId, ID_PREFIXES, createRandomLetters } from "../state/ids";
import { mergeMetadata, omitUndefined } from "./changes";
import { attachPaymentMethod, detachPaymentMethod } from "./payment-methods";

const address = z.strictObject({
  city: text.optional(),
  country: text.optional(),
  line1: text.optional(),
  line2: text.optional(),
  postal_code: text.optional(),
  state: text.optional(),
});

const shape = {
  address: allowEmpty(address).optional(),
  description: allowEmpty(text).optional(),
  email: allowEmpty(text).optional(),
  invoice_settings: z.strictObject({ default_payment_method: allowEmpty(text).optional() }).optional(),
  metadata: allowEmpty(metadata).optional(),
  name: allowEmpty(text).optional(),
  phone: allowEmpty(text).optional(),
  preferred_locales: z.array(text).optional(),
};
const DEFAULT_METHOD = "invoice_settings[default_payment_method]";
type Details = z.output<z.ZodObject<typeof shape>>;

export const customerEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/customers",
    params: defineParams({ ...shape, payment_method: text.optional() }),
    run: ({ ledger, params: given }) => createCustomer(ledger, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/customers/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "customer", id),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/customers/:id",
    params: defineParams({ ...shape, balance: integer.optional() }),
    run: ({ ledger, id, params: { balance, ...given } }) => {
      const customer = getExistingCustomer(ledger, id);
      const to = { ...toCustomerChanges(ledger, customer, given), ...(balance !== undefined && { balance }) };
      change(ledger, customer, { event: "customer.updated", to });
      return customer;
    },
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/v1/customers/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => deleteCustomer(ledger, getExistingCustomer(ledger, id)),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/customers",
    params: listParams({ created: range.optional(), email: text.optional() }),
    run: ({ ledger, params: { created, email, ...cursor } }) => {
      const rows = listObjects(ledger, "customer").filter(
        (row) =>
          !isDeleted(row) && isInRange(row.created, created) && (email === undefined || row.email === email),
      );
      return paginate(rows, { url: "/v1/customers", cursor });
    },
  }),
];

/** Returns the customer that a parameter names. Throws 400 when there is none, or when it was deleted. */
export function getLiveCustomer(ledger: Ledger, { id, param }: { id: string; param: string }): Customer {
  const customer = getReferenced(ledger, "customer", { id, param });
  if (isDeleted(customer))
    throw createInvalidRequestError(`No such customer: '${id}'`, { code: "resource_missing", param });
  return customer;
}

/** Ensures that this card is attached to the customer. Throws 400 resource_missing when it is not. */
export function requireOwnPaymentMethod(
  ledger: Ledger,
  customerId: string,
  { id, param }: { id: string; param: string },
): PaymentMethod {
  const method = find(ledger, "payment_method", id);
  if (method && getId(method.customer) === customerId) return method;
  throw createInvalidRequestError(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: "resource_missing", param },
  );
}

function createCustomer(
  ledger: Ledger,
  { payment_method: methodId, ...given }: Details & { payment_method?: string },
): Customer {
  const customer = emptyCustomer(ledger);
  const defaultId = given.invoice_settings?.default_payment_method;
  if (defaultId && defaultId !== methodId) {
    requireOwnPaymentMethod(ledger, customer.id, { id: defaultId, param: DEFAULT_METHOD });
  }
  if (methodId)
    attachPaymentMethod(
      ledger,
      getReferenced(ledger, "payment_method", { id: methodId, param: "payment_method" }),
      customer.id,
    );
  Object.assign(customer, toCustomerChanges(ledger, customer, given));
  insert(ledger, "customer", customer);
  queueWebhook(ledger, "customer.created", { object: customer });
  return customer;
}

function deleteCustomer(ledger: Ledger, customer: Customer): object {
  for (const subscription of listObjects(ledger, "subscription")) {
    if (getId(subscription.customer) === customer.id) cancelSubscription(ledger, subscription);
  }
  for (const method of listObjects(ledger, "payment_method")) {
    if (getId(method.customer) === customer.id) detachPaymentMethod(ledger, method);
  }
  queueWebhook(ledger, "customer.deleted", { object: customer });
  // A deleted customer can still be found, but consists only of its id.
  const deleted = { id: customer.id, object: "customer", deleted: true } as const;
  ledger.state.tables.customer[customer.id] = deleted as unknown as Customer;
  return deleted;
}

/** Returns the customer that a path names. Throws 404 when there is none, or when it was deleted. */
export function getExistingCustomer(ledger: Ledger, id: string): Customer {
  const customer = get(ledger, "customer", id);
  if (isDeleted(customer)) throw createNotFoundError("customer", id);
  return customer;
}

function isDeleted(customer: Customer): boolean {
  return "deleted" in customer;
}

function toCustomerChanges(ledger: Ledger, customer: Customer, given: Details): Partial<Customer> {
  const { address: place, invoice_settings: settings, metadata: labels, ...plain } = given;
  const methodId = settings?.default_payment_method;
  if (methodId) requireOwnPaymentMethod(ledger, customer.id, { id: methodId, param: DEFAULT_METHOD });
  return {
    ...omitUndefined(plain),
    ...(place !== undefined && { address: place && { ...NO_ADDRESS, ...place } }),
    ...(labels !== undefined && { metadata: mergeMetadata(customer.metadata, labels) }),
    ...(methodId !== undefined && {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: methodId },
    }),
  };
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** A customer without any details. It is not stored. */
export function emptyCustomer(ledger: Ledger): Customer {
  return {
    id: createId(ID_PREFIXES.customer),
    object: "customer",
    address: null,
    balance: 0,
    created: ledger.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: createRandomLetters(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}
