/** Changing what a running subscription has: new items, what that costs for the rest of the period, and paying it. */
import { invalidRequest, SandboxError, withDocs } from "../http/errors";
import { change, tell, type Ledger } from "../ledger";
import type { Invoice, InvoiceLine, Price, Subscription, SubscriptionItem } from "../objects";
import { amountOf, periodFrom, planOf, type Period } from "./amounts";
import { giveUpInvoice } from "./cancel";
import { createInvoice, periodLine, prorationLine } from "./invoicing";
import { verdictOnPayment } from "./issuer";
import { chargeIntent, createInvoiceIntent } from "./payments";
import { settleInvoice } from "./settle";
import {
  newItem,
  payingMethodOf,
  requireSameRhythm,
  requireSubscribable,
  type PaymentBehavior,
} from "./subscribe";

/** How long a change waits for its payment. */
const PENDING_SECONDS = 23 * 3600;

export interface ItemChange {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
  deleted?: boolean | undefined;
}

export interface ItemsChange {
  items: readonly ItemChange[];
  behavior: PaymentBehavior;
  proration: "always_invoice" | "create_prorations" | "none";
  /** The moment, in seconds, from which the rest of the period counts. */
  at: number;
}

/**
 * Applies new items. With `pending_if_incomplete` the old ones stay until the invoice is paid.
 * Throws 400 for items that do not fit, 402 for `error_if_incomplete` when the card does not pay.
 */
