/** The menus of the app layout, by keyboard. */
import type { Browser, Page } from "playwright";
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

const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.tagName.toLowerCase()} ${element?.textContent.trim()}`;
  });

test("arrow keys, Home, End and first letters move through the menu, and Escape returns the focus", async () => {
  const { page, close } = await enter({ browser, product }, "menu@example.com");
  await page.goto("/dashboard");
  const button = page.getByRole("button", { name: /^Menu for/ });
  await button.focus();
  // Keys have no effect before the scripts run.
  await expect
    .poll(async () => {
      await page.keyboard.press("ArrowDown");
      return describeFocus(page);
    })
    .toBe("a Edit account");
  await page.keyboard.press("ArrowDown");
  expect(await describeFocus(page)).toBe("a Help");
  await page.keyboard.press("End");
  expect(await describeFocus(page)).toBe("button Sign out");
  await page.keyboard.press("ArrowDown");
  expect(await describeFocus(page)).toBe("a Edit account");
  await page.keyboard.type("da");
  expect(await describeFocus(page)).toBe("button Dark mode");
  await page.keyboard.press("Escape");
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await close();
});

test("the phone's menu has no entry twice", async () => {
  const { page, close } = await enter(
    { browser, product, options: { viewport: { width: 360, height: 740 } } },
    "phone@example.com",
  );
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.waitFor();
  const links = menu.getByRole("link");
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(targets.length).toBeGreaterThan(2);
  expect(new Set(targets).size).toBe(targets.length);
  await close();
});

test("the phone's menu is a dialog: the focus is in it, the rest is inert, and closing it returns the focus", async () => {
  const { page, close } = await enter(
    { browser, product, options: { viewport: { width: 360, height: 740 } } },
    "drawer@example.com",
  );
  await page.goto("/dashboard");
  await waitUntilLive(page);
  const button = page.getByRole("button", { name: "Open menu" });
  await button.click();
  await expect.poll(() => describeFocus(page)).toBe("button ");
  const isMainInert = () => page.locator("main").evaluate((main) => main.closest("[inert]") !== null);
  await expect.poll(isMainInert).toBe(true);
  await page.keyboard.press("Escape");
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.locator("[inert]").count()).toBe(0);
  await button.click();
  await expect.poll(() => page.locator("[inert]").count()).toBeGreaterThan(0);
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main, header") === null)).toBe(true);
  await close();
});

test("a menu opens with the focus on its first entry, and closes when Tab leaves it", async () => {
  const { page, close } = await enter({ browser, product }, "leaves@example.com");
  await page.goto("/dashboard");
  await waitUntilLive(page);
  await page.getByRole("button", { name: /^Menu for/ }).click();
  await expect.poll(() => describeFocus(page)).toBe("a Edit account");
  const menu = page.getByRole("region", { name: "Menu" });
  for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press("Tab");
  await expect.poll(() => menu.isVisible()).toBe(false);
  await close();
});
