/** The price of a quantity, and the length of a period. Amounts in minor units, times in seconds. */
import type { Ledger } from "../ledger";
import type { Plan, Price, PriceTier } from "../objects";
import { getId } from "../objects";

export interface Period {
  start: number;
  end: number;
}

/** Returns the price of `quantity` for one period. Metered prices cost nothing until they are used. */
export function calculateAmount(ledger: Ledger, price: Price, quantity: number): number {
  return isMetered(price) ? 0 : calculateUsageAmount(ledger, price, quantity);
}

export function isMetered({ recurring }: Price): boolean {
  return recurring?.usage_type === "metered";
}

/** Returns the price of what a metered price counts, when it has counted `quantity`. */
export function calculateUsageAmount(ledger: Ledger, price: Price, quantity: number): number {
  if (price.billing_scheme !== "tiered") return Math.round(Number(price.unit_amount_decimal ?? 0) * quantity);
  const tiers = ledger.state.tiers[price.id] ?? [];
  return Math.round(
    price.tiers_mode === "volume"
      ? calculateVolumeAmount(tiers, quantity)
      : calculateGraduatedAmount(tiers, quantity),
  );
}

/** Returns the period that begins at `start`. Months keep their day, or their last day when they are shorter. */
export function calculatePeriod(start: number, price: Price): Period {
  const { interval, interval_count: count } = price.recurring ?? { interval: "month", interval_count: 1 };
  const DAY_SECONDS = 86_400;
  if (interval === "day") return { start, end: start + count * DAY_SECONDS };
  if (interval === "week") return { start, end: start + count * 7 * DAY_SECONDS };
  return { start, end: addMonths(start, interval === "year" ? 12 * count : count) };
}

/**
 * Returns the period that follows one ending at `start`. Months count from the anchor: after 28 February, a
 * subscription of the 31st continues to 31 March.
 */
export function calculateNextPeriod(start: number, price: Price, anchor: number): Period {
  const interval = price.recurring?.interval ?? "month";
  if (interval === "day" || interval === "week") return calculatePeriod(start, price);
  const step = (price.recurring?.interval_count ?? 1) * (interval === "year" ? 12 : 1);
  let count = Math.floor(countMonths(anchor, start) / step);
  while (addMonths(anchor, count * step) <= start) count += 1;
  return { start, end: addMonths(anchor, count * step) };
}

/** The older form of a recurring price, which subscription items still contain. */
export function toPlan(price: Price): Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: price.recurring?.meter ?? null,
    nickname: price.nickname,
    product: getId(price.product),
    tiers_mode: price.tiers_mode,
    transform_usage: null,
    trial_period_days: null,
    usage_type: price.recurring?.usage_type ?? "licensed",
  };
}

/** Charges every unit at the rate of the tier that the whole quantity falls into. */
function calculateVolumeAmount(tiers: readonly PriceTier[], quantity: number): number {
  const tier = tiers.find((each) => each.up_to === null || quantity <= each.up_to);
  return tier ? calculateTierAmount(tier, quantity) : 0;
}

/**
 * Charges each unit at the rate of its own tier. A tier's flat amount is due once it is reached; the first tier's
 * always.
 */
function calculateGraduatedAmount(tiers: readonly PriceTier[], quantity: number): number {
  let below = 0;
  let total = 0;
  for (const [index, tier] of tiers.entries()) {
    if (index > 0 && quantity <= below) break;
    const top = Math.min(quantity, tier.up_to ?? quantity);
    total += calculateTierAmount(tier, Math.max(0, top - below));
    below = tier.up_to ?? quantity;
  }
  return total;
}

function calculateTierAmount(tier: PriceTier, units: number): number {
  return Number(tier.flat_amount_decimal ?? 0) + Number(tier.unit_amount_decimal ?? 0) * units;
}

/** Adds calendar months to a time in seconds. The day stays, or is the last one of a shorter month. */
export function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

/** Counts the calendar months from one time to another, whatever their days are. */
function countMonths(from: number, to: number): number {
  const [first, last] = [new Date(from * 1000), new Date(to * 1000)];
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  return years * 12 + last.getUTCMonth() - first.getUTCMonth();
}
