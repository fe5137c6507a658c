/** The full-screen overlay of what nothing may interrupt. Spec §4. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, settledInPage, visit } from "../support/chromium";
import { startProduct, type Product } from "../support/product";

const ANSWER_AFTER_MS = 1500;

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

const overlay = (page: Page) => page.getByRole("dialog", { name: "Loading" });

async function answerLate(page: Page, path: string): Promise<void> {
  await page.route(`**${path}**`, async (route) => {
    if (route.request().method() === "POST") await new Promise((done) => setTimeout(done, ANSWER_AFTER_MS));
    await route.continue();
  });
}

test("covers a page that sends itself until its answer is there, and shows itself only when that is late", async () => {
  const { page, close } = await visit(browser, product);
  await answerLate(page, "/magic");
  await page.goto("/magic?token=mag_unknown");
  await overlay(page).waitFor();
  const opacity = () => overlay(page).evaluate((element) => Number(getComputedStyle(element).opacity));
  expect(await opacity()).toBeLessThan(1);
  await expect.poll(opacity).toBe(1);
  await page.getByText("Magic Link Is Invalid").waitFor();
  expect(await overlay(page).count()).toBe(0);
  await close();
});

test("covers a page that is loaded anew, and one that somebody signs out of", async () => {
  const { page, close } = await visit(browser, product);
  await settledInPage(page, product, "leaving@example.com");
  // While the browser leaves a page it tells nobody about it: the page writes down what happened to it.
  await page.evaluate(() => {
    const overlay = document.querySelector("dialog");
    const onChange = () => sessionStorage.setItem("covered", String(overlay?.open));
    if (overlay) new MutationObserver(onChange).observe(overlay, { attributeFilter: ["open"] });
  });
  await openMenu(page);
  await page.getByRole("button", { name: "Español", exact: true }).click();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("es");
  expect(await page.evaluate(() => sessionStorage.getItem("covered"))).toBe("true");
  expect(await page.locator("dialog[open]").count()).toBe(0);

  await answerLate(page, "/signout");
  await openMenu(page);
  await page.getByRole("button", { name: "Cerrar sesión", exact: true }).click();
  await page.locator("dialog[open]").waitFor();
  await page.waitForURL("**/signin");
  await expect.poll(() => page.locator("dialog[open]").count()).toBe(0);
  await close();
});

const openMenu = (page: Page) =>
  page
    .getByRole("button", { name: /Grace Hopper/ })
    .first()
    .click();

test("is not there for a form that keeps its page", async () => {
  const { page, close } = await visit(browser, product);
  await answerLate(page, "/signin");
  await page.goto("/signin");
  // It is there once the page's scripts run: before that, the browser itself would post the form.
  await page.getByRole("button", { name: "Show password" }).waitFor();
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("not the password!");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.locator("form[aria-busy]").waitFor();
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await close();
});
