import { expect, test } from "vitest";
import { parseDayRange, toTimeRange } from "./day-range";

test("a range includes its last day, in UTC", () => {
  expect(toTimeRange({ from: "2026-02-28", to: "2026-02-28" })).toEqual({
    gte: new Date("2026-02-28T00:00:00.000Z"),
    lt: new Date("2026-03-01T00:00:00.000Z"),
  });
  expect(toTimeRange({ from: "", to: "" })).toBeUndefined();
});

test.each(["2026-02-30", "x", "0001-01-01", "2026-2-3", "+002026-01-01", ""])(
  "in a page's query string %s is no day",
  (from) =>
    expect(parseDayRange(new URLSearchParams({ from, to: "2026-02-03" }))).toEqual({
      from: "",
      to: "2026-02-03",
    }),
);
