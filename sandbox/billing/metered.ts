/** Bills the usage of metered items: what their meter has counted for the customer. */
import { get, type Ledger } from "../ledger";
import { getId, type InvoiceLine, type Subscription, type SubscriptionItem } from "../objects";
import { calculateUsageAmount, isMetered } from "./amounts";
import { createUsageLine } from "./invoicing";
import { summarizeUsage } from "./usage";

/**
 * Lines for what the metered ones of these items have counted in their period, until its end or until now. An item without
 * usage has no line. A trial costs nothing. `goesOn`: their next period begins now, and the present minute belongs to it.
 *
 * What follows is a belief of the sandbox, which was never compared with the provider: that a removed item is billed at once, with
 * the minute of its removal; that a pending update bills no usage of an item that it leaves; and that one which expires
 * loses none, while the provider's page on pending updates says that outstanding usage is on their invoice, and is lost with it.
 */
export function createUsageLines(
  ledger: Ledger,
  { id, customer, status }: Subscription,
  { items, goesOn = false }: { items: readonly SubscriptionItem[]; goesOn?: boolean },
): InvoiceLine[] {
  if (status === "trialing") return [];
  return items.flatMap((item) => {
    const { price, created, current_period_start: first, current_period_end: last } = item;
    if (!isMetered(price)) return [];
    const period = { start: Math.max(created, first), end: Math.min(ledger.now(), last) };
    // Usage is counted by the minute: the one in which a period ends belongs to the next one.
    const counted = {
      start: toMinute(period.start),
      end: period.end < last && !goesOn ? period.end + 1 : toMinute(period.end),
    };
    const used = countUsage(ledger, {
      meterId: price.recurring?.meter,
      customer: getId(customer),
      ...counted,
    });
    if (used === 0) return [];
    const amount = calculateUsageAmount(ledger, price, used);
    return [createUsageLine(ledger, id, { item, used, amount, period })];
  });
}

function countUsage(
  ledger: Ledger,
  {
    meterId,
    customer,
    start,
    end,
  }: { meterId: string | null | undefined; customer: string | null; start: number; end: number },
): number {
  if (!meterId || customer === null) return 0;
  const meter = get(ledger, "billing.meter", meterId);
  const [summary] = summarizeUsage(ledger, { meter, customer, start, end, window: null });
  return summary?.aggregated_value ?? 0;
}

function toMinute(seconds: number): number {
  return seconds - (seconds % 60);
}
