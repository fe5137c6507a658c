/** The API's viewer in a real browser: it works under the security policy, and calls the product with a key. */
import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { listViolations } from "../support/axe";
import { shareBrowser, visit } from "../support/chromium";
import { createApiClient } from "../support/clients";
import { makeTestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let browser: Browser;
let key: string;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  const store = await openProductStore(product);
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  await store.close();
  const call = createApiClient(product, owner.token);
  const { data } = await call("POST", "/api/key", { name: "Viewer", scope: ["users:read"] });
  key = String(data.full_key);
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

test("an opened call has names, and contrast in light and dark, and leads to the same call in the reference", async () => {
  const { page, complaints, close } = await visit(browser, product, { colorScheme: "light" });
  await page.goto("/api/docs/try");
  for (const name of ["Users-updateMember", "Users-listMembers", "Profile-updateUser"]) {
    await page.locator(`#operations-${name} .opblock-summary-control`).press("Enter");
  }
  await page.getByRole("textbox", { name: "Request body" }).first().waitFor();
  // Swagger UI's tables of answers are landmarks without a name (docs/decisions/0037).
  const violations = await listViolations(page);
  expect(violations.filter((line) => !line.startsWith("landmark-unique: "))).toEqual([]);
  const light = await readBackground(page);
  // The themes differ in colors only, and every-page.test.ts looks at the calls that are not opened in both.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => readBackground(page)).not.toBe(light);
  expect(await listViolations(page, { within: ".is-open", rules: ["color-contrast"] })).toEqual([]);
  await page
    .locator("#operations-Users-updateMember")
    .getByRole("link", { name: "This call in the reference" })
    .click();
  await page.waitForURL("**/api/docs?group=users#updateMember");
  await page.locator("#updateMember").waitFor();
  expect(complaints).toEqual([]);
  await close();
});

const readBackground = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);
