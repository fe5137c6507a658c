/** The operator's announcement above every page, whose code a page loads only when there is one. */
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, type Stage } from "../support/impersonation";
import { shareBrowser, visit } from "../support/chromium";
import { startProduct, type Product } from "../support/product";

const LATE_BY_MS = 1500;
const TEXT = "We move to new servers on Sunday";

let product: Product;
let stage: Stage;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  stage = await openStage(product);
  const master = await stage.person("master");
  const { data } = await master.call("GET", "/api/master/site");
  const { revision } = data.announcement as { revision: number };
  const given = { text_en: TEXT, text_es: "", revision };
  expect((await master.call("PUT", "/api/master/site/announcement", given)).status).toBe(200);
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

test.each(["/signin", "/account"])(
  "on %s, it stays where it is while its code is late, and is gone once it is dismissed",
  async (path) => {
    const person = await stage.person("owner");
    const { page, complaints, close } = await visit(browser, product);
    if (path !== "/signin")
      await page.context().addCookies([{ name: "session", value: person.cookie, url: product.url }]);
    await page.route(/\/assets\/banners-/, async (route) => {
      await setTimeout(LATE_BY_MS);
      await route.continue();
    });
    const loaded = page.waitForResponse(/\/assets\/banners-/);
    await page.goto(path, { waitUntil: "load" });
    const place = await page.locator("h1").boundingBox();
    const banner = page.getByRole("complementary", { name: "Announcement" });
    // What renders parts of the page again before the code is there.
    await page.keyboard.press("Tab");
    expect(await banner.innerText()).toContain(TEXT);
    await loaded;
    await page.waitForLoadState("networkidle");
    expect(await page.locator("h1").boundingBox()).toEqual(place);
    await banner.getByRole("button", { name: "Dismiss the announcement" }).click();
    await banner.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await close();
  },
);
