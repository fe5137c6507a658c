/** The periods in which an account's API calls are billed, as its invoices and its subscription name them. */
import { minutes } from "~/domain/limits";
import { toMinuteStart } from "~/domain/api-call-period";
import type { BilledApiCalls } from "~/gateways/payments/api-call-meter";
import type { EventRange } from "~/models/meter-event.server";
import type { SubscriptionRow } from "~/models/subscription.server";

/** The calls of the seconds in which a plan changes belong to no period. */
const BETWEEN_PLANS_MS = minutes(2);

export type ClosedPeriod = BilledApiCalls;

/** The period that has no invoice yet. */
export interface OpenPeriod {
  planId: string;
  start: Date;
  end: Date;
}

/** Null while nothing is billed, as on a trial. A change within the period has been invoiced, and what follows is open. */
export function findOpenPeriod(
  { planId, status, currentPeriodStart, currentPeriodEnd }: SubscriptionRow,
  billed: readonly ClosedPeriod[],
  now: Date,
): OpenPeriod | null {
  if (planId === null || currentPeriodStart === null || status === "trialing") return null;
  const cuts = billed.map(({ periodEnd }) => periodEnd.getTime()).filter((end) => end <= now.getTime());
  const start = new Date(Math.max(currentPeriodStart.getTime(), ...cuts));
  return { planId, start, end: currentPeriodEnd ?? now };
}

interface Neighbour {
  planId: string | null;
  start: Date;
}

/**
 * Counts the calls of an invoiced period, and says whether the invoice has the same. The provider counts by the minute, so
 * calls of the minute in which a period of the same plan begins may be on either invoice; and while a plan is being
 * changed, calls of these seconds may be on none.
 */
export async function countInvoiced(
  { planId, calls, periodStart: start, periodEnd: end }: ClosedPeriod,
  {
    count,
    others,
  }: { count: (range: EventRange) => Promise<number>; others: readonly (ClosedPeriod | OpenPeriod)[] },
): Promise<{ counted: number; isSame: boolean }> {
  const counted = await count({ from: start, to: end });
  if (counted === calls) return { counted, isSame: true };
  const early = await count({ from: toMinuteStart(start), to: start });
  const isRenewed = others.map(toNeighbour).some((next) => next.planId === planId && isNear(next.start, end));
  const late = isRenewed
    ? { least: await count({ from: toMinuteStart(end), to: end }), most: 0 }
    : { least: 0, most: await count({ from: end, to: new Date(end.getTime() + BETWEEN_PLANS_MS) }) };
  return { counted, isSame: calls >= counted - late.least && calls <= counted + early + late.most };
}

function toNeighbour(period: ClosedPeriod | OpenPeriod): Neighbour {
  return { planId: period.planId, start: "start" in period ? period.start : period.periodStart };
}

function isNear(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) < minutes(1);
}

/** The times within the range that belong to no period. */
export function listGaps(
  { billed, open, row }: { billed: readonly ClosedPeriod[]; open: OpenPeriod | null; row: SubscriptionRow },
  { from, to }: EventRange,
): EventRange[] {
  const covered = billed.map(({ periodStart, periodEnd }) => ({
    from: toMinuteStart(periodStart),
    to: new Date(periodEnd.getTime() + BETWEEN_PLANS_MS),
  }));
  if (open) covered.push({ from: toMinuteStart(open.start), to });
  if (row.status === "trialing" && row.currentPeriodStart)
    covered.push({ from: toMinuteStart(row.currentPeriodStart), to });
  const gaps: EventRange[] = [];
  let at = from;
  for (const next of covered.sort((one, other) => one.from.getTime() - other.from.getTime())) {
    if (next.from > at) gaps.push({ from: at, to: next.from < to ? next.from : to });
    if (next.to > at) at = next.to;
  }
  if (at < to) gaps.push({ from: at, to });
  return gaps.filter((gap) => gap.from < gap.to);
}
