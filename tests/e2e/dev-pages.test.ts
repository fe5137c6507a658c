/** The pages of the stand-ins for mail and payments show by themselves what happens in the background. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVerifiedUser, signUp } from "../support/clients";
import { shareBrowser, visit } from "../support/chromium";
import { startProduct, type Product } from "../support/product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await shareBrowser();
});
afterAll(() => product.stop());

test("an open /dev/mail shows a mail that is sent later", async () => {
  const { page, complaints, close } = await visit(browser, product);
  await page.goto("/dev/mail");
  expect(await page.getByText("late@example.com").count()).toBe(0);
  await signUp(product, "late@example.com");
  await page.getByText("late@example.com").first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("after a jump on /dev/billing, the page counts the webhooks until none waits", async () => {
  const { call } = await createVerifiedUser(product, "ada@example.com", "Ada");
  await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
  const { page, complaints, close } = await visit(browser, product);
  await page.goto("/dev/billing");
  await page.getByRole("button", { name: "Hold deliveries" }).click();
  await page.getByRole("button", { name: "Release in order" }).waitFor();
  await page.getByRole("button", { name: "Jump one month" }).click();
  await page.getByText(/\d+ webhooks are waiting/).waitFor();
  await page.getByText(/days ahead/).waitFor();
  await page.getByRole("button", { name: "Release in order" }).click();
  await page.getByText("No webhooks are waiting.").waitFor();
  expect(complaints).toEqual([]);
  await close();
});
