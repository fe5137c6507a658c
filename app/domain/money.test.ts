import { expect, test } from "vitest";
import { formatMoney, fromMajor, getDecimals, toMajor } from "./money";

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

test.each([
  [{ minor: 4800, currency: "usd" }, "$48", 48],
  [{ minor: 4850, currency: "usd" }, "$48.50", 48.5],
  [{ minor: 4800, currency: "jpy" }, "¥4,800", 4800],
  [{ minor: 1, currency: "JPY" }, "¥1", 1],
  [{ minor: 4850, currency: "kwd" }, "KWD\u00a04.850", 4.85],
  [{ minor: -1250, currency: "eur" }, "-€12.50", -12.5],
])("%j is written as %s", ({ minor, currency }, shown, major) => {
  expect(formatMoney(minor, currency, "en")).toBe(shown);
  expect(toMajor(minor, currency)).toBe(major);
});
