import { expect, test } from "vitest";
import { calculateMannWhitney, calculateMedian } from "./statistics";

test("the median of an even number of values is the mean of the two middle values", () => {
  expect(calculateMedian([4, 1, 3, 2])).toBe(2.5);
  expect(calculateMedian([3, 1, 2])).toBe(2);
});

test("two samples of the same distribution give a high probability, others a low one", () => {
  const values = Array.from({ length: 50 }, (_, index) => (index * 37) % 50);
  expect(calculateMannWhitney(values, values)).toBeGreaterThan(0.99);
  const later = values.map((value) => value + 25);
  expect(calculateMannWhitney(values, later)).toBeLessThan(0.0001);
});

test("the probability equals the textbook's table", () => {
  // Mann and Whitney's normal approximation for U = 6 with 5 and 6 values: z = 1.643.
  expect(calculateMannWhitney([1, 2, 3, 6, 9], [4, 5, 7, 8, 10, 11])).toBeCloseTo(0.1004, 3);
});
