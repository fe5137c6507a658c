/** The labels of an axis: at no width do two of those that are shown touch each other, and none leaves the card. */
import { expect, test } from "vitest";
import { AXIS_MARGINS_PX, AXIS_WIDTH_PX } from "./chart-data";
import { placeLabels } from "./label-places";

const EVENTS = [
  "dashboard_opened",
  "report_opened",
  "project_created",
  "report_exported",
  "invited",
  "search_used",
];
const DAYS = Array.from({ length: 30 }, (_, day) => `11/${String(day + 1).padStart(2, "0")}`);
const LONG = ["A name of an event that is longer than a label may ever be", "b", "c"];
/** Wider than any text of 11 px in Inter. */
const WIDEST_CHARACTER_PX = 6.8;

test.each([
  ["bar", EVENTS],
  ["line", EVENTS],
  ["line", DAYS],
  ["bar", DAYS],
  ["bar", LONG],
] as const)("%s: labels keep apart at every width, and stay within the card: %j", (type, labels) => {
  for (let width = 200; width <= 1200; width += 10) {
    const inner = width - AXIS_WIDTH_PX - 2 * AXIS_MARGINS_PX[type];
    const shown = placeLabels(type, labels).filter(({ fromPx }) => fromPx <= width);
    expect(shown.length).toBeGreaterThan(0);
    let end = -Infinity;
    for (const { label, place } of shown) {
      const half = Math.min(144, label.length * WIDEST_CHARACTER_PX) / 2;
      const middle = AXIS_WIDTH_PX + AXIS_MARGINS_PX[type] + place * inner;
      expect(middle - half, `${label} at ${width}`).toBeGreaterThan(end);
      end = middle + half;
    }
    expect(end).toBeLessThanOrEqual(width + 20);
  }
});

test("a wide chart shows all labels, and a narrow one every second or fourth", () => {
  const count = (width: number) => placeLabels("bar", EVENTS).filter(({ fromPx }) => fromPx <= width).length;
  expect([1100, 500, 300].map(count)).toEqual([6, 3, 2]);
});
