/** The payment provider through its own SDK. The sandbox answers the same calls under another URL. */
import type Stripe from "stripe";
import { PAYMENT_CALL_TIMEOUT_MS } from "~/domain/payments";
import type { Payments } from "./payments";
import { watchAnswers, type ClockWatch } from "./provider-clock";
import { readBilling } from "./stripe-billing";
import { endCallsBy } from "./call-deadline";
import { findCardSetup, saveCard, replaceCard } from "./stripe-cards";
import { changeSubscription, findChange, setCancelAtPeriodEnd, withdrawChange } from "./stripe-changes";
import { findBillingDetails, saveBillingDetails } from "./stripe-customers";
import { findDispute, listDisputes } from "./stripe-disputes";
import { callStripe, callStripeOrNull } from "./stripe-errors";
import { readEvent } from "./stripe-events";
import { extendTrial, startGivenPlan } from "./stripe-given-time";
import { listBilledApiCalls } from "./stripe-billed-api-calls";
import { findOpenPayment, payInvoice } from "./stripe-invoices";
import { ensureMeter, reportApiCalls, sumApiCalls } from "./stripe-meters";
import { creditCustomer, findRefund, readCredit, refundInvoice } from "./stripe-money-back";
import { previewInvoice } from "./stripe-previews";
import { findPromotionCode } from "./stripe-promotions";
import { syncPlan } from "./stripe-prices";
import { replaceUsagePrice, syncUsagePrice } from "./stripe-usage-prices";
import type { ApiCallMeter } from "./api-call-meter";
import { updateSeats } from "./stripe-seats";
import { createCard, findCard, restoreCard, selectCard, setCard } from "./stripe-selected-cards";
import { enableTaxFor, SOFTWARE_AS_A_SERVICE } from "./stripe-tax";
import { findMeterReport, readThinEvent } from "./stripe-thin-events";
import {
  cancelSubscription,
  findSubscription,
  findSubscriptionOfIntent,
  startSubscription,
} from "./stripe-subscriptions";

const PAYMENT_CALL_RETRIES = 1;

export interface PaymentOptions {
  secretKey: string;
  publishableKey: string;
  /** Null: every event is refused. */
  webhookSecret: string | null;
  /** Of the endpoint of thin events. Null or absent: every one of them is refused. */
  meterWebhookSecret?: string | null;
  /** A URL that replaces the provider's own, such as `http://127.0.0.1:4242`. */
  apiBase: string | null;
  /** Whether the provider works out the tax of each invoice. By default it does not. */
  automaticTax?: boolean;
  /** Of the plans' prices: by default taxes are added to them. */
  taxBehavior?: "exclusive" | "inclusive";
  /** Of the plans' products: by default software as a service. */
  taxCode?: string;
  /** Compares the provider's clock with this machine's. The sandbox runs on this machine, and needs none. */
  clockWatch?: ClockWatch;
}

/** Opens no connection: the SDK is loaded at the first call, because most requests need no payment. */
export function createPayments({
  secretKey,
  publishableKey,
  webhookSecret,
  meterWebhookSecret = null,
  apiBase,
  automaticTax = false,
  taxBehavior = "exclusive",
  taxCode = SOFTWARE_AS_A_SERVICE,
  clockWatch,
}: PaymentOptions): Payments {
  const isLive = /^[a-z]+_live_/.test(secretKey);
  const terms = { taxBehavior, taxCode };
  const rememberMeter = createMeterMemory();
  const bind = (answerBy?: number): Payments => {
    let loading: Promise<Stripe> | undefined;
    const getClient = () => (loading ??= connect(secretKey, apiBase, { clockWatch, answerBy }));
    return {
      publishableKey,
      within: bind,
      ...bindPlainCalls(getClient),
      ...bindMeter(getClient, rememberMeter),
      ...bindPricedCalls(getClient, { ...terms, automaticTax }),
      readEvent: async (body, signature) =>
        readEvent(await getClient(), { body, signature, secret: webhookSecret, isLive, clockWatch }),
      readThinEvent: async (body, signature) =>
        readThinEvent(await getClient(), { body, signature, secret: meterWebhookSecret, isLive }),
    };
  };
  return bind();
}

type Terms = Required<Pick<PaymentOptions, "taxBehavior" | "taxCode" | "automaticTax">>;

/** The calls that depend on how prices and taxes are set up. */
function bindPricedCalls(getClient: () => Promise<Stripe>, { automaticTax, ...terms }: Terms) {
  return {
    syncPlan: async (plan) => (await syncPlan(await getClient(), plan, terms)).priceId,
    syncUsagePrice: async (plan) => syncUsagePrice(await getClient(), plan, terms),
    publishPlan: async (plan) => syncPlan(await getClient(), plan, terms),
    startSubscription: async (order) => startSubscription(await getClient(), order, { automaticTax }),
    changeSubscription: async (order) => changeSubscription(await getClient(), order, { automaticTax }),
    previewInvoice: async (query) => previewInvoice(await getClient(), query, { automaticTax }),
    saveBillingDetails: async (customerId, details) => {
      await saveBillingDetails(await getClient(), customerId, details);
      if (automaticTax) await enableTaxFor(await getClient(), customerId);
    },
  } satisfies Partial<Payments>;
}

