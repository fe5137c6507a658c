// Periods: months that keep their day, although some are shorter.
import { describe, expect, test } from "vitest";
import type { Price } from "../objects";
import { addMonths, calculateNextPeriod } from "./amounts";

type Interval = "day" | "month" | "week" | "year";

function listEnds(
  from: string,
  { interval, count = 1 }: { interval: Interval; count?: number },
  times: number,
) {
  const anchor = Date.parse(from) / 1000;
  const price = { recurring: { interval, interval_count: count } } as Price;
  const ends: string[] = [];
  let start = anchor;
  for (let index = 0; index < times; index += 1) {
    start = calculateNextPeriod(start, price, anchor).end;
    ends.push(new Date(start * 1000).toISOString().slice(0, 10));
  }
  return ends;
}

describe("a subscription", () => {
  test.each<{ from: string; interval: Interval; count?: number; ends: string[] }>([
    { from: "2026-01-31T12:00:00Z", interval: "month", ends: ["2026-02-28", "2026-03-31", "2026-04-30"] },
    { from: "2028-01-30T12:00:00Z", interval: "month", ends: ["2028-02-29", "2028-03-30"] },
    { from: "2026-12-15T23:59:59Z", interval: "month", ends: ["2027-01-15", "2027-02-15"] },
    { from: "2026-11-30T00:00:00Z", interval: "month", count: 3, ends: ["2027-02-28", "2027-05-30"] },
    { from: "2026-02-28T12:00:00Z", interval: "year", ends: ["2027-02-28", "2028-02-28"] },
    {
      from: "2024-02-29T08:00:00Z",
      interval: "year",
      ends: ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"],
    },
    { from: "2026-02-20T00:00:00Z", interval: "week", count: 2, ends: ["2026-03-06", "2026-03-20"] },
    { from: "2026-02-28T00:00:00Z", interval: "day", ends: ["2026-03-01", "2026-03-02"] },
  ])(
    "a subscription by $interval, started at $from, has periods that end at $ends",
    ({ from, ends, ...rhythm }) => {
      expect(listEnds(from, rhythm, ends.length)).toEqual(ends);
    },
  );

  test("the periods of a subscription keep the time of day", () => {
    const end = addMonths(Date.parse("2026-01-31T12:34:56Z") / 1000, 1);
    expect(new Date(end * 1000).toISOString()).toBe("2026-02-28T12:34:56.000Z");
  });
});
