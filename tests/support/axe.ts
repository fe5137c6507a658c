/** What axe finds wrong with a page for people who cannot see it, or not well. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";

/**
 * A line for each rule that is broken, and where. Waits for what is still moving: half faded in, a text is pale. Frames
 * hold what is not the product's own, and one that allows no scripts never answers.
 */
export async function violations(page: Page, within = "html"): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const found = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(within)
    .exclude("iframe")
    .analyze();
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}
