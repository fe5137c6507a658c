/** A server that cannot be reached costs nobody what they typed. Spec §8. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, signUpInPage, visit } from "../support/chromium";
import { startProduct, type Product } from "../support/product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test("a card of the profile stays with what was typed, and a toast says why", async () => {
  const { page } = await visit(browser, product);
  await signUpInPage(page, "away@example.com");
  await page.goto("/account/profile");
  const card = page.locator("section#email");
  await card.getByLabel("New email address").fill("typed@example.com");
  await page.route("**/account/profile/email**", (route) => route.abort());
  await card.getByRole("button", { name: "Change email address" }).click();
  await page.getByText("The server could not be reached").waitFor();
  expect(await card.getByLabel("New email address").inputValue()).toBe("typed@example.com");
});
