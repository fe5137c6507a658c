import { expect, test } from "vitest";
import { fromMajor } from "./money";
import { getDecimals } from "./numbers";

test.each([
  [12.5, "usd", 1250],
  [1.1, "usd", 110],
  [0.07, "eur", 7],
  [999_999.99, "usd", 99_999_999],
  [500, "jpy", 500],
])("%d %s is %d in minor units", (amount, currency, minor) => {
  expect(fromMajor(amount, currency)).toBe(minor);
});

test.each([
  [0, "usd"],
  [-1, "usd"],
  [0.001, "usd"],
  [12.505, "usd"],
  [0.5, "jpy"],
])("%d %s is not an amount", (amount, currency) => {
  expect(fromMajor(amount, currency)).toBeNull();
});

test("a yen has no decimals", () => {
  expect([getDecimals("jpy"), getDecimals("usd")]).toEqual([0, 2]);
});
