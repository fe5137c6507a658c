// The period in which API calls count.
import { expect, test } from "vitest";
import { getApiCallPeriod } from "./api-call-period";

const MONTHLY = { interval: "month", overagePriceMinor: null } as const;
const YEARLY = { interval: "year", overagePriceMinor: null } as const;
const YEARLY_METERED = { interval: "year", overagePriceMinor: 20 } as const;

interface Case {
  name: string;
  /** Month and day of 2026 on which the subscription's period begins and ends. */
  period?: [start: string, end: string];
  plan: typeof MONTHLY | typeof YEARLY | typeof YEARLY_METERED;
  today: string;
  counts: [start: string, end: string];
}

const CASES: Case[] = [
  {
    name: "without a subscription it is the calendar month",
    plan: MONTHLY,
    today: "11-22",
    counts: ["2026-11-01", "2026-12-01"],
  },
  {
    name: "it begins with the subscription",
    period: ["11-15", "12-15"],
    plan: MONTHLY,
    today: "11-22",
    counts: ["2026-11-15", "2026-12-15"],
  },
  {
    name: "it goes on over the month's end",
    period: ["11-15", "12-15"],
    plan: MONTHLY,
    today: "12-03",
    counts: ["2026-11-15", "2026-12-15"],
  },
  {
    name: "it goes on after a renewal that is not yet known here",
    period: ["10-15", "11-15"],
    plan: MONTHLY,
    today: "11-16",
    counts: ["2026-11-15", "2026-12-15"],
  },
  {
    name: "on the day of the renewal it lasts until its time",
    period: ["10-15", "11-15"],
    plan: MONTHLY,
    today: "11-15",
    counts: ["2026-10-15", "2026-11-15"],
  },
  {
    name: "a shorter month ends on its last day",
    period: ["01-31", "12-31"],
    plan: YEARLY,
    today: "02-10",
    counts: ["2026-01-31", "2026-02-28"],
  },
  {
    name: "a trial ends it before a month",
    period: ["11-15", "11-29"],
    plan: MONTHLY,
    today: "11-22",
    counts: ["2026-11-15", "2026-11-29"],
  },
  {
    name: "on a yearly plan it is a month",
    period: ["01-10", "12-31"],
    plan: YEARLY,
    today: "11-22",
    counts: ["2026-11-10", "2026-12-10"],
  },
  {
    name: "on a yearly plan that bills calls it is the year",
    period: ["01-10", "12-31"],
    plan: YEARLY_METERED,
    today: "11-22",
    counts: ["2026-01-10", "2026-12-31"],
  },
];

const toNoon = (day: string | undefined) => (day === undefined ? null : new Date(`2026-${day}T12:00Z`));

test.each(CASES)(
  "$name",
  ({ period: [from, to] = [undefined, undefined], plan, today, counts: [start, end] }) => {
    const terms = { periodStart: toNoon(from), periodEnd: toNoon(to), plan };
    expect(getApiCallPeriod(terms, new Date(`2026-${today}T00:00Z`))).toEqual({ start, end });
  },
);