/** The calls that need nothing but the SDK. */
function bindPlainCalls(getClient: () => Promise<Stripe>) {
  return {
    ensureCustomer: async (account) => ensureCustomer(await getClient(), account),
    setCancelAtPeriodEnd: async (choice) => setCancelAtPeriodEnd(await getClient(), choice),
    extendTrial: async (change) => extendTrial(await getClient(), change),
    startGivenPlan: async (plan) => startGivenPlan(await getClient(), plan),
    saveCard: async (order) => saveCard(await getClient(), order),
    findCardSetup: async (query) => findCardSetup(await getClient(), query),
    replaceCard: async (card) => replaceCard(await getClient(), card),
    findOpenPayment: async (subscriptionId) => findOpenPayment(await getClient(), subscriptionId),
    payInvoice: async (payment) => payInvoice(await getClient(), payment),
    refundInvoice: async (refund) => refundInvoice(await getClient(), refund),
    creditCustomer: async (credit) => creditCustomer(await getClient(), credit),
    findRefund: async (query) => findRefund(await getClient(), query),
    readCredit: async (query) => readCredit(await getClient(), query),
    setCard: async (card) => setCard(await getClient(), card),
    findCard: async (customerId) => findCard(await getClient(), customerId),
    createCard: async (token) => createCard(await getClient(), token),
    selectCard: async (choice) => selectCard(await getClient(), choice),
    restoreCard: async (choice) => restoreCard(await getClient(), choice),
    updateSeats: async (change) => updateSeats(await getClient(), change),
    findChange: async (change) => findChange(await getClient(), change),
    withdrawChange: async (id) => withdrawChange(await getClient(), id),
    findSubscription: async (id) => findSubscription(await getClient(), id),
    findSubscriptionOfIntent: async (query) => findSubscriptionOfIntent(await getClient(), query),
    cancelSubscription: async (id, options) => cancelSubscription(await getClient(), id, options),
    readBilling: async (query) => readBilling(await getClient(), query),
    findPromotionCode: async (code) => findPromotionCode(await getClient(), code),
    findBillingDetails: async (customerId) => findBillingDetails(await getClient(), customerId),
    replaceUsagePrice: async (change) => replaceUsagePrice(await getClient(), change),
    findMeterReport: async (id) => findMeterReport(await getClient(), id),
    findDispute: async (query) => findDispute(await getClient(), query),
    listDisputes: async (query) => listDisputes(await getClient(), query),
  } satisfies Partial<Payments>;
}

type MeterMemory = (ensure: () => Promise<string>) => Promise<string>;

/** The meter is made sure of once, by whichever request needs it first. */
function createMeterMemory(): MeterMemory {
  let meter: Promise<string> | undefined;
  return async (ensure) => {
    meter ??= ensure();
    return meter.catch((error: unknown) => {
      meter = undefined; // the next call tries again
      throw error;
    });
  };
}

/** The calls about usage. */
function bindMeter(getClient: () => Promise<Stripe>, rememberMeter: MeterMemory): ApiCallMeter {
  const getMeterId = () => rememberMeter(() => getClient().then(ensureMeter));
  return {
    ensureMeter: async () => void (await getMeterId()),
    reportApiCalls: async (report) => {
      await getMeterId();
      return reportApiCalls(await getClient(), report);
    },
    sumApiCalls: async (range) => sumApiCalls(await getClient(), await getMeterId(), range),
    listBilledApiCalls: async (customerId) => listBilledApiCalls(await getClient(), customerId),
  };
}

interface ClientOptions {
  timeout?: number;
  maxNetworkRetries?: number;
  clockWatch?: ClockWatch;
  /** Until when calls may take, by `performance.now()`. */
  answerBy?: number;
}

/**
 * The SDK's types fit only its pinned API version, so none is set. Retries are safe: every POST has an
 * idempotency key.
 */
export async function connect(
  secretKey: string,
  apiBase: string | null,
  {
    timeout = PAYMENT_CALL_TIMEOUT_MS,
    maxNetworkRetries = PAYMENT_CALL_RETRIES,
    clockWatch,
    answerBy,
  }: ClientOptions = {},
): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  const plain = Client.createNodeHttpClient();
  const watched = clockWatch ? watchAnswers(plain, clockWatch) : plain;
  return new Client(secretKey, {
    telemetry: false,
    timeout,
    maxNetworkRetries,
    httpClient: answerBy === undefined ? watched : endCallsBy(watched, answerBy),
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
  // The provider may have been changed or reset. The previous customer's id is part of the key, so that the key
  // cannot return that customer.
  const idempotencyKey = ["customer", accountId, ...(customerId ? [customerId] : [])].join(":");
  const created = await callStripe(() =>
    stripe.customers.create({ metadata: { account_id: accountId } }, { idempotencyKey }),
  );
  return created.id;
}
