/** Reads everything of a customer that the product shows, as it is now. */
import type Stripe from "stripe";
import { INVOICES_COPIED } from "~/domain/payments";
import type { BillingQuery, ProviderBilling } from "./payments";
import { toCardView } from "./stripe-cards";
import { callStripe, callStripeOrNull } from "./stripe-errors";
import {
  listOpenInvoices,
  listOpenPayments,
  listRefundedAmounts,
  toProviderInvoices,
} from "./stripe-invoices";
import { toProviderSubscription } from "./stripe-subscriptions";

const EXPAND = ["pending_setup_intent", "latest_invoice", "default_payment_method"];

export async function readBilling(
  stripe: Stripe,
  { customerId, subscriptionId, intentId, withRefunds, openInvoiceIds = [] }: BillingQuery,
): Promise<ProviderBilling | null> {
  const customer = await findCustomer(stripe, customerId);
  if (!customer) return null;
  const [subscriptions, invoices] = await Promise.all([
    listSubscriptions(stripe, customerId),
    listInvoices(stripe, { customerId, openInvoiceIds }),
  ]);
  const refunded = withRefunds ? await listRefundedAmounts(stripe, invoices) : null;
  const unpaid = await listOpenPayments(stripe, invoices);
  const own = subscriptionId ? await getSubscription(stripe, subscriptions, subscriptionId) : null;
  const requested = intentId && subscriptions.find(({ metadata }) => metadata.intent_id === intentId);
  return {
    subscription: own && (await toProviderSubscription(stripe, own)),
    requested: requested ? await toProviderSubscription(stripe, requested) : null,
    others: subscriptions
      .filter((each) => isLive(each) && each.id !== own?.id && each !== requested)
      .map(({ id, metadata }) => ({
        id,
        intentId: metadata.intent_id ?? null,
        accountId: metadata.account_id ?? null,
      })),
    balance: readBalance(customer),
    card:
      toCardView(own?.default_payment_method) ?? toCardView(customer.invoice_settings.default_payment_method),
    invoices: toProviderInvoices(invoices, { refunded, unpaid }),
  };
}

/** The latest ones, and of the others those that are owed, or were when the rows were written. Newest first. */
async function listInvoices(
  stripe: Stripe,
  { customerId: customer, openInvoiceIds }: { customerId: string; openInvoiceIds: readonly string[] },
): Promise<Stripe.Invoice[]> {
  const query = { customer, limit: INVOICES_COPIED, expand: ["data.payments"] };
  const latest = await callStripe(() => stripe.invoices.list(query));
  if (!latest.has_more) return latest.data;
  const invoices = new Map(latest.data.map((invoice) => [invoice.id, invoice]));
  const open = await listOpenInvoices(stripe, { customer, expand: query.expand });
  for (const invoice of open) invoices.set(invoice.id, invoice);
  for (const id of openInvoiceIds) {
    if (invoices.has(id)) continue;
    const settled = await callStripeOrNull(() => stripe.invoices.retrieve(id, { expand: ["payments"] }));
    if (settled) invoices.set(id, settled);
  }
  return [...invoices.values()];
}

async function findCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  const expand = ["invoice_settings.default_payment_method"];
  const found = await callStripeOrNull(() => stripe.customers.retrieve(id, { expand }));
  return found && !found.deleted ? found : null;
}

/** Returns the balance that no invoice has used, in the currency of the customer's subscriptions. */
function readBalance({ balance: amountMinor, currency }: Stripe.Customer): ProviderBilling["balance"] {
  return amountMinor === 0 || !currency ? null : { amountMinor, currency };
}

/** The newest hundred, ended ones included. */
async function listSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const expand = EXPAND.map((path) => `data.${path}`);
  const query = { customer, status: "all", limit: 100, expand } as const;
  return (await callStripe(() => stripe.subscriptions.list(query))).data;
}

async function getSubscription(
  stripe: Stripe,
  listed: readonly Stripe.Subscription[],
  id: string,
): Promise<Stripe.Subscription | null> {
  const found = listed.find((each) => each.id === id);
  return found ?? callStripeOrNull(() => stripe.subscriptions.retrieve(id, { expand: EXPAND }));
}

/** Whether it charges, or may still start to. */
function isLive({ status }: Stripe.Subscription): boolean {
  return status !== "canceled" && status !== "incomplete_expired";
}
