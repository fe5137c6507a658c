/** The colours of the theme: what is shipped, and what a brand's accent makes of it, can be read. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getContrast } from "../../app/domain/contrast";
import { resolveFromRoot } from "../lib/root.mjs";
import { readColors } from "./brand-css";
import { createPalette, findUsableAccent, listWeakPairs } from "./palette";

const theme = readColors(readFileSync(resolveFromRoot("app/ui/theme.css"), "utf8"));
const brand = readColors(readFileSync(resolveFromRoot("app/product/brand.css"), "utf8"));
const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);

test("contrast is computed as WCAG defines it", () => {
  expect(getContrast("#000", "#fff")).toBe(21);
  expect(getContrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  expect(getContrast("#0a7f5a", "#0a7f5a")).toBe(1);
});

test("every pair of the shipped theme that has a colour of the accent reaches AA, in light and dark", () => {
  expect(Object.keys(theme.light)).toEqual(expect.arrayContaining(["canvas", "surface", "sunken", "muted"]));
  expect(listWeakPairs(brand, theme)).toEqual([]);
});

describe("an accent of a brand", () => {
  test.each(["#0a7f5a", "#000000", "#b00020", "#1d4ed8", "#7a5c00", "#334155"])(
    "%s is kept as it is in light, and all its pairs reach AA",
    (accent) => {
      expect(findUsableAccent(accent, theme)).toBe(accent);
      const palette = createPalette(accent, theme);
      expect(palette.light.accent).toBe(accent);
      expect(listWeakPairs(palette, theme)).toEqual([]);
    },
  );

  test.each(["#facc15", "#ffffff", "#22c55e", "#f97316", "#00ffff"])(
    "%s is too light for white text: the nearest that can be used has its hue, and is hardly darker than it must be",
    (accent) => {
      const usable = findUsableAccent(accent, theme);
      expect(usable).not.toBe(accent);
      expect(getContrast(usable, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(getContrast(usable, "#ffffff")).toBeLessThan(5);
      expect(listWeakPairs(createPalette(usable, theme), theme)).toEqual([]);
    },
  );

  test("whatever its colour, the nearest usable accent makes a theme whose pairs all reach AA", () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const palette = createPalette(findUsableAccent(color, theme), theme);
        expect(listWeakPairs(palette, theme)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
