/** The banner on the pages of a demo account: accessible in both themes, and within a narrow window. */
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import { listViolations } from "../support/axe";
import { expectNoSidewaysScroll, launch } from "../support/chromium";
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

async function markEveryAccount(): Promise<void> {
  const store = await openStore(`sqlite:${join(product.dataDir, "app.db")}`);
  await store.update("accounts", { demoState: null }, { demoState: "complete" });
  await store.close();
}

test("every page of a demo account says that it is one, without an error for axe or a scroll at 360 px", async () => {
  const { page, complaints, close } = await enter({ browser, product }, "demo@example.com");
  await page.goto("/dashboard");
  const banner = page.getByRole("complementary", { name: "Demo" });
  expect(await banner.count()).toBe(0);
  await markEveryAccount();
  for (const path of ["/dashboard", "/account/users"]) {
    await page.goto(path);
    expect(await banner.textContent()).toContain("Sample data");
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await listViolations(page, { within: "body" })).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  expect(await banner.isVisible()).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});
