/** /dev/kit: every piece in both themes and languages, and how the interactive ones answer the keyboard. */
import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DRAWER_MAX_WIDTH_REM, hours } from "~/domain/limits";
import { listViolations } from "../support/axe";
import { expectNoSidewaysScroll, shareBrowser, visit, type Visit } from "../support/chromium";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { DATE_BUTTON_WIDTH_PX, SELECT_MENU_MAX_HEIGHT_REM } from "../../tailwind.config";
import { TOOLTIP_OPEN_DELAY_MS } from "../../app/ui/kit/tooltip";

const REM_PX = 16;

let product: Product;
let browser: Browser;
/** What most tests use: each leaves the page with everything closed. */
let kit: Visit;
const visits: Visit[] = [];
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  kit = await openKit();
});
afterEach(async () => {
  expect(kit.complaints).toEqual([]);
  for (const { complaints, close } of visits.splice(0)) {
    expect(complaints).toEqual([]);
    await close();
  }
});
afterAll(() => kit.close());

async function openKit(options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  const opened = await visit(browser, product, options);
  await opened.page.goto("/dev/kit", { waitUntil: "networkidle" });
  return opened;
}

/** A page of the test's own, for what others would notice. */
async function openOwnKit(options: Parameters<typeof visit>[2] = {}): Promise<Page> {
  const opened = await openKit(options);
  visits.push(opened);
  return opened.page;
}

// Themes differ in colors only and languages in lengths only.
describe.each([
  { locale: "en-US", colorScheme: "light" },
  { locale: "es-ES", colorScheme: "dark" },
] as const)("in $locale, $colorScheme", (options) => {
  test.each([1280, 360])("axe finds nothing at %d px, and nothing scrolls sideways", async (width) => {
    const page = await openOwnKit({ ...options, viewport: { width, height: 800 } });
    await expectNoSidewaysScroll(page);
    expect(await listViolations(page)).toEqual([]);
  });
});

test("without scripts every state is there", async () => {
  const page = await openOwnKit({ javaScriptEnabled: false });
  expect(await page.getByText("Label is required").count()).toBeGreaterThan(5);
  expect(await page.locator("figure.chart svg").count()).toBeGreaterThan(5);
  expect(await page.locator('input[type="date"]').count()).toBe(3);
});

test("the page's forms choose the theme and the language", async () => {
  const page = await openOwnKit({ colorScheme: "light" });
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.locator("#forms").getByRole("button", { name: "Save" }).click();
  await page.locator("html.dark").waitFor();
  await page.getByRole("button", { name: "Español" }).click();
  await page.getByRole("heading", { name: "Piezas de la interfaz" }).waitFor();
});

describe("tooltip", () => {
  const getTooltip = (page: Page) => page.getByRole("tooltip");

  test("a tooltip opens with the keyboard's focus, and closes on Escape", async () => {
    const { page } = kit;
    await page.getByRole("button", { name: "Open the right drawer" }).focus();
    await page.keyboard.press("Tab");
    await getTooltip(page).filter({ hasText: "Settings" }).waitFor();
    await page.keyboard.press("Escape");
    await getTooltip(page).waitFor({ state: "detached" });
  });

  test("a tooltip opens at 700 ms under the pointer, within the window", async () => {
    const page = await openOwnKit({ viewport: { width: 360, height: 800 } });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + hours(1));
    await page
      .locator("#overlays")
      .getByRole("button", { name: /longer than usual/ })
      .hover();
    await page.clock.runFor(TOOLTIP_OPEN_DELAY_MS - 50);
    expect(await getTooltip(page).count()).toBe(0);
    await page.clock.runFor(50);
    const box = await getTooltip(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await expectNoSidewaysScroll(page);
  });
});

