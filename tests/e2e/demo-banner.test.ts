/** The banner on the pages of a demo account: accessible in both themes, and within a narrow window. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { accountEntity } from "~/models/account.server";
import type { OpenStore } from "~/models/store/database";
import { listViolations } from "../support/axe";
import { expectNoSidewaysScroll, shareBrowser } from "../support/chromium";
import { enter } from "../support/enter";
import { openProductStore } from "../support/product-store";
import { startProduct, type Product } from "../support/product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await shareBrowser();
});
afterAll(() => product.stop());

async function changeStore(work: (store: OpenStore) => Promise<unknown>): Promise<void> {
  const store = await openProductStore(product);
  await work(store);
  await store.close();
}

test("every page of a demo account says that it is one, without an error for axe or a scroll at 360 px", async () => {
  const { page, complaints, close } = await enter({ browser, product }, "demo@example.com");
  await page.goto("/dashboard");
  const banner = page.getByRole("complementary", { name: "Demo" });
  expect(await banner.count()).toBe(0);
  await changeStore((store) => store.update(accountEntity, { demoState: null }, { demoState: "complete" }));
  for (const path of ["/dashboard", "/account/users"]) {
    await page.goto(path);
    expect(await banner.textContent()).toContain("Sample data");
  }
  for (const darkMode of [false, true]) {
    await changeStore((store) => store.update(userEntity, { email: "demo@example.com" }, { darkMode }));
    await page.goto("/dashboard");
    expect(await page.locator("html").getAttribute("class")).toBe(darkMode ? "dark" : null);
    expect(await listViolations(page, { within: "body" })).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  expect(await banner.isVisible()).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});
