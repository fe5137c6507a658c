/** The heart button: a panel with scripts, a page without. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { FEEDBACK_CLOSES_AFTER_MS } from "~/domain/limits";
import { shareBrowser } from "../support/chromium";
import { enter } from "../support/enter";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});

test("a face reveals the comment, and the panel closes 3 seconds after the feedback was accepted", async () => {
  const { page, close } = await enter({ browser, product }, "panel@feedback.example.com");
  await page.goto("/dashboard");
  const panel = page.getByRole("dialog", { name: "Feedback" });
  await expect
    .poll(async () => {
      await page.getByRole("link", { name: "Give feedback" }).click();
      return panel.isVisible();
    })
    .toBe(true);
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  expect(await panel.getByLabel("What should we know?").isVisible()).toBe(false);
  await panel.getByText("Badly").click();
  await panel.getByLabel("What should we know?").fill("The chart is empty");
  await panel.getByRole("button", { name: "Send feedback" }).click();
  await page.getByText("Thank you for your feedback.").first().waitFor();
  const acceptedAt = Date.now();
  expect(await panel.isVisible()).toBe(true);
  await panel.waitFor({ state: "hidden" });
  expect(Date.now() - acceptedAt).toBeGreaterThan(FEEDBACK_CLOSES_AFTER_MS - 500);
  await close();
});

test("Escape closes the panel, and the heart has the focus again", async () => {
  const { page, close } = await enter({ browser, product }, "escape@feedback.example.com");
  await page.goto("/help");
  const heart = page.getByRole("link", { name: "Give feedback" });
  const panel = page.getByRole("dialog", { name: "Feedback" });
  await expect
    .poll(async () => {
      // Before hydration the heart is a link to its page, which has a heart as well.
      await heart.focus();
      await page.keyboard.press("Enter");
      return panel.isVisible();
    })
    .toBe(true);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  expect(await heart.evaluate((element) => element === document.activeElement)).toBe(true);
  await close();
});

test("without JavaScript the heart leads to a page with the same form", async () => {
  const { page, close } = await enter(
    { browser, product, options: { javaScriptEnabled: false } },
    "plain@feedback.example.com",
  );
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Give feedback" }).click();
  expect(await page.getByLabel("What should we know?").isVisible()).toBe(false);
  await page.getByText("Well", { exact: true }).click();
  await page.getByRole("button", { name: "Send feedback" }).click();
  // Playwright's browser does not parse `noscript`.
  await expect
    .poll(async () => (await page.locator("noscript").allTextContents()).join())
    .toContain("Thank you for your feedback.");
  await close();
});
