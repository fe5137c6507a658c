/**
 * Creates invoices for subscriptions: their lines, the customer's balance, and the amount due. Amounts in minor
 * units.
 */
import { get, insert, queueWebhook, type Ledger } from "../ledger";
import {
  getId,
  type Customer,
  type Discount,
  type Invoice,
  type InvoiceLine,
  type Subscription,
  type SubscriptionItem,
} from "../objects";
import { createPdfLink } from "../pdf/pdf-links";
import { listTaxIds } from "../resources/tax-ids";
import { createId } from "../state/ids";
import { calculateAmount, isMetered, type Period } from "./amounts";
import { toInvoiceTax } from "./automatic-tax";
import { changeBalance } from "./balance";
import { createBlankInvoice } from "./blank-invoice";
import { applyDiscounts } from "./discount-amounts";
import { endUsedDiscounts, listActiveDiscounts } from "./discounts";

export interface NewInvoice {
  subscription: Subscription;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update" | "upcoming";
  lines: InvoiceLine[];
  /** The discounts that apply; the subscription's own when absent. */
  discounts?: readonly Discount[];
}

/** Lines for the items of a new period: for the whole of it, or for a free trial. Usage is billed at its end. */
export function createFirstLines(
  ledger: Ledger,
  { id, items }: Subscription,
  { isTrial = false } = {},
): InvoiceLine[] {
  const createLine = isTrial ? createTrialLine : createPeriodLine;
  return items.data.filter(({ price }) => !isMetered(price)).map((item) => createLine(ledger, id, item));
}

/** A line for an item's whole period. */
function createPeriodLine(ledger: Ledger, subscriptionId: string, item: SubscriptionItem): InvoiceLine {
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
function createTrialLine(ledger: Ledger, subscriptionId: string, item: SubscriptionItem): InvoiceLine {
  return createLine(ledger, {
    subscriptionId,
    item,
    amount: 0,
    period: { start: item.current_period_start, end: item.current_period_end },
    description: `Trial period for ${getProductName(ledger, item)}`,
    isProration: false,
  });
}

/** A line for what a metered item has counted in a period that ends, or for which it is removed. */
export function createUsageLine(
  ledger: Ledger,
  subscriptionId: string,
  { item, used, amount, period }: { item: SubscriptionItem; used: number; amount: number; period: Period },
): InvoiceLine {
  const description = `${used} × ${getProductName(ledger, item)}`;
  const line = { subscriptionId, item: { ...item, quantity: used }, amount, period, description };
  return createLine(ledger, { ...line, isProration: false });
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
export function createInvoice(ledger: Ledger, given: NewInvoice): Invoice {
  const customer = get(ledger, "customer", getId(given.subscription.customer) ?? "");
  const invoice = draftInvoice(ledger, { ...given, customer });
  applyInvoice(ledger, customer, invoice);
  insertInvoice(ledger, given.subscription, invoice);
  queueWebhook(ledger, "invoice.finalized", { object: invoice });
  return invoice;
}

/** Gives a final invoice its number and its PDF, and uses the customer's credit. */
export function applyInvoice(ledger: Ledger, customer: Customer, invoice: Invoice): void {
  invoice.invoice_pdf = createPdfLink(ledger, invoice.id);
  invoice.number = takeNextInvoiceNumber(customer);
  customer.currency = invoice.currency;
  const change = (invoice.ending_balance ?? 0) - customer.balance;
  if (change !== 0)
    changeBalance(ledger, customer, {
      amount: change,
      currency: invoice.currency,
      type: "applied_to_invoice",
      invoice,
    });
}

/** Stores the invoice as the latest one of its subscription. */
export function insertInvoice(ledger: Ledger, subscription: Subscription, invoice: Invoice): void {
  insert(ledger, "invoice", invoice);
  subscription.latest_invoice = invoice.id;
  endUsedDiscounts(
    ledger,
    subscription,
    invoice.discounts.map((one) => getId(one) ?? ""),
  );
  queueWebhook(ledger, "invoice.created", { object: invoice });
}

/** Calculates an invoice, and stores nothing. */
export function draftInvoice(
  ledger: Ledger,
  { customer, subscription, reason, lines: given, discounts }: NewInvoice & { customer: Customer },
): Invoice {
  const active = discounts ?? listActiveDiscounts(ledger, subscription);
  const { lines, totals } = applyDiscounts(ledger, given, active);
  const subtotal = given.reduce((sum, line) => sum + line.amount, 0);
  const total = totals.reduce((sum, { amount }) => sum - amount, subtotal);
  const due = Math.max(0, total + customer.balance);
  const invoice = createBlankInvoice(customer, subscription, ledger.now());
  return {
    ...invoice,
    amount_due: due,
    amount_remaining: due,
    automatic_tax: toInvoiceTax(subscription),
    billing_reason: reason,
    customer_tax_ids: listTaxIds(ledger, customer.id).map(({ type, value }) => ({ type, value })),
    discounts: totals.map(({ discount }) => discount),
    ending_balance: total + customer.balance - due,
    lines: {
      object: "list",
      data: lines.map((line) => ({ ...line, invoice: invoice.id })),
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    starting_balance: customer.balance,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: totals,
    total_excluding_tax: total,
  };
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
    discountable: amount >= 0,
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
