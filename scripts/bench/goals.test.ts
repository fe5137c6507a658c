/** How the benchmark judges: when a goal is reached, and when it was not measured. */
import { expect, test } from "vitest";
import { GOALS, rateGoal, type Goal } from "./goals";
import { calculateMedian, calculateMedians } from "./statistics";

const more: Goal = { id: "G1", what: "", bound: "at least", floor: 0.5, aim: 0.9, of: () => null };
const less: Goal = { id: "G4", what: "", bound: "at most", floor: 2.5, aim: 1.5, of: () => null };

test.each([
  [more, 0.9, "aim"],
  [more, 0.899, "aim"],
  [more, 0.89, "floor"],
  [more, 0.49, "missed"],
  [less, 1.5, "aim"],
  [less, 1.51, "floor"],
  [less, 2.51, "missed"],
  [less, null, "not measured"],
  [less, NaN, "not measured"],
] as const)("for %o, %s counts as %s", (goal, measured, mark) => {
  expect(rateGoal(goal, measured)).toBe(mark);
});

test("every goal from G1 to G11 is judged, and no aim is easier than its floor", () => {
  const ids = new Set(GOALS.map(({ id }) => id));
  expect([...ids]).toEqual(Array.from({ length: 11 }, (_, index) => `G${index + 1}`));
  for (const { id, bound, floor, aim } of GOALS) {
    expect(bound === "at least" ? aim - floor : floor - aim, id).toBeGreaterThanOrEqual(0);
  }
});

test("a median is the middle value, or the mean of the two middle values", () => {
  expect(calculateMedian([9, 1, 5])).toBe(5);
  expect(calculateMedian([1, 2, 10, 20])).toBe(6);
  expect(calculateMedian([])).toBeNaN();
  expect(calculateMedians([{ p50Ms: 1 }, { p50Ms: 3 }, { p50Ms: 8 }])).toEqual({ p50Ms: 3 });
});
