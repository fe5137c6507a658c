/** Checkboxes, radio buttons, switches and groups of buttons show in both themes whether they are on. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { getContrast, SHAPE_CONTRAST_MIN } from "~/domain/contrast";
import { shareBrowser, visit } from "../support/chromium";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});

const CONTROLS = ".box, .radio, input[role=switch]";

test.each(["light", "dark"] as const)(
  "%s: the border and the mark of every choice differ from what is around them by 3:1",
  async (colorScheme) => {
    const { page, close } = await visit(browser, product, { colorScheme });
    await page.goto("/dev/kit");
    const controls = await page.locator(CONTROLS).evaluateAll((inputs) =>
      inputs.map((input) => {
        const style = getComputedStyle(input);
        const surface = getComputedStyle(document.querySelector(".card") ?? document.body).backgroundColor;
        const isOn = input.matches(":checked, :indeterminate");
        const { backgroundColor: mark } = getComputedStyle(input, "::before");
        return {
          surface,
          border: style.borderTopColor,
          fill: style.backgroundColor,
          mark,
          isOn,
          type: input.getAttribute("class") ?? "",
        };
      }),
    );
    expect(controls.some(({ isOn }) => isOn)).toBe(true);
    for (const { surface, border, fill, mark, isOn, type } of controls) {
      expect(getContrast(toHex(border), toHex(surface)), type).toBeGreaterThanOrEqual(SHAPE_CONTRAST_MIN);
      if (isOn && !type.includes("radio"))
        expect(getContrast(toHex(mark), toHex(fill)), type).toBeGreaterThanOrEqual(SHAPE_CONTRAST_MIN);
    }
    await close();
  },
);

test.each(["light", "dark"] as const)(
  "%s: the chosen language of the menu has a border",
  async (colorScheme) => {
    const { page, close } = await visit(browser, product, { colorScheme });
    await page.goto("/dev/kit");
    const probe = await page.evaluate(() => {
      const group = document.createElement("div");
      group.className = "segments flex";
      group.innerHTML = '<button class="segment" aria-pressed="true">A</button>';
      document.body.append(group);
      const border = getComputedStyle(group.firstElementChild ?? group).borderTopColor;
      return { border, back: getComputedStyle(group).backgroundColor };
    });
    expect(getContrast(toHex(probe.border), toHex(probe.back))).toBeGreaterThanOrEqual(SHAPE_CONTRAST_MIN);
    await close();
  },
);

/** "rgb(1, 2, 3)" as #010203. */
function toHex(color: string): string {
  const parts = color.match(/\d+/g)?.slice(0, 3) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}
