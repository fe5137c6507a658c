/** The changes of a subscription that time alone causes: a trial ends, a period ends, something unpaid expires. */
import { calculateNextPeriod, isMetered } from "../billing/amounts";
import { cancelSubscription, voidUnpaidInvoice } from "../billing/cancel";
import { takePendingLines } from "../billing/change-items";
import { createDraft, finalizeDraft } from "../billing/drafts";
import { createFirstLines, createInvoice } from "../billing/invoicing";
import { createUsageLines } from "../billing/metered";
import { change, find, queueWebhook, type Ledger } from "../ledger";
import { getId, type Invoice, type InvoiceLine, type Subscription } from "../objects";
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
  draftLast(ledger, subscription);
  cancelSubscription(ledger, subscription);
}

/**
 * Ends a subscription at once, and bills what has not been billed yet. A belief of the sandbox: the provider's meter adds up with a
 * delay, so that its invoice may lack the last seconds, while this one has every event.
 */
export function endWithInvoice(ledger: Ledger, subscription: Subscription): void {
  if (subscription.status !== "incomplete") billLast(ledger, subscription);
  cancelSubscription(ledger, subscription);
}

/** Bills the usage since the last invoice, and the lines that wait for the next one. */
function billLast(ledger: Ledger, subscription: Subscription): void {
  const lines = createLastLines(ledger, subscription);
  if (lines.length === 0) return;
  const invoice = createInvoice(ledger, { subscription, reason: "subscription_cycle", lines });
  collectInvoice(ledger, { subscription, invoice });
}

/** The same at the end of the period, after which usage may still be reported. */
function draftLast(ledger: Ledger, subscription: Subscription): void {
  if (!countsUsage(subscription)) {
    billLast(ledger, subscription);
    return;
  }
  const lines = createLastLines(ledger, subscription);
  createDraft(ledger, {
    subscription,
    reason: "subscription_cycle",
    lines,
    items: structuredClone(subscription.items.data),
  });
}

function createLastLines(ledger: Ledger, subscription: Subscription): InvoiceLine[] {
  return [
    ...takePendingLines(ledger, subscription),
    ...createUsageLines(ledger, subscription, { items: subscription.items.data }),
  ];
}

/** Whether usage of the period that ends is billed. A trial costs nothing. */
function countsUsage({ items, status }: Pick<Subscription, "items" | "status">): boolean {
  return status !== "trialing" && items.data.some(({ price }) => isMetered(price));
}

/** Makes a draft final, and charges it. */
export function finalize(
  ledger: Ledger,
  { subscription, invoice }: { subscription: Subscription; invoice: Invoice },
): void {
  finalizeDraft(ledger, subscription, invoice);
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

/** The provider leaves every renewal's invoice as a draft for an hour; here only one with usage is, and others are charged at once. */
function renew(ledger: Ledger, subscription: Subscription): void {
  const { items, latest_invoice, status } = structuredClone(subscription);
  const used = createUsageLines(ledger, subscription, { items: items.data });
  startPeriod(subscription);
  const lines = [
    ...takePendingLines(ledger, subscription),
    ...used,
    ...createFirstLines(ledger, subscription),
  ];
  const given = { subscription, reason: "subscription_cycle", lines } as const;
  const isDraft = countsUsage({ items, status });
  const invoice = isDraft
    ? createDraft(ledger, { ...given, items: items.data })
    : createInvoice(ledger, given);
  queueWebhook(ledger, "customer.subscription.updated", {
    object: subscription,
    before: { items, latest_invoice, ...(status === "trialing" && { status }) },
  });
  if (!isDraft) collectInvoice(ledger, { subscription, invoice });
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
