/** Finds a page's accessibility errors with axe. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as axe from "axe-core";
import type { Page } from "playwright";

/** Half as long as the source that the module has of itself, because it goes to each document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Returns a line for each violated rule (of `rules`, when given), with its elements. Finishes running animations first, because half-faded
 * text has too little contrast. Frames are skipped: their content is not the product's, and a frame without scripts
 * never answers.
 */
export async function listViolations(
  page: Page,
  { within = "html", rules }: { within?: string; rules?: readonly string[] } = {},
): Promise<string[]> {
  await page.evaluate(endAnimations);
  // Once for each document, because it is long.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(findViolations, { within, rules: rules && [...rules] });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** The headings of the page that two parts of it share: a list of headings could not tell them apart. */
export async function listRepeatedHeadings(page: Page): Promise<string[]> {
  const texts = await page.locator("h1:visible, h2:visible, h3:visible").allInnerTexts();
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

/**
 * The elements that are shown in another order than screen readers read them and Tab reaches them. Not rows of buttons, where the one
 * that Enter presses comes first.
 */
export async function listReordered(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>("*")]
      .filter((element) => {
        const { order, flexDirection, float } = getComputedStyle(element);
        const isOfButtons = [...element.children].every((child) => child.matches("a, button, form"));
        const isReversed = flexDirection.endsWith("-reverse") && !isOfButtons;
        return order !== "0" || isReversed || float === "right" || element.tabIndex > 0;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 90)),
  );
}

function endAnimations(): void {
  for (const animation of document.getAnimations())
    if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
}

interface Question {
  within: string;
  rules: string[] | undefined;
}

async function findViolations({ within, rules }: Question): Promise<axe.AxeResults["violations"]> {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const options = {
    resultTypes: ["violations" as const],
    iframes: false,
    ...(rules && { runOnly: { type: "rule" as const, values: rules } }),
  };
  return (await inPage.run({ include: [within], exclude: ["iframe"] }, options)).violations;
}
