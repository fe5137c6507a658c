/** The payment provider through its own SDK. The sandbox answers the same calls under another URL. */
import type Stripe from "stripe";
import { PAYMENT_CALL_RETRIES, PAYMENT_CALL_TIMEOUT_MS } from "~/domain/limits";
import type { NewCard, Payments } from "./payments";
import { createCardDeclinedError, toDeclineMessage } from "./decline-messages";
import { callStripe, callStripeOrNull, isOfType } from "./stripe-errors";
import { readEvent } from "./stripe-events";
import { syncPlan } from "./stripe-prices";
import {
  cancelSubscription,
  findSubscription,
  findSubscriptionOfIntent,
  startSubscription,
} from "./stripe-subscriptions";

export interface PaymentOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** A URL that replaces the provider's own, such as `http://127.0.0.1:4242`. */
  apiBase: string | null;
}

/** Opens no connection: the SDK is loaded at the first call, because most requests need no payment. */
export function createPayments({
  secretKey,
  publishableKey,
  webhookSecret,
  apiBase,
}: PaymentOptions): Payments {
  let loading: Promise<Stripe> | undefined;
  const getClient = () => (loading ??= connect(secretKey, apiBase));
  const isLive = /^[a-z]+_live_/.test(secretKey);
  return {
    publishableKey,
    syncPlan: async (plan) => syncPlan(await getClient(), plan),
    ensureCustomer: async (account) => ensureCustomer(await getClient(), account),
    setCard: async (card) => setCard(await getClient(), card),
    startSubscription: async (order) => startSubscription(await getClient(), order),
    findSubscription: async (id) => findSubscription(await getClient(), id),
    findSubscriptionOfIntent: async (query) => findSubscriptionOfIntent(await getClient(), query),
    cancelSubscription: async (id) => cancelSubscription(await getClient(), id),
    readEvent: async (body, signature) =>
      readEvent(await getClient(), { body, signature, secret: webhookSecret, isLive }),
  };
}

/**
 * The SDK's types fit only its pinned API version, so none is set. Retries are safe: every POST has an
 * idempotency key.
 */
async function connect(secretKey: string, apiBase: string | null): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  return new Client(secretKey, {
    telemetry: false,
    timeout: PAYMENT_CALL_TIMEOUT_MS,
    maxNetworkRetries: PAYMENT_CALL_RETRIES,
    ...(apiBase !== null && toClientHost(apiBase)),
  });
}

function toClientHost(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === "http:";
  return {
    protocol: isPlain ? "http" : "https",
    host: hostname,
    port: port || (isPlain ? "80" : "443"),
  } as const;
}

async function ensureCustomer(
  stripe: Stripe,
  { accountId, customerId }: { accountId: string; customerId: string | null },
): Promise<string> {
  const known = customerId && (await callStripeOrNull(() => stripe.customers.retrieve(customerId)));
  if (known && !known.deleted) return known.id;
  // The provider may have been changed or reset. The former customer's id is part of the key, so that the key
  // cannot return that customer.
  const idempotencyKey = ["customer", accountId, ...(customerId ? [customerId] : [])].join(":");
  const created = await callStripe(() =>
    stripe.customers.create({ metadata: { account_id: accountId } }, { idempotencyKey }),
  );
  return created.id;
}

async function setCard(stripe: Stripe, { customerId, token, name, email }: NewCard): Promise<string> {
  const card = await callStripe(() => createPaymentMethod(stripe, token));
  await callStripe(() => stripe.paymentMethods.attach(card.id, { customer: customerId }));
  const settings = { invoice_settings: { default_payment_method: card.id } };
  await callStripe(() => stripe.customers.update(customerId, { name, email, ...settings }));
  return card.id;
}

async function createPaymentMethod(stripe: Stripe, token: string): Promise<Stripe.PaymentMethod> {
  try {
    return await stripe.paymentMethods.create({ type: "card", card: { token } });
  } catch (error) {
    // Only the token comes from outside, so it is the cause: it is unknown, already used, or not a token.
    if (isOfType(error, "StripeInvalidRequestError"))
      throw createCardDeclinedError(toTokenMessage(error), error);
    throw error;
  }
}

function toTokenMessage(error: Stripe.errors.StripeError) {
  return error.code === "token_already_used" ? toDeclineMessage(error) : "billing:refused.unknown";
}
