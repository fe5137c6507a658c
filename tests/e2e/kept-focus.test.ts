/** Where the focus is when a part of the page, or the whole document, gives way to another. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { shareBrowser, waitUntilLive } from "../support/chromium";
import { enter } from "../support/enter";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});

test("the heading of the next step has the focus and is described by its number, and the first page leaves the focus alone", async () => {
  const { page, close } = await enter({ browser, product }, "steps@example.com");
  await page.goto("/welcome?page=1");
  await waitUntilLive(page);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  await page.getByRole("navigation", { name: "Welcome" }).getByRole("link").nth(1).click();
  await page.waitForURL("**/welcome?page=2");
  const heading = page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await heading.innerText()).not.toBe(title);
  const described = await heading.evaluate(
    (element) => document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent,
  );
  expect(described).toMatch(/^Step 2 of \d$/);
  await close();
});

test("after another language was chosen, the focus is on it in the new document", async () => {
  const { page, close } = await enter({ browser, product }, "language@example.com");
  await page.goto("/welcome?page=2");
  await waitUntilLive(page);
  await page.getByRole("button", { name: "Español" }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("es");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Español");
  await close();
});
