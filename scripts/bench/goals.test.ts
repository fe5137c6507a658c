/** How the benchmark judges: when a goal is reached, and when it was not measured. */
import { expect, test } from "vitest";
import { GOALS, isBroken, rateGoal, type Goal } from "./goals";
import type { Results } from "./results";
import { calculateMedian, calculateMedians, calculateSpread } from "./statistics";

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

test.each([
  [0.5, { spread: 0, isQuick: false }, false],
  [0.49, { spread: 0, isQuick: false }, true],
  [0.45, { spread: 0.05, isQuick: false }, false],
  [0.45, { spread: 0, isQuick: true }, false],
  [0.44, { spread: 0, isQuick: true }, true],
  [null, { spread: 0, isQuick: false }, false],
] as const)("the check of %s where at least 0.5 is asked, with %o, fails: %s", (measured, run, expected) => {
  const { spread, isQuick } = run;
  const goal = { ...more, of: () => measured, spread: () => spread };
  expect(isBroken(goal, {} as Results, { isQuick })).toBe(expected);
});

test.each([
  [2.5, false, false],
  [2.51, false, true],
  [2.77, true, false],
  [2.79, true, true],
])("the check of %s where at most 2.5 is allowed (quick: %s) fails: %s", (measured, isQuick, expected) => {
  expect(isBroken({ ...less, of: () => measured }, {} as Results, { isQuick })).toBe(expected);
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

test("the spread is half of the distance between the lowest and the highest value", () => {
  expect(calculateSpread([3, 1, 2])).toBe(1);
  expect(calculateSpread([2])).toBe(0);
});
