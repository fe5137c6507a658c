/** Making invoices for subscriptions: their lines, the customer's balance, and what is due. Amounts in minor units. */
import { get, insert, tell, type Ledger } from "../ledger";
import {
  idOf,
  type Customer,
  type Invoice,
  type InvoiceLine,
  type Subscription,
  type SubscriptionItem,
} from "../objects";
import { newId, PREFIX_OF } from "../state/ids";
import { amountOf, type Period } from "./amounts";

export interface NewInvoice {
  subscription: Subscription;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  lines: InvoiceLine[];
}

/** A line for an item's whole period. */
export function periodLine(ledger: Ledger, subscriptionId: string, item: SubscriptionItem): InvoiceLine {
  const quantity = item.quantity ?? 0;
  return lineOf(ledger, {
    subscriptionId,
    item,
    amount: amountOf(ledger, item.price, quantity),
    period: { start: item.current_period_start, end: item.current_period_end },
    description: `${quantity} × ${nameOf(ledger, item)}`,
    isProration: false,
  });
}

/** A line for a free trial: the item, at nothing. */
export function trialLine(ledger: Ledger, subscriptionId: string, item: SubscriptionItem): InvoiceLine {
  return lineOf(ledger, {
    subscriptionId,
    item,
    amount: 0,
    period: { start: item.current_period_start, end: item.current_period_end },
    description: `Trial period for ${nameOf(ledger, item)}`,
    isProration: false,
  });
}

/** A line for the rest of a period that an item leaves (amount below zero) or enters. */
export function prorationLine(
  ledger: Ledger,
  subscriptionId: string,
  { item, amount, period }: { item: SubscriptionItem; amount: number; period: Period },
): InvoiceLine {
  const what = amount < 0 ? "Unused time on" : "Remaining time on";
  const description = `${what} ${item.quantity ?? 0} × ${nameOf(ledger, item)}`;
  return lineOf(ledger, { subscriptionId, item, amount, period, description, isProration: true });
}

/**
 * A finalized invoice. What is below zero is credited to the customer's balance, and a balance in the customer's
 * favour is used up first. Nothing is charged here; an invoice with nothing due is left open for its caller to settle.
 */
export function createInvoice(ledger: Ledger, { subscription, reason, lines }: NewInvoice): Invoice {
  const customer = get(ledger, "customer", idOf(subscription.customer) ?? "");
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const due = Math.max(0, total + customer.balance);
  const invoice = blankInvoice(ledger, customer, subscription);
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
    number: nextNumber(customer),
    starting_balance: customer.balance,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  } satisfies Partial<Invoice>);
  Object.assign(customer, { balance: invoice.ending_balance, currency: invoice.currency });
  insert(ledger, "invoice", invoice);
  subscription.latest_invoice = invoice.id;
  tell(ledger, "invoice.created", { object: invoice });
  tell(ledger, "invoice.finalized", { object: invoice });
  return invoice;
}

function nameOf(ledger: Ledger, item: SubscriptionItem): string {
  return get(ledger, "product", idOf(item.price.product) ?? "").name;
}

interface Line {
  subscriptionId: string;
  item: SubscriptionItem;
  amount: number;
  period: Period;
  description: string;
  isProration: boolean;
}

function lineOf(
  ledger: Ledger,
  { subscriptionId, item, amount, period, description, isProration }: Line,
): InvoiceLine {
  const { price } = item;
  return {
    id: newId("il"),
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
      price_details: { price: price.id, product: get(ledger, "product", idOf(price.product) ?? "").id },
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

function nextNumber(customer: Customer): string {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  return `${customer.invoice_prefix ?? "SANDBOX"}-${String(sequence).padStart(4, "0")}`;
}

function blankInvoice(ledger: Ledger, customer: Customer, subscription: Subscription): Invoice {
  const now = ledger.now();
  return {
    id: newId(PREFIX_OF.invoice),
    object: "invoice",
    account_country: "US",
    account_name: "Payment sandbox",
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: null,
    collection_method: "charge_automatically",
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: [], has_more: false, url: "" },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open",
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}
