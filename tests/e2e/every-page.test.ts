/** Every page in both themes and languages: nothing for axe to find, and no sideways scrolling down to 360 px. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStage } from "../support/acting";
import { violations } from "../support/axe";
import {
  expectNoSidewaysScroll,
  launch,
  settledInPage,
  verifiedInPage,
  visit,
  type Visit,
} from "../support/chromium";
import { startProduct, type Product } from "../support/product";

const OPEN = [
  "/signin",
  "/signin?error=Something%20went%20wrong",
  "/signin/otp?token=otp_x",
  "/signin/otp?token=otp_x&with=backup",
  "/signin/magic",
  "/signin/magic?sent=1",
  "/magic",
  "/forgotpassword",
  "/resetpassword",
  "/resetpassword?token=rst_unknown",
  "/signup",
  "/404",
  "/dev/mail",
];
const SETTLED = [
  "/dashboard",
  "/account",
  "/account/profile",
  "/account/password",
  "/account/2fa",
  "/account/billing",
  "/account/notifications",
  "/account/activity",
  "/help",
  "/welcome",
  "/welcome?page=4",
  "/welcome?page=9",
];
const OF_MASTERS = ["/master", "/master/accounts", "/master/mails"];
/** What fits at 360 px fits at 390 too; axe reads the wide page everywhere, and the phone's once in each language. */
const WIDTHS = [1280, 360];
const ON_PHONE = ["en light", "es dark"];

let product: Product;
let browser: Browser;
let stranger: Visit;
let newcomer: Visit;
let owner: Visit;
let master: Visit;
beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  [stranger, newcomer, owner, master] = await Promise.all([
    visit(browser, product),
    visit(browser, product),
    visit(browser, product),
    visit(browser, product),
  ]);
  await verifiedInPage(newcomer.page, product, "newcomer@example.com");
  await settledInPage(owner.page, product, "owner@example.com");
  const stage = await openStage(product);
  const { cookie } = await stage.person("master");
  await master.page.context().addCookies([{ name: "session", value: cookie, url: product.url }]);
  await stage.close();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

describe.each([
  ["en", "light"],
  ["en", "dark"],
  ["es", "light"],
  ["es", "dark"],
])("in %s, %s", (locale, theme) => {
  beforeAll(async () => {
    for (const { page } of [stranger, newcomer, owner, master]) await prefer(page, locale, theme);
  });

  test.each(OPEN)("%s", (path) => look(stranger.page, path));
  test.each(["/signup/plan"])("%s", (path) => look(newcomer.page, path));
  test.each(SETTLED)("%s", (path) => look(owner.page, path));
  test.each(OF_MASTERS)("%s", (path) => look(master.page, path));

  async function look(page: Page, path: string): Promise<void> {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.locator("html").getAttribute("lang")).toBe(locale);
    expect(((await page.locator("html").getAttribute("class")) ?? "").includes("dark")).toBe(
      theme === "dark",
    );
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      if (width === 1280 || ON_PHONE.includes(`${locale} ${theme}`))
        expect(await violations(page), `${path} at ${width}px`).toEqual([]);
    }
  }
});

test("no page refused a script or a style, or logged an error", () => {
  expect([...stranger.complaints, ...newcomer.complaints, ...owner.complaints, ...master.complaints]).toEqual(
    [],
  );
});

async function prefer(page: Page, locale: string, theme: string): Promise<void> {
  await page.goto("/404");
  await page.evaluate(
    async (fields) => {
      await fetch("/preferences", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
    },
    { locale, dark_mode: String(theme === "dark"), return_to: "/404" },
  );
}
