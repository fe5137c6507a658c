/** The dashboard's chart: the server's static chart until it is used, then the library's at the same place. */
import type { Browser, Page } from "playwright";
import { afterEach, beforeAll, expect, test } from "vitest";
import { PASSWORD, createUserOnFreePlan } from "../support/clients";
import { shareBrowser, visit, type Visit } from "../support/chromium";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

const EMAIL = "grace@example.com";
/** A script that sums up the page's layout shifts without user input. */
const COUNT_SHIFTS = `globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });`;

let product: Product;
let browser: Browser;
let opened: Visit;
beforeAll(async () => {
  product = await shareProduct();
  await createUserOnFreePlan(product, EMAIL);
  browser = await shareBrowser();
});
afterEach(() => opened.close());

/** Signs in, and waits until the dashboard is idle. */
async function openDashboard(): Promise<Page> {
  opened = await visit(browser, product);
  const { page } = opened;
  await page.addInitScript(COUNT_SHIFTS);
  await page.goto("/signin");
  await page.fill("[name=email]", EMAIL);
  await page.fill("[name=password]", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/signin");
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  await page.waitForTimeout(1000);
  return page;
}

/** Moves the focus with the keyboard, because shifts after a key press do not count. */
async function focusChart(page: Page): Promise<void> {
  for (let stops = 0; stops < 40 && !(await isFocused(page)); stops += 1) await page.keyboard.press("Tab");
}

/** Where the chart is in the page, wherever that is scrolled to. */
const measureArea = (page: Page) =>
  page.locator(".chart-area").evaluate((area) => {
    const { x, y, width, height } = area.getBoundingClientRect();
    return { x, y: y + scrollY, width, height };
  });

const isFocused = (page: Page) => getChart(page).evaluate((chart) => chart.contains(document.activeElement));
const getChart = (page: Page) => page.locator("figure.chart");
const drawn = ".recharts-surface";

test.each([
  ["a pointer", (page: Page) => getChart(page).hover()],
  ["the keyboard's focus", focusChart],
])("the library loads with %s, and nothing moves", async (_, use) => {
  const page = await openDashboard();
  expect(await page.locator(drawn).count()).toBe(0);
  const before = await measureArea(page);
  await use(page);
  await page.waitForSelector(drawn);
  await page.waitForTimeout(500);
  expect(await measureArea(page)).toEqual(before);
  expect(await page.evaluate("globalThis.shifted")).toBe(0);
  expect(opened.complaints).toEqual([]);
});

test("the keyboard's focus shows the chart's numbers, and hides them when it leaves", async () => {
  const page = await openDashboard();
  const numbers = page.locator(".chart-numbers");
  const isShown = () => numbers.evaluate((table) => getComputedStyle(table).opacity === "1");
  expect(await isShown()).toBe(false);
  await focusChart(page);
  expect(await isShown()).toBe(true);
  await page.keyboard.press("Tab");
  expect(await isShown()).toBe(false);
});

test("the arrow keys read the points, each with the change on the month before", async () => {
  const page = await openDashboard();
  await focusChart(page);
  const reading = page.locator(".chart-reading");
  const read = async (key: string) => {
    await page.keyboard.press(key);
    return (await reading.textContent())?.replace(/^\w+: /, "").replace(/ \w+$/, "");
  };
  expect(await read("End")).toBe("Revenue $56,200, up 17.1% on");
  expect(await read("ArrowLeft")).toBe("Revenue $48,000, up 23.1% on");
  expect(await read("ArrowLeft")).toBe("Revenue $39,000, down 4.9% on");
  expect(await read("Home")).toBe("Revenue $12,000");
  expect(await page.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/^\w+: Revenue \$12,000$/);
});
