/** The API's viewer in a real browser: it works under the security policy, and calls the product with a key. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, visit } from "../support/chromium";
import { createApiClient } from "../support/clients";
import { makePerson } from "../support/people";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

let product: Product;
let browser: Browser;
let key: string;
beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  const store = await openProductStore(product);
  const owner = await makePerson(store, { permission: "owner", isVerified: true, subscription: "active" });
  await store.close();
  const call = createApiClient(product, owner.token);
  const { data } = await call("POST", "/api/key", { name: "Viewer", scope: ["users:read"] });
  key = String(data.full_key);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test("a visitor enters a key by keyboard, makes a call and sees its answer; nothing is blocked or fetched elsewhere", async () => {
  const { page, complaints, close } = await visit(browser, product);
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.goto("/api/docs/try");
  await page.getByRole("button", { name: "Authorize" }).press("Enter");
  await page.locator("#auth-bearer-value").nth(0).fill(key);
  await page
    .locator("form", { has: page.locator("#auth-bearer-value") })
    .getByRole("button")
    .first()
    .press("Enter");
  await page.getByRole("button", { name: "Close" }).last().press("Enter");
  const call = page.locator("#operations-Users-listMembers");
  await call.locator(".opblock-summary-control").press("Enter");
  await call.getByRole("button", { name: "Execute" }).press("Enter");
  await expect
    .poll(() => call.locator(".live-responses-table .response-col_status").last().innerText())
    .toMatch(/^200/);
  expect(await call.locator(".live-responses-table").innerText()).toContain("A owner");
  expect([...hosts]).toEqual([new URL(product.url).host]);
  expect(complaints).toEqual([]);
  await close();
});
