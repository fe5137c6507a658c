/**
 * Changes the items of a running subscription: the new items, their price for the rest of the period, and its
 * payment.
 */
import { change, find, queueWebhook, type Ledger } from "../ledger";
import { endUsedDiscounts, redeemDiscounts } from "./discounts";
import {
  getId,
  type Discount,
  type Invoice,
  type InvoiceLine,
  type Subscription,
  type SubscriptionItem,
} from "../objects";
import { voidUnpaidInvoice } from "./cancel";
import { createInvoice } from "./invoicing";
import { requirePayable, type Session } from "./issuer";
import { chargeIntent, createInvoiceIntent } from "./payments";
import { createProrationLines, type Proration } from "./prorations";
import { scheduleRetry } from "./retries";
import { settleInvoice } from "./settle";
import { applyItemChanges, startsNewPeriod, type ItemChange } from "./items";
import type { PaymentBehavior } from "./new-subscription";
import { findPaymentMethodId } from "./subscribe";

/** How long a change waits for its payment. */
const PENDING_SECONDS = 23 * 3600;

interface ItemsChange extends Session {
  items: readonly ItemChange[];
  behavior: PaymentBehavior;
  proration: Proration;
  /** The time in seconds from which the rest of the period counts. */
  at: number;
  /** Whether a new billing cycle begins now. */
  resetsCycle: boolean;
  /** They replace the subscription's discounts; null leaves those. */
  discounts: readonly Discount[] | null;
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
  const { discounts } = given;
  // In flexible billing mode there is no invoice without lines. The sandbox keeps the one of a change within a trial.
  const isEmpty = lines.length === 0 && !hasPendingLines(ledger, subscription);
  if (!invoicesNow || (isEmpty && subscription.status !== "trialing")) {
    wait(ledger, subscription, lines);
    redeemDiscounts(ledger, discounts ?? []);
    applyItems(ledger, subscription, { items: after, discounts: discounts && toIds(discounts) });
    return;
  }
  const due = lines.reduce((sum, line) => sum + line.amount, 0);
  const methodId = findPaymentMethodId(ledger, subscription);
  if (due > 0 && methodId && given.behavior === "error_if_incomplete")
    requirePayable(ledger, methodId, given);
  withdrawPending(ledger, subscription);
  const waiting = takePendingLines(ledger, subscription);
  redeemDiscounts(ledger, discounts ?? []);
  const invoice = createInvoice(ledger, {
    subscription,
    reason: "subscription_update",
    lines: [...waiting, ...lines],
    ...(discounts && { discounts }),
  });
  const lasting = discounts && listLastingDiscounts(ledger, { subscription, invoice, ids: toIds(discounts) });
  collect(ledger, { subscription, invoice, after: { items: after, discounts: lasting }, given });
}

/** The items and discounts of a subscription after its change. */
interface AfterChange {
  items: SubscriptionItem[];
  /** Ids; null: the same as before. */
  discounts: string[] | null;
}

function toIds(discounts: readonly Discount[]): string[] {
  return discounts.map(({ id }) => id);
}

/** The discounts that the invoice of the change has not used for the last time. */
function listLastingDiscounts(
  ledger: Ledger,
  { subscription, invoice, ids }: { subscription: Subscription; invoice: Invoice; ids: string[] },
): string[] {
  const changed = { ...subscription, discounts: ids };
  endUsedDiscounts(
    ledger,
    changed,
    invoice.discounts.map((one) => getId(one) ?? ""),
  );
  return changed.discounts;
}

function collect(
  ledger: Ledger,
  {
    subscription,
    invoice,
    after,
    given,
  }: { subscription: Subscription; invoice: Invoice; after: AfterChange; given: ItemsChange },
): void {
  if (invoice.amount_due === 0) {
    applyItems(ledger, subscription, after);
    settleInvoice(ledger, invoice);
    return;
  }
  const { isOffSession } = given;
  const methodId = findPaymentMethodId(ledger, subscription);
  const intent = createInvoiceIntent(ledger, invoice, methodId);
  if (given.behavior !== "pending_if_incomplete") {
    applyItems(ledger, subscription, after);
    scheduleRetry(ledger, invoice);
    const isPaid =
      methodId !== null && chargeIntent(ledger, intent, { methodId, isOffSession }).kind === "passes";
    if (!isPaid)
      change(ledger, subscription, { event: "customer.subscription.updated", to: { status: "past_due" } });
    return;
  }
  // The invoice's payment applies a pending update, now or later.
  subscription.pending_update = {
    billing_cycle_anchor: startsNewPeriod(subscription.items.data, after.items) ? ledger.now() : null,
    cancel_at_period_end: null,
    discount: null,
    discounts: after.discounts,
    expires_at: ledger.now() + PENDING_SECONDS,
    metadata: null,
    subscription_items: after.items,
    trial_end: null,
    trial_from_plan: null,
  };
  const isPaid =
    methodId !== null && chargeIntent(ledger, intent, { methodId, isOffSession }).kind === "passes";
  if (!isPaid)
    queueWebhook(ledger, "customer.subscription.updated", {
      object: subscription,
      before: { pending_update: null },
    });
}

function applyItems(
  ledger: Ledger,
  subscription: Subscription,
  { items: after, discounts }: AfterChange,
): void {
  const isFresh = startsNewPeriod(subscription.items.data, after);
  const anchor =
    isFresh && subscription.status !== "trialing"
      ? { billing_cycle_anchor: after[0]?.current_period_start }
      : {};
  change(ledger, subscription, {
    event: "customer.subscription.updated",
    to: {
      items: { ...subscription.items, data: after },
      ...(discounts && { discounts }),
      ...(anchor as Partial<Subscription>),
    },
  });
}

/** A newer change replaces one that still waits for its payment. */
function withdrawPending(ledger: Ledger, subscription: Subscription): void {
  if (!subscription.pending_update) return;
  const invoice = find(ledger, "invoice", getId(subscription.latest_invoice) ?? "");
  if (invoice?.status === "open") voidUnpaidInvoice(ledger, invoice);
}

function wait(ledger: Ledger, { id }: Subscription, lines: readonly InvoiceLine[]): void {
  if (lines.length === 0) return;
  ledger.state.waitingLines[id] = [...(ledger.state.waitingLines[id] ?? []), ...lines];
}

function hasPendingLines(ledger: Ledger, { id }: Subscription): boolean {
  return (ledger.state.waitingLines[id] ?? []).length > 0;
}

/** Returns the prorations that wait for the next invoice, and removes them. */
export function takePendingLines(ledger: Ledger, { id }: Subscription): InvoiceLine[] {
  const lines = ledger.state.waitingLines[id] ?? [];
  Reflect.deleteProperty(ledger.state.waitingLines, id);
  return lines;
}
