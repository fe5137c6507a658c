/** The full-screen overlay for steps that must not be interrupted. */
import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { shareBrowser, signUpOnFreePlanInPage, visit } from "../support/chromium";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

const ANSWER_AFTER_MS = 1500;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});

const getOverlay = (page: Page) => page.getByRole("dialog", { name: "Loading" });

async function answerLate(page: Page, path: string): Promise<void> {
  await page.route(`**${path}**`, async (route) => {
    if (route.request().method() === "POST") await new Promise((done) => setTimeout(done, ANSWER_AFTER_MS));
    await route.continue();
  });
}

test("the overlay covers a page that submits itself until it is answered, and becomes visible only when the answer is late", async () => {
  const { page, close } = await visit(browser, product);
  await answerLate(page, "/magic");
  await page.goto("/magic?token=mag_unknown");
  await getOverlay(page).waitFor();
  const readOpacity = () => getOverlay(page).evaluate((element) => Number(getComputedStyle(element).opacity));
  expect(await readOpacity()).toBeLessThan(1);
  await expect.poll(readOpacity).toBe(1);
  await page.getByText("Magic Link Is Invalid").waitFor();
  expect(await getOverlay(page).count()).toBe(0);
  await close();
});

test("the overlay covers a page while it reloads, and while the user signs out", async () => {
  const { page, close } = await visit(browser, product);
  await signUpOnFreePlanInPage(page, product, "leaving@example.com");
  // A page that is being left cannot be observed from outside, so it records in session storage what happened.
  await page.evaluate(() => {
    const getOverlay = document.querySelector("dialog");
    const handleChange = () => sessionStorage.setItem("covered", String(getOverlay?.open));
    if (getOverlay) new MutationObserver(handleChange).observe(getOverlay, { attributeFilter: ["open"] });
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

test("the overlay is absent for a form that stays on its page", async () => {
  const { page, close } = await visit(browser, product);
  await answerLate(page, "/signin");
  await page.goto("/signin");
  // This button exists once the page's scripts run: before that, the browser itself would post the form.
  await page.getByRole("button", { name: "Show password" }).waitFor();
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("not the password!");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.locator("form[aria-busy]").waitFor();
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await close();
});