export function changeItems(ledger: Ledger, subscription: Subscription, given: ItemsChange): void {
  const before = subscription.items.data;
  const after = itemsAfter(ledger, subscription, given);
  const lines = linesFor(ledger, { subscription, before, after, given });
  const invoicesNow = given.proration === "always_invoice" || startsAfresh(before, after);
  if (!invoicesNow) {
    wait(ledger, subscription, lines);
    applyItems(ledger, subscription, after);
    return;
  }
  const due = lines.reduce((sum, line) => sum + line.amount, 0);
  if (due > 0 && given.behavior === "error_if_incomplete") requirePayable(ledger, subscription);
  withdrawPending(ledger, subscription);
  const waiting = takeWaiting(ledger, subscription);
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
  const methodId = payingMethodOf(ledger, subscription);
  const intent = createInvoiceIntent(ledger, invoice, methodId);
  if (given.behavior !== "pending_if_incomplete") {
    applyItems(ledger, subscription, after);
    const isPaid = methodId !== null && chargeIntent(ledger, intent, methodId).kind === "passes";
    if (!isPaid)
      change(ledger, subscription, { event: "customer.subscription.updated", to: { status: "past_due" } });
    return;
  }
  // What is pending is applied by the invoice's payment, now or when it comes.
  subscription.pending_update = {
    billing_cycle_anchor: startsAfresh(subscription.items.data, after) ? given.at : null,
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
    tell(ledger, "customer.subscription.updated", { object: subscription, before: { pending_update: null } });
}

function itemsAfter(
  ledger: Ledger,
  subscription: Subscription,
  { items, at }: ItemsChange,
): SubscriptionItem[] {
  const kept = subscription.items.data.map((item) => {
    const [index, found] = [...items.entries()].find(([, each]) => each.id === item.id) ?? [];
    if (!found) return item;
    return found.deleted
      ? null
      : changedItem(ledger, item, { ...found, param: `items[${index ?? 0}][price]` });
  });
  const added = items.flatMap((each, index) => {
    if (each.id) requireItem(subscription, each.id, `items[${index}][id]`);
    return each.id ? [] : [addedItem(ledger, subscription, { ...each, param: `items[${index}][price]` })];
  });
  const after = [...kept.filter((item) => item !== null), ...added];
  if (after.length === 0)
    throw invalidRequest("A subscription must have at least one active plan.", { param: "items" });
  requireSameRhythm(after.map((item) => item.price));
  if (!startsAfresh(subscription.items.data, after)) return after;
  const period = periodFrom(at, priceOf(after));
  return after.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
}

function changedItem(
  ledger: Ledger,
  item: SubscriptionItem,
  given: ItemChange & { param: string },
): SubscriptionItem {
  const price = given.price ? requireSubscribable(ledger, given.price, given.param) : item.price;
  return {
    ...item,
    price: structuredClone(price),
    plan: planOf(price),
    quantity: given.quantity ?? item.quantity ?? 1,
  };
}

function addedItem(
  ledger: Ledger,
  subscription: Subscription,
  given: ItemChange & { param: string },
): SubscriptionItem {
  if (!given.price)
    throw invalidRequest(`Missing required param: ${given.param}.`, {
      code: "parameter_missing",
      param: given.param,
    });
  const price = requireSubscribable(ledger, given.price, given.param);
  const [model] = subscription.items.data;
  const period = {
    start: model?.current_period_start ?? ledger.now(),
    end: model?.current_period_end ?? ledger.now(),
  };
  return newItem(ledger, { subscriptionId: subscription.id, price, quantity: given.quantity, period });
}

function requireItem(subscription: Subscription, id: string, param: string): void {
  if (subscription.items.data.some((item) => item.id === id)) return;
  throw invalidRequest(`No such subscription item: '${id}'`, { code: "resource_missing", param });
}

/** Another interval begins a new period at once; the same one only changes the rest of it. */
function startsAfresh(before: readonly SubscriptionItem[], after: readonly SubscriptionItem[]): boolean {
  const [old, next] = [priceOf(before).recurring, priceOf(after).recurring];
  return old?.interval !== next?.interval || old?.interval_count !== next?.interval_count;
}

function priceOf(items: readonly SubscriptionItem[]): Price {
  const [first] = items;
  if (!first) throw invalidRequest("A subscription must have at least one active plan.", { param: "items" });
  return first.price;
}

interface Change {
  subscription: Subscription;
  before: readonly SubscriptionItem[];
  after: readonly SubscriptionItem[];
  given: ItemsChange;
}

/** What changes for the rest of the period: credit for what is left, charge for what comes. A trial costs nothing. */
function linesFor(ledger: Ledger, { subscription, before, after, given }: Change): InvoiceLine[] {
  if (subscription.status === "trialing") return [];
  const isFresh = startsAfresh(before, after);
  const prorates = given.proration !== "none";
  const changed = (item: SubscriptionItem, others: readonly SubscriptionItem[]) =>
    !others.some(
      (other) => other.id === item.id && other.price.id === item.price.id && other.quantity === item.quantity,
    );
  const credits = before
    .filter((item) => prorates && (isFresh || changed(item, after)))
    .map((item) => prorate(ledger, { subscription, item, at: given.at, sign: -1 }));
  const charges = isFresh
    ? after.map((item) => periodLine(ledger, subscription.id, item))
    : after
        .filter((item) => prorates && changed(item, before))
        .map((item) => prorate(ledger, { subscription, item, at: given.at, sign: 1 }));
  return [...credits, ...charges];
}

function prorate(
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
  const amount = sign * Math.round(amountOf(ledger, item.price, item.quantity ?? 0) * Math.min(1, share));
  return prorationLine(ledger, subscription.id, { item, amount, period });
}

function applyItems(ledger: Ledger, subscription: Subscription, after: SubscriptionItem[]): void {
  const isFresh = startsAfresh(subscription.items.data, after);
  const anchor =
    isFresh && subscription.status !== "trialing"
      ? { billing_cycle_anchor: after[0]?.current_period_start }
      : {};
  change(ledger, subscription, {
    event: "customer.subscription.updated",
    to: { items: { ...subscription.items, data: after }, ...(anchor as Partial<Subscription>) },
  });
}

/** A newer change takes the place of one that still waits for its payment. */
function withdrawPending(ledger: Ledger, subscription: Subscription): void {
  if (!subscription.pending_update) return;
  const invoice = ledger.state.tables.invoice[String(subscription.latest_invoice)];
  if (invoice?.status === "open") giveUpInvoice(ledger, invoice);
  subscription.pending_update = null;
}

function wait(ledger: Ledger, { id }: Subscription, lines: readonly InvoiceLine[]): void {
  if (lines.length === 0) return;
  ledger.state.waitingLines[id] = [...(ledger.state.waitingLines[id] ?? []), ...lines];
}

function takeWaiting(ledger: Ledger, { id }: Subscription): InvoiceLine[] {
  const lines = ledger.state.waitingLines[id] ?? [];
  Reflect.deleteProperty(ledger.state.waitingLines, id);
  return lines;
}

function requirePayable(ledger: Ledger, subscription: Subscription): void {
  const methodId = payingMethodOf(ledger, subscription);
  const verdict = methodId ? verdictOnPayment(ledger, methodId) : null;
  if (verdict?.kind === "passes") return;
  if (verdict?.kind === "refuses") throw verdict.error;
  const message =
    "Payment for this subscription requires additional user action before it can be completed successfully.";
  throw new SandboxError(
    402,
    withDocs({ type: "card_error", code: "subscription_payment_intent_requires_action", message }),
  );
}
