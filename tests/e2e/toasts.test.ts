/** The notifications by keyboard, in a browser: F8 leads to them, and Escape closes one and leaves them. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { shareBrowser, visit, type Visit } from "../support/chromium";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { TOAST_AUTO_CLOSE_MS } from "../../app/ui/toast/toast-store";

let product: Product;
let browser: Browser;
let opened: Visit;
let page: Page;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  opened = await visit(browser, product);
  page = opened.page;
});
beforeEach(async () => {
  await page.goto("/dev/kit");
  await expect
    .poll(async () => {
      // The region is loaded with the first notification; before the scripts run, the button does nothing.
      if ((await countToasts()) === 0) await showToast();
      await page.keyboard.press("F8");
      return (await getRegion().count()) === 1 && isInRegion();
    })
    .toBe(true);
  while ((await countToasts()) > 0) await page.keyboard.press("Escape");
  expect(await isInRegion()).toBe(false);
});
afterAll(async () => {
  expect(opened.complaints).toEqual([]);
});

const getRegion = () => page.getByRole("region", { name: /Notifications/ });
const isInRegion = () => getRegion().evaluate((element) => element.contains(document.activeElement));
const countToasts = () => page.locator("[data-toast]").count();
const waitForNone = () =>
  page
    .locator("[data-toast]")
    .first()
    .waitFor({ state: "detached", timeout: 2 * TOAST_AUTO_CLOSE_MS });

/** One of the page's notifications, shown without a pointer and a focus, as the script of a page does. */
const showToast = (index = 0) =>
  page
    .getByRole("button", { name: "Show the notification" })
    .nth(index)
    .evaluate((button: HTMLElement) => button.click());

test("with nothing focused before, the toasts after F8 and Escape close by themselves", async () => {
  await showToast();
  await page.keyboard.press("F8");
  expect(await isInRegion()).toBe(true);
  await page.keyboard.press("Escape");
  expect(await countToasts()).toBe(0);
  expect(await isInRegion()).toBe(false);
  await showToast();
  expect(await countToasts()).toBe(1);
  await waitForNone();
});

test("the toasts that Escape leaves close by themselves, and stay while the focus is among them", async () => {
  await showToast(0);
  await showToast(2);
  await page.keyboard.press("F8");
  await page.waitForTimeout(TOAST_AUTO_CLOSE_MS + 1000);
  expect(await countToasts()).toBe(2);
  await page.keyboard.press("Escape");
  expect(await countToasts()).toBe(1);
  await waitForNone();
});

test("a click elsewhere lets them close, too", async () => {
  await showToast();
  await page.keyboard.press("F8");
  await page.getByRole("heading", { level: 1 }).click();
  expect(await isInRegion()).toBe(false);
  await waitForNone();
});

test("on a wide screen the toasts are at the lower right, and at the left of a button that they would cover", async () => {
  await showToast();
  const measureGap = () =>
    getRegion().evaluate((region) => innerWidth - Math.round(region.getBoundingClientRect().right));
  expect(await measureGap()).toBe(16);
  await waitForNone();
  await page.evaluate(() => {
    // The page's own forms may be at every side.
    for (const one of document.querySelectorAll<HTMLElement>("main form")) one.style.display = "none";
    const form = document.createElement("form");
    form.style.cssText = "position: fixed; bottom: 90px; right: 40px";
    form.append(document.createElement("button"));
    document.querySelector("main")?.append(form);
  });
  await showToast();
  expect(await measureGap()).toBeGreaterThan(120);
});
