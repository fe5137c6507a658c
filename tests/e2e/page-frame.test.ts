/** What surrounds the content of a page: the navigation, the width of forms, and the feedback heart. */
import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { shareBrowser, type Visit } from "../support/chromium";
import { enter } from "../support/enter";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

const PHONE = { width: 360, height: 640 };

let product: Product;
let browser: Browser;
let owner: Visit;
let page: Page;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  owner = await enter({ browser, product }, "frame@example.com");
  ({ page } = owner);
});

test("a signed-in user keeps the navigation on a page that does not exist", async () => {
  const answer = await page.goto("/account/nothing");
  expect(answer?.status()).toBe(404);
  const entry = page.getByRole("navigation").getByRole("link", { name: "Dashboard" });
  expect(await entry.isVisible()).toBe(true);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("doesn't exist");
});

test.each([
  "/account/profile",
  "/account/security",
  "/account/password",
  "/account/2fa",
  "/account/notifications",
  "/account/users/invite",
  "/account/apikeys/create",
  "/account/webhooks/create",
])("the forms of %s are as wide as those of the other pages", async (path) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
  const width = await page
    .locator("main .card")
    .first()
    .evaluate((card) => card.getBoundingClientRect().width);
  expect(width).toBe(768);
});

test("on paper a table has all columns, whole names and no controls", async () => {
  await page.goto("/account/users", { waitUntil: "networkidle" });
  await page.setViewportSize({ width: 700, height: 990 });
  await page.emulateMedia({ media: "print" });
  const table = page.getByRole("table", { name: "Members and invitations" });
  expect(await table.getByRole("columnheader").allTextContents()).toEqual([
    "Name",
    "Role",
    "Status",
    "Last sign-in",
    "2FA",
    "Joined",
  ]);
  expect(await page.getByRole("main").locator("button:visible, input:visible, select:visible").count()).toBe(
    0,
  );
  const cut = await table
    .locator("tbody *")
    .evaluateAll(
      (all) =>
        all.filter(
          (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== "visible",
        ).length,
    );
  expect(cut).toBe(0);
  await page.emulateMedia({ media: "screen" });
});

test("on a phone the heart covers nothing of the page, wherever it is scrolled to", async () => {
  await page.setViewportSize(PHONE);
  await page.goto("/account/profile", { waitUntil: "networkidle" });
  const heart = page.getByRole("link", { name: "Give feedback" });
  const measure = () =>
    heart.evaluate((element) => {
      const cards = [...document.querySelectorAll("main .card")];
      const end = Math.max(...cards.map((card) => card.getBoundingClientRect().bottom));
      return element.getBoundingClientRect().top - end;
    });
  expect(await measure()).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await measure()).toBeGreaterThan(0);
  expect(await heart.isVisible()).toBe(true);
  await owner.close();
});
