/** The figures and colours of charts. */
import { expect, test } from "vitest";
import { formatAxisNumber, CHART_THEMES, formatFullNumber, assignSeriesColors } from "./chart-data";

const dollars = { labels: [], rows: [], datasets: [], prefix: "$", locale: "en" };

test("the colour themes are blue, red, green and purple", () => {
  expect(CHART_THEMES).toEqual(["blue", "red", "green", "purple"]);
});

test.each(CHART_THEMES)("the theme %s is the colour of the first dataset and of no other", (theme) => {
  const colours = assignSeriesColors(theme, 8);
  expect(colours[0]).toBe(`chart-${theme}`);
  expect(new Set(colours).size).toBe(8);
});

test("after eight datasets the colours start again", () => {
  expect(assignSeriesColors("red", 9).at(8)).toBe("chart-red");
});

test("an axis shows thousands with k and millions with m, a table every digit", () => {
  expect(formatAxisNumber(56_200, dollars)).toBe("$56.2k");
  expect(formatAxisNumber(-1_500_000, dollars)).toBe("-$1.5m");
  expect(formatFullNumber(-56_200, dollars)).toBe("-$56,200");
});