describe.each(["left", "right"] as const)("the %s drawer", (side) => {
  test("the drawer is 15rem wide at its side, keeps the focus, and returns it", async () => {
    const { page } = kit;
    const opener = page.getByRole("button", { name: `Open the ${side} drawer` });
    await opener.focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog");
    await drawer.waitFor();
    await drawer.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const box = await drawer.boundingBox();
    expect(box).toMatchObject({ y: 0, width: DRAWER_MAX_WIDTH_REM * REM_PX, height: 800 });
    const edge = await page.evaluate(() => document.body.getBoundingClientRect().right);
    expect(box?.x).toBe(side === "left" ? 0 : edge - DRAWER_MAX_WIDTH_REM * REM_PX);
    for (let stop = 0; stop < 5; stop += 1) {
      await page.keyboard.press("Tab");
      expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    expect(await listViolations(page, { within: '[role="dialog"]' })).toEqual([]);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe("select", () => {
  test("typing chooses the option that begins with it", async () => {
    const { page } = kit;
    const select = page.getByLabel("Long list");
    await select.focus();
    await page.keyboard.type("Option 42");
    expect(await select.inputValue()).toBe("42");
  });

  test("the list of a select is at most 24rem high", async () => {
    const height = await kit.page
      .getByLabel("Long list")
      .evaluate((element) => getComputedStyle(element, "::picker(select)").maxHeight);
    expect(height).toBe(`${SELECT_MENU_MAX_HEIGHT_REM * REM_PX}px`);
  });

  test("the keyboard opens its list, moves in it, and chooses", async () => {
    const { page } = kit;
    const select = page.getByLabel("Long list");
    const chosen = await select.inputValue();
    await select.focus();
    await page.keyboard.press("Enter");
    expect(await select.evaluate((element) => element.matches(":open"))).toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await select.evaluate((element) => element.matches(":open"))).toBe(false);
    expect(await select.inputValue()).not.toBe(chosen);
  });
});

test("the arrow keys choose a radio button, but not one that is disabled", async () => {
  const { page } = kit;
  const radios = page.locator('input[name="radio-filled"]');
  const getChosen = () => page.locator('input[name="radio-filled"]:checked').getAttribute("value");
  await radios.nth(1).focus();
  await page.keyboard.press("ArrowUp");
  expect(await getChosen()).toBe("one");
  await page.keyboard.press("ArrowUp");
  expect(await getChosen()).toBe("two");
});

describe("a question", () => {
  test("that cannot be loaded is not asked; once it can be, it is", async () => {
    const code = /\/assets\/dialog-box/;
    const opened = await visit(browser, product);
    visits.push(opened);
    const { page } = opened;
    await page.route(code, (route) => route.abort());
    await page.goto("/dev/kit", { waitUntil: "networkidle" });
    const remove = page.getByRole("button", { name: "Remove", exact: true });
    await remove.click();
    await page.getByText("Nothing was changed.").waitFor();
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await page.unroute(code);
    await remove.click();
    await page.getByRole("alertdialog").waitFor();
    await page.keyboard.press("Escape");
    expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

test("the menu of a row that is opened before its code is loaded opens with it, and closes on its button", async () => {
  const opened = await visit(browser, product);
  visits.push(opened);
  const { page } = opened;
  await page.route(/\/assets\/row-menu-items/, async (route) => {
    await setTimeout(1000);
    await route.continue();
  });
  await page.goto("/dev/kit", { waitUntil: "load" });
  const button = page.getByRole("button", { name: /^Actions for/ }).first();
  await button.click();
  const items = page.getByRole("menuitem");
  await items.first().waitFor();
  expect(await items.first().evaluate((item) => item === document.activeElement)).toBe(true);
  await button.click();
  await items.first().waitFor({ state: "detached" });
});

describe("date field", () => {
  /** The field for a day; the one for a moment shows the same day. */
  const getDayButton = (page: Page) =>
    page.getByRole("button").filter({ hasText: "February 14, 2026" }).first();

  test("the button of a date field is 280 px wide and shows the long date", async () => {
    const { page } = kit;
    const button = getDayButton(page);
    expect((await button.boundingBox())?.width).toBe(DATE_BUTTON_WIDTH_PX);
  });

  test("the calendar of a date field shows 35 or 42 days, also in a month of four weeks", async () => {
    const { page } = kit;
    await getDayButton(page).click();
    const days = page.getByRole("gridcell");
    await days.first().waitFor();
    expect(await days.count()).toBe(42);
    await page.getByRole("button", { name: /next month/i }).click();
    await page.getByText("March 2026").waitFor();
    expect(await days.count()).toBe(35);
    await page.keyboard.press("Escape");
    await days.first().waitFor({ state: "detached" });
  });
});
