/** Shows what the sandbox holds: customers with what they pay, waiting deliveries, and the latest events. */
import { findPaymentMethodId } from "../billing/subscribe";
import { isEnded } from "../billing/cancel";
import { getPeriodEnd } from "../clock/transitions";
import { find, listObjects, type Ledger } from "../ledger";
import { listCustomerDisputes } from "./control-disputes";
import { getId, type Customer, type Event, type Invoice, type Subscription } from "../objects";
import type {
  SandboxState,
  ShownCustomer,
  ShownDeliveries,
  ShownEvent,
  ShownInvoice,
  ShownSubscription,
} from "./types";

const CUSTOMERS_SHOWN = 100;
const SUBSCRIPTIONS_SHOWN = 10;
const INVOICES_SHOWN = 24;
const DISPUTES_SHOWN = 10;
const DELIVERIES_SHOWN = 50;
const EVENTS_SHOWN = 50;

/** Creates the response of `GET /control/state`. */
export function showState(ledger: Ledger): SandboxState {
  const live = listObjects(ledger, "customer").filter((customer) => !("deleted" in customer));
  const rows: Rows = {
    subscriptions: groupByCustomer(listObjects(ledger, "subscription")),
    invoices: groupByCustomer(listObjects(ledger, "invoice")),
  };
  return {
    now: ledger.now(),
    customers: takeNewest(live, CUSTOMERS_SHOWN).map((customer) => showCustomer(ledger, customer, rows)),
    hasMoreCustomers: live.length > CUSTOMERS_SHOWN,
    deliveries: showDeliveries(ledger),
    events: takeNewest(listObjects(ledger, "event"), EVENTS_SHOWN).map((event) => showEvent(ledger, event)),
    failNext: ledger.state.controls.nextPayments,
  };
}

/** Shows the queue of the webhook, and whether it is held or doubled. */
export function showDeliveries(ledger: Ledger): ShownDeliveries {
  const { controls, deliveries } = ledger.state;
  return {
    hasWebhook: ledger.hasWebhook(),
    isHeld: controls.isHeld,
    sendsTwice: controls.sendsTwice,
    count: deliveries.length,
    waiting: deliveries.slice(0, DELIVERIES_SHOWN).map(({ eventId, attempts }) => ({
      eventId,
      type: (find(ledger, "event", eventId) ?? find(ledger, "v2.core.event", eventId))?.type ?? null,
      attempts,
    })),
  };
}

interface Rows {
  subscriptions: Map<string | null, Subscription[]>;
  invoices: Map<string | null, Invoice[]>;
}

function showCustomer(ledger: Ledger, customer: Customer, rows: Rows): ShownCustomer {
  const subscriptions = rows.subscriptions.get(customer.id) ?? [];
  const invoices = rows.invoices.get(customer.id) ?? [];
  return {
    id: customer.id,
    email: customer.email,
    name: customer.name ?? null,
    accountId: customer.metadata.account_id ?? null,
    card: findCard(ledger, customer, subscriptions),
    balance: customer.balance,
    subscriptions: takeNewest(subscriptions, SUBSCRIPTIONS_SHOWN).map((row) => showSubscription(ledger, row)),
    invoices: takeNewest(invoices, INVOICES_SHOWN).map(showInvoice),
    disputes: takeNewest(listCustomerDisputes(ledger, customer.id), DISPUTES_SHOWN),
  };
}

/** The card that pays: the live subscription's, or the customer's default. */
function findCard(
  ledger: Ledger,
  customer: Customer,
  subscriptions: readonly Subscription[],
): ShownCustomer["card"] {
  const live = subscriptions.find((subscription) => !isEnded(subscription));
  const methodId = live
    ? findPaymentMethodId(ledger, live)
    : getId(customer.invoice_settings.default_payment_method);
  const method = find(ledger, "payment_method", methodId ?? "");
  return method && { brand: method.card.brand, last4: method.card.last4 };
}

function showSubscription(ledger: Ledger, subscription: Subscription): ShownSubscription {
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    status: subscription.status,
    plan: find(ledger, "product", getId(item?.price.product) ?? "")?.name ?? "",
    quantity: item?.quantity ?? 0,
    periodEnd: getPeriodEnd(subscription),
    trialEnd: subscription.trial_end,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
  };
}

function showInvoice(invoice: Invoice): ShownInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status,
    total: invoice.total,
    currency: invoice.currency,
    created: invoice.created,
    pdf: invoice.invoice_pdf ?? null,
    nextPaymentAttempt: invoice.next_payment_attempt,
  };
}

function showEvent({ state }: Ledger, { id, type, created, data }: Event): ShownEvent {
  const log = state.controls.sent[id];
  return {
    id,
    type,
    created,
    objectId: data.object.id,
    isWaiting: state.deliveries.some(({ eventId }) => eventId === id),
    attempts: log?.attempts ?? 0,
    lastStatus: log?.lastStatus ?? null,
    deliveredAt: log?.deliveredAt ?? null,
  };
}

function groupByCustomer<T extends { customer: string | { id: string } | null }>(
  rows: readonly T[],
): Map<string | null, T[]> {
  const groups = new Map<string | null, T[]>();
  for (const row of rows) {
    const id = getId(row.customer);
    groups.set(id, [...(groups.get(id) ?? []), row]);
  }
  return groups;
}

function takeNewest<T>(rows: readonly T[], count: number): T[] {
  return rows.slice(-count).reverse();
}
