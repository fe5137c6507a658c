/**
 * Changes the items of a running subscription: the new items, their price for the rest of the period, and its
 * payment.
 */
import { change, find, queueWebhook, type Ledger } from "../ledger";
import { getId, type Invoice, type InvoiceLine, type Subscription, type SubscriptionItem } from "../objects";
import { calculateAmount, type Period } from "./amounts";
import { voidUnpaidInvoice } from "./cancel";
import { createInvoice, createPeriodLine, createProrationLine } from "./invoicing";
import { requirePayable } from "./issuer";
import { chargeIntent, createInvoiceIntent } from "./payments";
import { settleInvoice } from "./settle";
import { applyItemChanges, startsNewPeriod, type ItemChange } from "./items";
import { findPaymentMethodId, type PaymentBehavior } from "./subscribe";

/** How long a change waits for its payment. */
const PENDING_SECONDS = 23 * 3600;

export interface ItemsChange {
  items: readonly ItemChange[];
  behavior: PaymentBehavior;
  proration: "always_invoice" | "create_prorations" | "none";
  /** The time in seconds from which the rest of the period counts. */
  at: number;
}

/**
 * Applies new items. With `pending_if_incomplete` the old ones stay until the invoice is paid. Throws 400 for items
 * that do not fit; 402 for `error_if_incomplete` when the card is declined.
 */
export function changeItems(ledger: Ledger, subscription: Subscription, given: ItemsChange): void {
  const before = subscription.items.data;
  const after = applyItemChanges(ledger, subscription, given);
  const lines = createProrationLines(ledger, { subscription, before, after, given });
  const invoicesNow = given.proration === "always_invoice" || startsNewPeriod(before, after);
  if (!invoicesNow) {
    wait(ledger, subscription, lines);
    applyItems(ledger, subscription, after);
    return;
  }
  const due = lines.reduce((sum, line) => sum + line.amount, 0);
  const methodId = findPaymentMethodId(ledger, subscription);
  if (due > 0 && methodId && given.behavior === "error_if_incomplete") requirePayable(ledger, methodId);
  withdrawPending(ledger, subscription);
  const waiting = takePendingLines(ledger, subscription);
  const invoice = createInvoice(ledger, {
    subscription,
    reason: "subscription_update",
    lines: [...waiting, ...lines],
  });
  collect(ledger, { subscription, invoice, after, given });
}

function collect(
  ledger: Ledger,
  {
    subscription,
    invoice,
    after,
    given,
  }: { subscription: Subscription; invoice: Invoice; after: SubscriptionItem[]; given: ItemsChange },
): void {
  if (invoice.amount_due === 0) {
    applyItems(ledger, subscription, after);
    settleInvoice(ledger, invoice);
    return;
  }
  const methodId = findPaymentMethodId(ledger, subscription);
  const intent = createInvoiceIntent(ledger, invoice, methodId);
  if (given.behavior !== "pending_if_incomplete") {
    applyItems(ledger, subscription, after);
    const isPaid = methodId !== null && chargeIntent(ledger, intent, methodId).kind === "passes";
    if (!isPaid)
      change(ledger, subscription, { event: "customer.subscription.updated", to: { status: "past_due" } });
    return;
  }
  // The invoice's payment applies a pending update, now or later.
  subscription.pending_update = {
    billing_cycle_anchor: startsNewPeriod(subscription.items.data, after) ? given.at : null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: ledger.now() + PENDING_SECONDS,
    metadata: null,
    subscription_items: after,
    trial_end: null,
    trial_from_plan: null,
  };
  const isPaid = methodId !== null && chargeIntent(ledger, intent, methodId).kind === "passes";
  if (!isPaid)
    queueWebhook(ledger, "customer.subscription.updated", {
      object: subscription,
      before: { pending_update: null },
    });
}

interface Change {
  subscription: Subscription;
  before: readonly SubscriptionItem[];
  after: readonly SubscriptionItem[];
  given: ItemsChange;
}

/**
 * Creates the lines for the rest of the period: a credit for the unused time, and a charge for the new items. A
 * trial costs nothing.
 */
function createProrationLines(ledger: Ledger, { subscription, before, after, given }: Change): InvoiceLine[] {
  if (subscription.status === "trialing") return [];
  const isFresh = startsNewPeriod(before, after);
  const prorates = given.proration !== "none";
  const isChanged = (item: SubscriptionItem, others: readonly SubscriptionItem[]) =>
    !others.some(
      (other) => other.id === item.id && other.price.id === item.price.id && other.quantity === item.quantity,
    );
  const credits = before
    .filter((item) => prorates && (isFresh || isChanged(item, after)))
    .map((item) => createProratedLine(ledger, { subscription, item, at: given.at, sign: -1 }));
  const charges = isFresh
    ? after.map((item) => createPeriodLine(ledger, subscription.id, item))
    : after
        .filter((item) => prorates && isChanged(item, before))
        .map((item) => createProratedLine(ledger, { subscription, item, at: given.at, sign: 1 }));
  return [...credits, ...charges];
}

function createProratedLine(
  ledger: Ledger,
  {
    subscription,
    item,
    at,
    sign,
  }: { subscription: Subscription; item: SubscriptionItem; at: number; sign: -1 | 1 },
): InvoiceLine {
  const period: Period = { start: at, end: item.current_period_end };
  const share =
    Math.max(0, item.current_period_end - at) / (item.current_period_end - item.current_period_start);
  const amount =
    sign * Math.round(calculateAmount(ledger, item.price, item.quantity ?? 0) * Math.min(1, share));
  return createProrationLine(ledger, subscription.id, { item, amount, period });
}

function applyItems(ledger: Ledger, subscription: Subscription, after: SubscriptionItem[]): void {
  const isFresh = startsNewPeriod(subscription.items.data, after);
  const anchor =
    isFresh && subscription.status !== "trialing"
      ? { billing_cycle_anchor: after[0]?.current_period_start }
      : {};
  change(ledger, subscription, {
    event: "customer.subscription.updated",
    to: { items: { ...subscription.items, data: after }, ...(anchor as Partial<Subscription>) },
  });
}

/** A newer change replaces one that still waits for its payment. */
function withdrawPending(ledger: Ledger, subscription: Subscription): void {
  if (!subscription.pending_update) return;
  const invoice = find(ledger, "invoice", getId(subscription.latest_invoice) ?? "");
  if (invoice?.status === "open") voidUnpaidInvoice(ledger, invoice);
  subscription.pending_update = null;
}

function wait(ledger: Ledger, { id }: Subscription, lines: readonly InvoiceLine[]): void {
  if (lines.length === 0) return;
  ledger.state.waitingLines[id] = [...(ledger.state.waitingLines[id] ?? []), ...lines];
}

function takePendingLines(ledger: Ledger, { id }: Subscription): InvoiceLine[] {
  const lines = ledger.state.waitingLines[id] ?? [];
  Reflect.deleteProperty(ledger.state.waitingLines, id);
  return lines;
}
