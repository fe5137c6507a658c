/** What time alone does to a subscription: a trial ends, a period ends, something unpaid expires. */
import { calculateNextPeriod } from "../billing/amounts";
import { cancelSubscription, voidUnpaidInvoice } from "../billing/cancel";
import { takePendingLines } from "../billing/change-items";
import { createFirstLines, createInvoice } from "../billing/invoicing";
import { createUsageLines } from "../billing/metered";
import { change, find, queueWebhook, type Ledger } from "../ledger";
import { getId, type Subscription } from "../objects";
import { collectInvoice } from "./collect";

/** Announces the end of a trial, once for each end. */
export function announceTrialEnd(ledger: Ledger, subscription: Subscription): void {
  ledger.state.announcedTrials[subscription.id] = subscription.trial_end ?? 0;
  queueWebhook(ledger, "customer.subscription.trial_will_end", { object: subscription });
}

/** Ends a period or a trial: the subscription is cancelled when that was requested, and renewed otherwise. */
export function endPeriod(ledger: Ledger, subscription: Subscription): void {
  if (!subscription.cancel_at_period_end) {
    renew(ledger, subscription);
    return;
  }
  billLast(ledger, subscription);
  cancelSubscription(ledger, subscription);
}

/** Ends a subscription at once, and bills what has not been billed yet. */
export function endWithInvoice(ledger: Ledger, subscription: Subscription): void {
  if (subscription.status !== "incomplete") billLast(ledger, subscription);
  cancelSubscription(ledger, subscription);
}

/** What was used since the last invoice, and what waits for the next one. */
function billLast(ledger: Ledger, subscription: Subscription): void {
  const lines = [
    ...takePendingLines(ledger, subscription),
    ...createUsageLines(ledger, subscription, subscription.items.data),
  ];
  if (lines.length === 0) return;
  const invoice = createInvoice(ledger, { subscription, reason: "subscription_cycle", lines });
  collectInvoice(ledger, { subscription, invoice });
}

/** Gives up a subscription whose first invoice was not paid in time. */
export function expireSubscription(ledger: Ledger, subscription: Subscription): void {
  cancelSubscription(ledger, subscription, "payment_failed");
}

/** Gives up a change that was not paid in time: its invoice is voided, and the old items stay. */
export function expirePendingUpdate(ledger: Ledger, subscription: Subscription): void {
  const invoice = find(ledger, "invoice", getId(subscription.latest_invoice) ?? "");
  if (invoice?.status === "open") voidUnpaidInvoice(ledger, invoice);
  change(ledger, subscription, { event: "customer.subscription.updated", to: { pending_update: null } });
  queueWebhook(ledger, "customer.subscription.pending_update_expired", { object: subscription });
}

/** Returns the time at which the current period or trial ends, in seconds; null without items. */
export function getPeriodEnd(subscription: Subscription): number | null {
  if (subscription.status === "trialing") return subscription.trial_end;
  return subscription.items.data[0]?.current_period_end ?? null;
}

/** The provider leaves a renewal's invoice as a draft for an hour; here it is charged immediately. */
function renew(ledger: Ledger, subscription: Subscription): void {
  const { items, latest_invoice, status } = structuredClone(subscription);
  const used = createUsageLines(ledger, subscription, items.data);
  startPeriod(subscription);
  const invoice = createInvoice(ledger, {
    subscription,
    reason: "subscription_cycle",
    lines: [...takePendingLines(ledger, subscription), ...used, ...createFirstLines(ledger, subscription)],
  });
  queueWebhook(ledger, "customer.subscription.updated", {
    object: subscription,
    before: { items, latest_invoice, ...(status === "trialing" && { status }) },
  });
  collectInvoice(ledger, { subscription, invoice });
}

function startPeriod(subscription: Subscription): void {
  const [first] = subscription.items.data;
  const end = getPeriodEnd(subscription);
  if (!first || end === null) throw new Error(`${subscription.id} has no period to renew`);
  const next = calculateNextPeriod(end, first.price, subscription.billing_cycle_anchor);
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: next.start,
    current_period_end: next.end,
  }));
  subscription.items = { ...subscription.items, data };
  if (subscription.status === "trialing") subscription.status = "active";
}
