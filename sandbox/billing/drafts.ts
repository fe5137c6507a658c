/**
 * Drafts: as at the provider, the invoice of a period in which usage was counted becomes final an hour after the period's
 * end, and what was reported by then is on it. Other invoices are final at once here, which the provider's are not.
 */
import { get, queueWebhook, type Ledger } from "../ledger";
import { getId, type Invoice, type InvoiceLine, type Subscription, type SubscriptionItem } from "../objects";
import { isMetered } from "./amounts";
import { applyInvoice, draftInvoice, insertInvoice, type NewInvoice } from "./invoicing";
import { createUsageLines } from "./metered";

/** The provider's default. */
const DRAFT_SECONDS = 3600;

/** Stores a draft. `items` are the subscription's items as they were in the period that has ended. */
export function createDraft(
  ledger: Ledger,
  { items, ...given }: NewInvoice & { items: readonly SubscriptionItem[] },
): Invoice {
  const { subscription } = given;
  const customer = get(ledger, "customer", getId(subscription.customer) ?? "");
  const invoice = draftInvoice(ledger, { ...given, customer });
  Object.assign(invoice, {
    status: "draft",
    automatically_finalizes_at: ledger.now() + DRAFT_SECONDS,
    effective_at: null,
    ending_balance: null,
    status_transitions: { ...invoice.status_transitions, finalized_at: null },
  });
  ledger.state.draftItems[invoice.id] = items.filter(({ price }) => isMetered(price));
  insertInvoice(ledger, subscription, invoice);
  return invoice;
}

/** Makes a draft final: its usage is counted again. Charges nothing. */
export function finalizeDraft(ledger: Ledger, subscription: Subscription, invoice: Invoice): void {
  const { id, created } = invoice;
  const customer = get(ledger, "customer", getId(invoice.customer) ?? "");
  const items = ledger.state.draftItems[id] ?? [];
  Reflect.deleteProperty(ledger.state.draftItems, id);
  // The subscription may have ended since. What was counted in the period is owed all the same.
  const used = createUsageLines(ledger, { ...subscription, status: "active" }, { items });
  const others = invoice.lines.data.filter((line) => !isLineOf(line, items));
  const counted = draftInvoice(ledger, {
    subscription,
    customer,
    reason: "subscription_cycle",
    lines: [...others.map(withoutDiscounts), ...used],
    discounts: invoice.discounts.map((one) => get(ledger, "discount", getId(one) ?? "")),
  });
  const data = counted.lines.data.map((line) => ({ ...line, invoice: id }));
  const lines = { ...counted.lines, data, url: invoice.lines.url };
  Object.assign(invoice, { ...counted, id, created, lines });
  applyInvoice(ledger, customer, invoice);
  queueWebhook(ledger, "invoice.finalized", { object: invoice });
}

function isLineOf({ parent }: InvoiceLine, items: readonly SubscriptionItem[]): boolean {
  return items.some(({ id }) => id === parent?.subscription_item_details?.subscription_item);
}

function withoutDiscounts(line: InvoiceLine): InvoiceLine {
  return { ...line, discount_amounts: [], discounts: [] };
}
