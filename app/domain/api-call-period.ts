/** The period in which an account's API calls count towards the included ones: the same for the page, the limit and the bill. */
import { toIsoDay } from "./dates";
import { minutes } from "./limits";
import type { Interval } from "./plans";

/** Days in UTC, as YYYY-MM-DD. */
export interface ApiCallPeriod {
  start: string;
  /** The first day of the next period. */
  end: string;
}

/** The most days that a month-long period touches: it may begin and end within a day. */
export const API_CALL_PERIOD_DAYS = 32;

/** The terms that decide about the period: the subscription's own, and how its plan bills. */
interface PeriodTerms {
  /** Null without a subscription. */
  periodStart: Date | null;
  periodEnd: Date | null;
  plan: MeteredPlan | null;
}

interface MeteredPlan {
  interval: Interval;
  overagePriceMinor: number | null;
}

/**
 * A month from the day on which the subscription's period begins, and no longer than that period, because a trial may end
 * earlier; without a subscription, the calendar month. A plan that bills further calls does so for its whole period, so on
 * a yearly one they count for the year.
 */
export function getApiCallPeriod({ periodStart, periodEnd, plan }: PeriodTerms, now: Date): ApiCallPeriod {
  const hasEnded = periodEnd !== null && periodEnd <= now;
  // The provider's event of a renewal may not have arrived yet: then the next period has started with the end of this one.
  const anchor = (hasEnded ? periodEnd : periodStart) ?? getMonthStart(now);
  const step = getPeriodMonths(plan);
  const apart =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  let months = Math.max(0, Math.floor(apart / step) * step);
  if (months > 0 && addMonths(anchor, months) > now) months -= step;
  const end = addMonths(anchor, months + step);
  const isCut = periodStart !== null && periodEnd !== null && !hasEnded && periodEnd < end;
  return { start: toIsoDay(addMonths(anchor, months)), end: toIsoDay(isCut ? periodEnd : end) };
}

function getMonthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** How many months' calls the period includes. */
export function getPeriodMonths(plan: MeteredPlan | null): number {
  return plan?.overagePriceMinor != null && plan.interval === "year" ? 12 : 1;
}

/** The beginning of the minute. The provider counts calls by the minute, and the one in which a period ends for the next. */
export function toMinuteStart(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % minutes(1)));
}

/** The same time of the month, or its last day when it is shorter. */
function addMonths(from: Date, months: number): Date {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(from.getUTCDate(), last));
  return moved;
}
