/** Applies discounts to the lines of an invoice. Amounts in minor units. */
import type { Ledger } from "../ledger";
import { listObjects } from "../ledger";
import { getId, type Coupon, type Discount, type InvoiceLine, type SubscriptionItem } from "../objects";
import { getCoupon } from "./discounts";

interface DiscountTotal {
  discount: string;
  amount: number;
}

/** Returns the lines with their discounts, and what each discount takes off. */
export function applyDiscounts(
  ledger: Ledger,
  lines: readonly InvoiceLine[],
  discounts: readonly Discount[],
): { lines: InvoiceLine[]; totals: DiscountTotal[] } {
  let discounted = lines.map((line) => ({ ...line }));
  const totals: DiscountTotal[] = [];
  for (const discount of discounts) {
    const taken = calculateTaken(getCoupon(ledger, discount), discounted);
    const amount = taken.reduce((sum, each) => sum + each, 0);
    if (amount === 0) continue;
    totals.push({ discount: discount.id, amount });
    discounted = discounted.map((line, index) => addDiscount(line, discount.id, taken[index] ?? 0));
  }
  return { lines: discounted, totals };
}

/**
 * Returns the part of a line's price that discounts took off when the item's current period was invoiced: from 0 to
 * 1. A credit for unused time is reduced by it, so that no one is credited more than they paid.
 */
export function findDiscountedShare(ledger: Ledger, item: SubscriptionItem): number {
  const charged = listObjects(ledger, "invoice")
    .filter((invoice) => invoice.status === "paid")
    .flatMap((invoice) => invoice.lines.data)
    .findLast(
      ({ amount, parent, period, pricing }) =>
        amount > 0 &&
        parent?.subscription_item_details?.subscription_item === item.id &&
        getId(pricing.price_details?.price) === item.price.id &&
        period.end === item.current_period_end,
    );
  return charged ? sumDiscounts(charged) / charged.amount : 0;
}

/** Returns the amount that discounts take off a line. */
export function sumDiscounts({ discount_amounts: amounts }: InvoiceLine): number {
  return (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns what a coupon takes off each line. A fixed amount is spread over the lines by their prices. */
function calculateTaken(coupon: Coupon, lines: readonly InvoiceLine[]): number[] {
  const isEligible = (line: InvoiceLine) =>
    // A fixed amount is for a period, not for a part of one.
    line.discountable && !(coupon.percent_off === null && line.parent?.subscription_item_details?.proration);
  const left = lines.map((line) => (isEligible(line) ? Math.max(0, line.amount - sumDiscounts(line)) : 0));
  if (coupon.percent_off !== null) {
    const share = coupon.percent_off / 100;
    return left.map((amount) => Math.round(amount * share));
  }
  const whole = left.reduce((sum, amount) => sum + amount, 0);
  let open = Math.min(coupon.amount_off ?? 0, whole);
  let base = whole;
  return left.map((amount) => {
    // The last line takes what rounding has left.
    const taken = base === 0 ? 0 : Math.min(amount, Math.round((open * amount) / base));
    base -= amount;
    open -= taken;
    return taken;
  });
}

function addDiscount(line: InvoiceLine, discount: string, amount: number): InvoiceLine {
  if (amount === 0) return line;
  return {
    ...line,
    discount_amounts: [...(line.discount_amounts ?? []), { amount, discount }],
    discounts: [...line.discounts, discount],
  };
}
