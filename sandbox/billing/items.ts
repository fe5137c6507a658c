/** Computes the items of a subscription after a change, before its payment. */
import { createInvalidRequestError, type SandboxError } from "../http/errors";
import type { Ledger } from "../ledger";
import type { Price, Subscription, SubscriptionItem } from "../objects";
import { calculatePeriod, isMetered, toPlan } from "./amounts";
import { createSubscriptionItem, requireSameInterval, requireSubscribable } from "./new-subscription";

export interface ItemChange {
  id?: string;
  price?: string;
  quantity?: number;
  deleted?: boolean;
}

/**
 * Returns the new items. Another interval gives them all a new period from now, whatever the date of the proration. Throws 400 for unknown items, for
 * prices that cannot be subscribed to, and for items that do not fit together.
 */
export function applyItemChanges(
  ledger: Ledger,
  subscription: Subscription,
  { items, resetsCycle }: { items: readonly ItemChange[]; resetsCycle: boolean },
): SubscriptionItem[] {
  const kept = subscription.items.data.map((item) => {
    const [index, found] = [...items.entries()].find(([, each]) => each.id === item.id) ?? [];
    if (!found) return item;
    return found.deleted
      ? null
      : toChangedItem(ledger, item, { ...found, param: `items[${index ?? 0}][price]` });
  });
  const added = items.flatMap((each, index) => {
    if (each.id) requireItem(subscription, each.id, `items[${index}][id]`);
    return each.id ? [] : [toAddedItem(ledger, subscription, { ...each, param: `items[${index}][price]` })];
  });
  const after = [...kept.filter((item) => item !== null), ...added];
  if (after.length === 0)
    throw createInvalidRequestError("A subscription must have at least one active plan.", { param: "items" });
  // Usage may keep its interval when the plan's changes, until its item does: in flexible billing mode intervals may differ.
  requireSameInterval(after.map((item) => item.price).filter((price) => !isMetered(price)));
  // A trial goes on whatever its items are, and the first period begins at its end.
  if (subscription.status === "trialing" || !startsNewPeriod(subscription.items.data, after)) return after;
  if (!resetsCycle) throw createCycleError();
  const period = calculatePeriod(ledger.now(), getFirstPrice(after));
  return after.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
}

/**
 * In flexible billing mode the provider never resets the billing cycle by itself, and the items of another interval get periods
 * of their own, which the sandbox does not have.
 */
function createCycleError(): SandboxError {
  const message =
    "The sandbox changes the interval of a subscription only with `billing_cycle_anchor[type]=now`.";
  return createInvalidRequestError(message, { param: "billing_cycle_anchor" });
}

function toChangedItem(
  ledger: Ledger,
  item: SubscriptionItem,
  given: ItemChange & { param: string },
): SubscriptionItem {
  const price = given.price ? requireSubscribable(ledger, given.price, given.param) : item.price;
  requireCurrency(price, item.price.currency, given.param);
  return {
    ...item,
    price: structuredClone(price),
    plan: toPlan(price),
    quantity: given.quantity ?? item.quantity ?? 1,
  };
}

function toAddedItem(
  ledger: Ledger,
  subscription: Subscription,
  given: ItemChange & { param: string },
): SubscriptionItem {
  if (!given.price)
    throw createInvalidRequestError(`Missing required param: ${given.param}.`, {
      code: "parameter_missing",
      param: given.param,
    });
  const price = requireSubscribable(ledger, given.price, given.param);
  requireCurrency(price, subscription.currency, given.param);
  const [model] = subscription.items.data;
  const period = {
    start: model?.current_period_start ?? ledger.now(),
    end: model?.current_period_end ?? ledger.now(),
  };
  return createSubscriptionItem(ledger, {
    subscriptionId: subscription.id,
    price,
    quantity: given.quantity,
    period,
  });
}

/** A subscription keeps its currency. */
function requireCurrency({ currency }: Price, expected: string, param: string): void {
  if (currency === expected) return;
  throw createInvalidRequestError(
    `The price specified only supports \`${currency}\`. This doesn't match the expected currency: \`${expected}\`.`,
    { param },
  );
}

function requireItem(subscription: Subscription, id: string, param: string): void {
  if (subscription.items.data.some((item) => item.id === id)) return;
  throw createInvalidRequestError(`No such subscription item: '${id}'`, { code: "resource_missing", param });
}

/**
 * Whether the change begins a new period: another interval does, the same interval only changes the rest of the
 * period.
 */
export function startsNewPeriod(
  before: readonly SubscriptionItem[],
  after: readonly SubscriptionItem[],
): boolean {
  const [old, next] = [getFirstPrice(before).recurring, getFirstPrice(after).recurring];
  return old?.interval !== next?.interval || old?.interval_count !== next?.interval_count;
}

function getFirstPrice(items: readonly SubscriptionItem[]): Price {
  const [first] = items;
  if (!first)
    throw createInvalidRequestError("A subscription must have at least one active plan.", { param: "items" });
  return first.price;
}
