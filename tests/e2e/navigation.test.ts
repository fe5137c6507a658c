/** Navigating by keyboard and screen reader, and in the light or dark theme. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, visit } from "../support/chromium";
import { enter } from "../support/enter";
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

const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.tagName.toLowerCase()} ${element?.textContent.trim()}`;
  });
const isDark = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor === "rgb(11, 17, 32)");

test("after a navigation, the focus is on the new heading and the title is announced", async () => {
  const { page, close } = await enter({ browser, product }, "focus@example.com");
  await page.goto("/dashboard");
  expect(await describeFocus(page)).toMatch(/^body/);
  await page.getByRole("link", { name: "Help" }).first().click();
  await page.waitForURL("**/help");
  await expect.poll(() => describeFocus(page)).toBe("h1 Help");
  expect(await page.locator("p[aria-live='polite']").textContent()).toMatch(/^Help/);
  await close();
});

test("the icons of the navigation are 16 px wide", async () => {
  const { page, close } = await enter({ browser, product }, "icons@example.com");
  await page.goto("/account/profile");
  const widths = await page
    .locator("nav svg.lucide")
    .evaluateAll((icons) => icons.map((icon) => getComputedStyle(icon).width));
  expect(widths.length).toBeGreaterThan(5);
  expect(new Set(widths)).toEqual(new Set(["16px"]));
  await close();
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
  const links = page.getByRole("region", { name: "Menu" }).getByRole("link");
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(targets.length).toBeGreaterThan(2);
  expect(new Set(targets).size).toBe(targets.length);
  await close();
});

test.each([true, false])(
  "signed out, the operating system's dark theme applies; JavaScript: %s",
  async (javaScriptEnabled) => {
    const { page, close } = await visit(browser, product, { colorScheme: "dark", javaScriptEnabled });
    await page.goto("/signin");
    expect(await isDark(page)).toBe(true);
    await page.context().addCookies([{ name: "theme", value: "light", url: product.url }]);
    await page.reload();
    expect(await isDark(page)).toBe(false);
    await close();
  },
);

test("a user's dark theme stays after signing out on another device", async () => {
  const { page, close } = await enter({ browser, product }, "dark@example.com");
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /^Menu for/ }).click();
  await page.getByRole("button", { name: "Dark mode" }).click();
  await expect.poll(() => isDark(page)).toBe(true);
  await page.context().clearCookies({ name: "theme" });
  await page.reload();
  await page.getByRole("button", { name: /^Menu for/ }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL("**/signin");
  await page.reload();
  expect(await isDark(page)).toBe(true);
  await close();
});

test.each([1280, 390, 360])("at %d px, a notification covers nothing that Tab reaches", async (width) => {
  const { page, close } = await enter(
    { browser, product, options: { viewport: { width, height: 640 } } },
    `tab${width}@example.com`,
  );
  await page.goto("/account/profile");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.locator("[data-toast]").waitFor();
  // The notification's timer stops while the window has no focus; its own button does not count.
  await page.evaluate(() => (document.hasFocus = () => false));
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  for (let stops = 0; stops < 25; stops++) {
    await page.keyboard.press("Tab");
    const isCovered = await page.evaluate(() => {
      const [stop, toast] = [document.activeElement, document.querySelector("[data-toast]")];
      if (!stop || !toast || toast.contains(stop) || stop === document.body) return null;
      const [a, b] = [stop.getBoundingClientRect(), toast.getBoundingClientRect()];
      const isOver = a.bottom > b.top && a.top < b.bottom && a.right > b.left && a.left < b.right;
      return isOver ? stop.outerHTML.slice(0, 90) : null;
    });
    expect(isCovered).toBeNull();
  }
  expect(await page.locator("[data-toast]").count()).toBe(1);
  await close();
});
