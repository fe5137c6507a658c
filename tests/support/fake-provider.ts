/** A payment provider in memory with one customer, for tests that send it through hundreds of lifecycles. */
import type { ProviderEvent } from "~/gateways/payments/payment-types";
import type { Payments, ProviderBilling, ProviderInvoice } from "~/gateways/payments/payments";
import type { Delivery } from "./billing";

export interface FakeProvider {
  payments: Payments;
  customerId: string;
  /** The present state of the provider. */
  billing: ProviderBilling;
  /** An event about the customer, signed. Each call makes another event. */
  emit(type: string): Delivery;
}

const DAY = 24 * 3600 * 1000;
const START = Date.UTC(2026, 0, 1);

/** A provider with one subscription on trial. `id` keeps several apart. */
export function makeFakeProvider(id: string): FakeProvider {
  let events = 0;
  const provider: FakeProvider = {
    customerId: `cus_${id}`,
    billing: buildTrial(id),
    payments: {
      readEvent: (body: Buffer) => Promise.resolve(JSON.parse(body.toString()) as ProviderEvent),
      async readBilling({ customerId, withRefunds }) {
        if (customerId !== provider.customerId) return null;
        const { invoices, ...rest } = structuredClone(provider.billing);
        // The answer takes a moment, in which the provider may change.
        await new Promise((resolve) => setImmediate(resolve));
        return { ...rest, invoices: withRefunds ? invoices : invoices.map(hideRefund) };
      },
    } as Partial<Payments> as Payments,
    emit(type) {
      events += 1;
      const event: ProviderEvent = {
        id: `evt_${id}_${events}`,
        type,
        objectId: `obj_${events}`,
        customerId: provider.customerId,
      };
      return { body: Buffer.from(JSON.stringify(event)), signature: "" };
    },
  };
  return provider;
}

/** One step of a subscription's life: what changes at the provider, and the event that tells it. */
interface LifeStep {
  type: string;
  change(billing: ProviderBilling): void;
}

/** From the end of the trial to the cancellation. */
export const LIFE: readonly LifeStep[] = [
  {
    type: "invoice.paid",
    change: (billing) => {
      setSubscription(billing, { status: "active" });
      billing.invoices.unshift(buildInvoice(1, "paid"));
    },
  },
  {
    type: "invoice.payment_failed",
    change: (billing) => {
      setSubscription(billing, { status: "requires_payment_method" });
      billing.invoices.unshift(buildInvoice(2, "open"));
    },
  },
  {
    type: "customer.updated",
    change: (billing) => {
      billing.card = { brand: "mastercard", last4: "4444", exp_month: 1, exp_year: 2031 };
    },
  },
  {
    type: "invoice.paid",
    change: (billing) => {
      setSubscription(billing, { status: "active" });
      setInvoice(billing, 2, { status: "paid" });
    },
  },
  { type: "customer.subscription.updated", change: (billing) => setSubscription(billing, { seats: 3 }) },
  {
    type: "customer.subscription.updated",
    change: (billing) => setSubscription(billing, { planId: "scale" }),
  },
  { type: "charge.refunded", change: (billing) => setInvoice(billing, 1, { amountRefundedMinor: 500 }) },
  {
    type: "customer.subscription.updated",
    change: (billing) => setSubscription(billing, { cancelAtPeriodEnd: true }),
  },
  {
    type: "customer.subscription.deleted",
    change: (billing) =>
      setSubscription(billing, { status: "canceled", start: { kind: "ended" }, cancelAtPeriodEnd: false }),
  },
];

function setSubscription(
  billing: ProviderBilling,
  changes: Partial<NonNullable<ProviderBilling["subscription"]>>,
): void {
  if (billing.subscription) Object.assign(billing.subscription, changes);
}

function setInvoice({ invoices }: ProviderBilling, number: number, changes: Partial<ProviderInvoice>): void {
  for (const invoice of invoices) if (invoice.number === `A-${number}`) Object.assign(invoice, changes);
}

function buildTrial(id: string): ProviderBilling {
  return {
    subscription: {
      id: `sub_${id}`,
      itemId: `si_${id}`,
      customerId: `cus_${id}`,
      intentId: null,
      status: "trialing",
      start: { kind: "started", status: "trialing" },
      planId: "team",
      usagePriceId: null,
      usagePlanId: null,
      currency: "usd",
      cardId: null,
      seats: 1,
      cancelAtPeriodEnd: false,
      latestPaidMinor: null,
      currentPeriodStart: new Date(START),
      currentPeriodEnd: new Date(START + 14 * DAY),
    },
    requested: null,
    others: [],
    card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
    balance: null,
    invoices: [{ ...buildInvoice(0, "paid"), totalMinor: 0, amountDueMinor: 0 }].map((invoice) => ({
      ...invoice,
      id: `${invoice.id}_${id}`,
    })),
  };
}

function buildInvoice(number: number, status: ProviderInvoice["status"]): ProviderInvoice {
  return {
    id: `in_${number}_${createSuffix()}`,
    number: `A-${number}`,
    status,
    currency: "usd",
    totalMinor: 1200,
    amountDueMinor: 1200,
    amountRefundedMinor: 0,
    pdfUrl: null,
    issuedAt: new Date(START + number * 30 * DAY),
    attempts: 1,
    retryAt: null,
    reason: null,
    declineCode: null,
    needsAction: false,
  };
}

let suffix = 0;
function createSuffix(): number {
  suffix += 1;
  return suffix;
}

function hideRefund(invoice: ProviderInvoice): ProviderInvoice {
  return { ...invoice, amountRefundedMinor: null };
}
