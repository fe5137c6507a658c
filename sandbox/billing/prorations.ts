/** The price of a change within a period: a credit for the unused time, and a charge for the rest of it. */
import { createInvalidRequestError } from "../http/errors";
import type { Ledger } from "../ledger";
import type { InvoiceLine, Subscription, SubscriptionItem } from "../objects";
import { calculateAmount, isMetered, type Period } from "./amounts";
import { findDiscountedShare } from "./discount-amounts";
import { createFirstLines, createProrationLine } from "./invoicing";
import { startsNewPeriod } from "./items";
import { createUsageLines } from "./metered";

export type Proration = "always_invoice" | "create_prorations" | "none";

interface ProratedChange {
  subscription: Subscription;
  before: readonly SubscriptionItem[];
  after: readonly SubscriptionItem[];
  given: { proration: Proration; at: number };
}

/**
 * Creates the lines for the rest of the period: a credit for the unused time, and a charge for the new items. Usage is
 * charged when its item ends. A trial costs nothing.
 */
export function createProrationLines(
  ledger: Ledger,
  { subscription, before, after, given }: ProratedChange,
): InvoiceLine[] {
  if (subscription.status === "trialing") return [];
  const isFresh = startsNewPeriod(before, after);
  const prorates = given.proration !== "none";
  const isChanged = (item: SubscriptionItem, others: readonly SubscriptionItem[]) =>
    !others.some(
      (other) => other.id === item.id && other.price.id === item.price.id && other.quantity === item.quantity,
    );
  const credits = before
    .filter((item) => prorates && !isMetered(item.price) && (isFresh || isChanged(item, after)))
    .map((item) => createProratedLine(ledger, { subscription, item, at: given.at, sign: -1 }));
  const charges = isFresh
    ? createFirstLines(ledger, { ...subscription, items: { ...subscription.items, data: [...after] } })
    : after
        .filter((item) => prorates && !isMetered(item.price) && isChanged(item, before))
        .map((item) => createProratedLine(ledger, { subscription, item, at: given.at, sign: 1 }));
  const ended = before.filter((item) => isChanged(item, after));
  const kept = isFresh ? before.filter((item) => !isChanged(item, after)) : [];
  const used = [
    ...createUsageLines(ledger, subscription, { items: ended }),
    ...createUsageLines(ledger, subscription, { items: kept, goesOn: true }),
  ];
  return [...credits, ...used, ...charges];
}

/** The requested moment, or now. Throws 400 for one outside of the current period. */
export function getProrationTime(
  ledger: Ledger,
  { items }: Subscription,
  { date, param }: { date: number | undefined; param: string },
): number {
  const [item] = items.data;
  if (date === undefined || !item) return date ?? ledger.now();
  if (date >= item.current_period_start && date <= item.current_period_end) return date;
  const message = "Cannot specify a proration date outside of the current subscription period.";
  throw createInvalidRequestError(message, { param });
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
  const paidShare = sign < 0 ? 1 - findDiscountedShare(ledger, item) : 1;
  const price = calculateAmount(ledger, item.price, item.quantity ?? 0) * paidShare;
  const amount = sign * Math.round(price * Math.min(1, share));
  return createProrationLine(ledger, subscription.id, { item, amount, period });
}
