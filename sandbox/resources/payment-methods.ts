/** Payment methods: a card created from a token, attached to a customer or used once. */
import * as z from "zod";
import {
  checkCardDetails,
  createCardFingerprint,
  createDeclineError,
  requireTestCard,
  type TestCard,
} from "../cards";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { paginate } from "../http/list";
import { allowEmpty, integer, listParams, metadata, defineParams, text } from "../http/params";
import { listObjects, change, get, getReferenced, insert, type Ledger } from "../ledger";
import { getId, type PaymentMethod } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";
import { mergeMetadata } from "./changes";
import { consumeToken, type CardData } from "./tokens";

const LOOSE_METHODS_KEPT = 1000;

const billingDetails = z.strictObject({
  email: allowEmpty(text).optional(),
  name: allowEmpty(text).optional(),
  phone: allowEmpty(text).optional(),
});
type BillingDetails = z.output<typeof billingDetails>;

export const paymentMethodEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/payment_methods",
    params: defineParams({
      type: z.enum(["card"]).optional(),
      card: z.strictObject({
        token: text.optional(),
        number: text.optional(),
        exp_month: integer.optional(),
        exp_year: integer.optional(),
        cvc: text.optional(),
      }),
      billing_details: billingDetails.optional(),
      metadata: metadata.optional(),
    }),
    run: ({ ledger, params: { card, billing_details: details, metadata: labels } }) => {
      const source = card.token
        ? consumeToken(ledger, { id: card.token, param: "card[token]" })
        : toSpentCard(ledger, card);
      return createPaymentMethod(ledger, source, { details, labels });
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/payment_methods/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "payment_method", id),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/payment_methods/:id",
    params: defineParams({ metadata: allowEmpty(metadata).optional() }),
    run: ({ ledger, id, params: { metadata: labels } }) => {
      const method = get(ledger, "payment_method", id);
      const to = labels === undefined ? {} : { metadata: mergeMetadata(method.metadata, labels) };
      change(ledger, method, { event: "payment_method.updated", to });
      return method;
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/payment_methods/:id/attach",
    params: defineParams({ customer: text }),
    run: ({ ledger, id, params: { customer } }) => {
      const method = get(ledger, "payment_method", id);
      getReferenced(ledger, "customer", { id: customer, param: "customer" });
      attachPaymentMethod(ledger, method, customer);
      return method;
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/payment_methods/:id/detach",
    params: defineParams({}),
    run: ({ ledger, id }) => {
      const method = get(ledger, "payment_method", id);
      if (!method.customer) {
        throw createInvalidRequestError(
          "The payment method you provided is not attached to a customer so detachment is impossible.",
        );
      }
      detachPaymentMethod(ledger, method);
      return method;
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/payment_methods",
    params: listParams({
      customer: text.optional(),
      type: text.optional(),
      allow_redisplay: text.optional(),
    }),
    run: ({ ledger, params: { customer, type = "card", allow_redisplay: _, ...cursor } }) => {
      const rows = listObjects(ledger, "payment_method").filter(
        (row) => row.type === type && row.customer !== null && getId(row.customer) === customer,
      );
      return paginate(rows, { url: "/v1/payment_methods", cursor });
    },
  }),
];

/** Returns the test card of a payment method, which defines its behaviour. */
export function getTestCard(ledger: Ledger, methodId: string): TestCard {
  return requireTestCard(ledger.state.cardNumbers[methodId] ?? "");
}

/**
 * Attaches a card to a customer. Throws 402 when the issuer declines it; 400 when it belongs to another customer or
 * was detached.
 */
export function attachPaymentMethod(ledger: Ledger, method: PaymentMethod, customerId: string): void {
  const owner = getId(method.customer);
  if (owner === customerId) return;
  if (owner)
    throw createInvalidRequestError(
      "The payment method you provided has already been attached to a customer.",
    );
  requireUsable(ledger, method);
  const card = getTestCard(ledger, method.id);
  if (!card.attaches) throw createDeclineError(card.declines ?? "generic_decline");
  change(ledger, method, { event: "payment_method.attached", to: { customer: customerId } });
}

