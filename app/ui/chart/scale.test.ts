/** The value axis of a chart. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toHeight, calculateScale } from "./scale";

const scaleFor = (...values: number[]) => calculateScale({ datasets: [{ values }] });

test.each([
  [
    [12_000, 56_200],
    [0, 15_000, 30_000, 45_000, 60_000],
  ],
  [[3], [0, 1, 2, 3, 4]],
  [[0.4], [0, 1, 2, 3, 4]],
  [[], [0, 1, 2, 3, 4]],
  [[10], [0, 3, 6, 9, 12]],
  [
    [5, -4],
    [-6, -3, 0, 3, 6],
  ],
  [
    [-1, -7],
    [-8, -6, -4, -2, 0],
  ],
  [[1_200_000], [0, 300_000, 600_000, 900_000, 1_200_000]],
])("the ticks of %j are %j", (values, ticks) => {
  expect(scaleFor(...values).ticks).toEqual(ticks);
});

test("for any values, ticks are whole numbers, evenly spaced, and include zero and every value", () => {
  const value = fc.integer({ min: -1e11, max: 1e11 }).map((hundredths) => hundredths / 100);
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), (values) => {
      const { bottom, top, ticks } = scaleFor(...values);
      const steps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0));
      return (
        ticks.length === 5 &&
        ticks.every(Number.isInteger) &&
        new Set(steps).size === 1 &&
        bottom <= Math.min(0, ...values) &&
        top >= Math.max(0, ...values)
      );
    }),
  );
});

test("a value's height goes from 0 at the bottom to 1 at the top", () => {
  const scale = scaleFor(5, -4);
  expect([-6, 0, 6].map((value) => toHeight(scale, value))).toEqual([0, 0.5, 1]);
});
