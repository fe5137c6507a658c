/** What axe finds wrong with a page for people who cannot see it, or not well. */
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright";

/**
 * A line for each rule that is broken, and where. Ends what is still moving first: half faded in, a text is pale. Frames
 * hold what is not the product's own, and one that allows no scripts never answers.
 */
export async function violations(page: Page, within = "html"): Promise<string[]> {
  await page.evaluate(endAnimations);
  // Once for each document: the source is half a megabyte.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(findViolations, within);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

function endAnimations(): void {
  for (const animation of document.getAnimations())
    if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
}

async function findViolations(within: string): Promise<AxeResults["violations"]> {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const options = { resultTypes: ["violations" as const], iframes: false };
  return (await inPage.run({ include: [within], exclude: ["iframe"] }, options)).violations;
}