/** Detaches a card for good. It is no longer any customer's default. */
export function detachPaymentMethod(ledger: Ledger, method: PaymentMethod): void {
  change(ledger, method, { event: "payment_method.detached", to: { customer: null } });
  ledger.state.detached.push(method.id);
  for (const customer of listObjects(ledger, "customer")) {
    if ("deleted" in customer || getId(customer.invoice_settings.default_payment_method) !== method.id)
      continue;
    const settings = { ...customer.invoice_settings, default_payment_method: null };
    change(ledger, customer, { event: "customer.updated", to: { invoice_settings: settings } });
  }
  for (const subscription of listObjects(ledger, "subscription")) {
    if (getId(subscription.default_payment_method) !== method.id) continue;
    change(ledger, subscription, {
      event: "customer.subscription.updated",
      to: { default_payment_method: null },
    });
  }
}

/** Throws 400 for a card that was detached. */
export function requireUsable(ledger: Ledger, method: PaymentMethod): void {
  if (!ledger.state.detached.includes(method.id)) return;
  throw createInvalidRequestError(
    "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.",
  );
}

export function createPaymentMethod(
  ledger: Ledger,
  card: CardData,
  { details, labels }: { details?: BillingDetails; labels?: Record<string, string> } = {},
): PaymentMethod {
  const { brand } = requireTestCard(card.number);
  const method: PaymentMethod = {
    id: createId(ID_PREFIXES.payment_method),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: {
      address: NO_ADDRESS,
      email: details?.email ?? null,
      name: details?.name ?? card.name,
      phone: details?.phone ?? null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: createCardFingerprint(card.number),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: ledger.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata(null, labels ?? {}),
    type: "card",
  };
  insert(ledger, "payment_method", method);
  ledger.state.cardNumbers[method.id] = card.number;
  deleteUnattachedMethods(ledger);
  return method;
}

/**
 * Every visitor who sees the card field can create payment methods, so only a limited number without a customer is
 * kept. One that a pending payment needs stays.
 */
function deleteUnattachedMethods(ledger: Ledger): void {
  const { state } = ledger;
  const loose = listObjects(ledger, "payment_method").filter(({ customer }) => customer === null);
  if (loose.length <= LOOSE_METHODS_KEPT) return;
  const intents = [...listObjects(ledger, "payment_intent"), ...listObjects(ledger, "setup_intent")];
  const underWay = intents.filter(({ status }) => status !== "succeeded" && status !== "canceled");
  const needed = new Set(underWay.map(({ payment_method: method }) => getId(method)));
  const gone = new Set(
    loose.slice(0, loose.length - LOOSE_METHODS_KEPT).flatMap(({ id }) => (needed.has(id) ? [] : [id])),
  );
  for (const id of gone) {
    Reflect.deleteProperty(state.tables.payment_method, id);
    Reflect.deleteProperty(state.cardNumbers, id);
  }
  state.detached = state.detached.filter((id) => !gone.has(id));
  state.authenticated = state.authenticated.filter((id) => !gone.has(id));
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

interface TypedCard {
  number?: string;
  exp_month?: number;
  exp_year?: number;
  cvc?: string;
}

function toSpentCard(
  ledger: Ledger,
  { number, exp_month: expMonth, exp_year: expYear, cvc }: TypedCard,
): CardData {
  if (!number || expMonth === undefined || expYear === undefined) {
    throw createInvalidRequestError("Missing required param: card[token].", {
      code: "parameter_missing",
      param: "card[token]",
    });
  }
  requireTestCard(number);
  checkCardDetails({ expMonth, expYear, cvc }, ledger.now());
  return { number, expMonth, expYear, name: null };
}
