/**
 * Creates invoices for subscriptions: their lines, the customer's balance, and the amount due. Amounts in minor
 * units.
 */
import { get, insert, queueWebhook, type Ledger } from "../ledger";
import {
  getId,
  type Customer,
  type Invoice,
  type InvoiceLine,
  type Subscription,
  type SubscriptionItem,
} from "../objects";
import { createId } from "../state/ids";
import { calculateAmount, type Period } from "./amounts";
import { createBlankInvoice } from "./blank-invoice";

export interface NewInvoice {
  subscription: Subscription;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  lines: InvoiceLine[];
}

/** A line for an item's whole period. */
export function createPeriodLine(
  ledger: Ledger,
  subscriptionId: string,
  item: SubscriptionItem,
): InvoiceLine {
  const quantity = item.quantity ?? 0;
  return createLine(ledger, {
    subscriptionId,
    item,
    amount: calculateAmount(ledger, item.price, quantity),
    period: { start: item.current_period_start, end: item.current_period_end },
    description: `${quantity} × ${getProductName(ledger, item)}`,
    isProration: false,
  });
}

/** A line for a free trial: the item at a price of zero. */
export function createTrialLine(ledger: Ledger, subscriptionId: string, item: SubscriptionItem): InvoiceLine {
  return createLine(ledger, {
    subscriptionId,
    item,
    amount: 0,
    period: { start: item.current_period_start, end: item.current_period_end },
    description: `Trial period for ${getProductName(ledger, item)}`,
    isProration: false,
  });
}

/** A line for the rest of a period, in which an item ends (negative amount) or begins. */
export function createProrationLine(
  ledger: Ledger,
  subscriptionId: string,
  { item, amount, period }: { item: SubscriptionItem; amount: number; period: Period },
): InvoiceLine {
  const what = amount < 0 ? "Unused time on" : "Remaining time on";
  const description = `${what} ${item.quantity ?? 0} × ${getProductName(ledger, item)}`;
  return createLine(ledger, { subscriptionId, item, amount, period, description, isProration: true });
}

/**
 * Creates a finalized invoice. A negative total is credited to the customer's balance, and an existing credit is
 * used first. Nothing is charged here; an invoice without an amount due is left open for its caller to settle.
 */
export function createInvoice(ledger: Ledger, { subscription, reason, lines }: NewInvoice): Invoice {
  const customer = get(ledger, "customer", getId(subscription.customer) ?? "");
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const due = Math.max(0, total + customer.balance);
  const invoice = createBlankInvoice(customer, subscription, ledger.now());
  Object.assign(invoice, {
    amount_due: due,
    amount_remaining: due,
    billing_reason: reason,
    ending_balance: total + customer.balance - due,
    lines: {
      object: "list",
      data: lines.map((line) => ({ ...line, invoice: invoice.id })),
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    number: takeNextInvoiceNumber(customer),
    starting_balance: customer.balance,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  } satisfies Partial<Invoice>);
  Object.assign(customer, { balance: invoice.ending_balance, currency: invoice.currency });
  insert(ledger, "invoice", invoice);
  subscription.latest_invoice = invoice.id;
  queueWebhook(ledger, "invoice.created", { object: invoice });
  queueWebhook(ledger, "invoice.finalized", { object: invoice });
  return invoice;
}

function getProductName(ledger: Ledger, item: SubscriptionItem): string {
  return get(ledger, "product", getId(item.price.product) ?? "").name;
}

interface Line {
  subscriptionId: string;
  item: SubscriptionItem;
  amount: number;
  period: Period;
  description: string;
  isProration: boolean;
}

function createLine(
  ledger: Ledger,
  { subscriptionId, item, amount, period, description, isProration }: Line,
): InvoiceLine {
  const { price } = item;
  return {
    id: createId("il"),
    object: "line_item",
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: { credited_items: null },
        subscription: subscriptionId,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: get(ledger, "product", getId(price.product) ?? "").id },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 0,
    quantity_decimal: String(item.quantity ?? 0),
    subscription: subscriptionId,
    subtotal: amount,
    taxes: [],
  };
}

function takeNextInvoiceNumber(customer: Customer): string {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  return `${customer.invoice_prefix ?? "SANDBOX"}-${String(sequence).padStart(4, "0")}`;
}
