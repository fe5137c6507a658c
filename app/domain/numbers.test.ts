/** How charts shorten numbers. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { LOCALES } from "./locales";
import { formatFixedNumber, formatGroupedNumber, formatShortNumber } from "./numbers";

describe("thousands are shown with k, millions with m", () => {
  test.each([
    [0, "0"],
    [-0.01, "0"],
    [7.25, "7.3"],
    [999, "999"],
    [999.96, "1k"],
    [1000, "1k"],
    [8204, "8.2k"],
    [15_000, "15k"],
    [56_200, "56.2k"],
    [999_949, "999.9k"],
    [999_950, "1m"],
    [1_200_000, "1.2m"],
    [2_500_000_000, "2500m"],
    [-1500, "-1.5k"],
    [-3_000_000, "-3m"],
  ])("%d is written as %s", (value, shown) => {
    expect(formatShortNumber(value, "en")).toBe(shown);
  });
});

test("a shortened number uses the language's decimal separator and units", () => {
  expect(formatShortNumber(56_200, "es")).toBe("56,2\u00a0k");
  expect(formatShortNumber(1_200_000, "es")).toBe("1,2\u00a0M");
});

test("an exact number is grouped as the language groups it", () => {
  expect(formatGroupedNumber(56_200, "en")).toBe("56,200");
  expect(formatGroupedNumber(56_200, "es")).toBe("56.200");
});

test.each(LOCALES)("numbers equal the output of Intl.NumberFormat: %s", (locale) => {
  const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const fixed = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (hundredths) => {
      const value = hundredths / 100;
      expect(formatGroupedNumber(value, locale)).toBe(grouped.format(value));
      expect(formatFixedNumber(value, { digits: 2, locale })).toBe(fixed.format(value));
      const small = (hundredths % 9999) / 10;
      expect(formatShortNumber(small, locale)).toBe(plain.format(small + 0));
    }),
  );
});

test("writing numbers creates no Intl.NumberFormat, because the first one blocks a phone for 65 ms", () => {
  const made = vi.spyOn(Intl, "NumberFormat");
  expect([formatShortNumber(56_200, "en"), formatGroupedNumber(8204.5, "es")]).toEqual(["56.2k", "8204,5"]);
  expect(made).not.toHaveBeenCalled();
});
