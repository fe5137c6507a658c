/** The search on the members page, with and without JavaScript. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD } from "../support/clients";
import { launch, visit } from "../support/chromium";
import { addMembers } from "../support/members";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { makeOwner } from "../support/team";

const EMAIL = "owner@example.com";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  const owner = await makeOwner(product, EMAIL, "Olivia Owner");
  const accountId = String((await owner.call("GET", "/api/auth")).data.account_id);
  const store = await openProductStore(product);
  await addMembers(store, { accountId, like: owner.id, count: 60 });
  await store.close();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test.each([true, false])(
  "finds a member from another page of the list; JavaScript: %s",
  async (javaScriptEnabled) => {
    const { page, close } = await visit(browser, product, { javaScriptEnabled });
    await page.goto("/signin");
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/welcome?page=1");

    await page.goto("/account/users");
    const table = page.getByRole("table", { name: "Members and invitations" });
    expect(await table.getByText("Member 60", { exact: true }).count()).toBe(0);
    await page.getByLabel("Email addresses").fill("typed@example.com");
    await page.getByRole("searchbox").fill("member 60");
    await page.getByRole("searchbox").press("Enter");
    await page.waitForURL("**/account/users?search=member+60");
    await expect.poll(() => table.getByRole("row").count()).toBe(2);
    expect(await table.getByText("Member 60", { exact: true }).count()).toBe(1);
    expect(await page.getByRole("searchbox").inputValue()).toBe("member 60");
    if (javaScriptEnabled)
      expect(await page.getByLabel("Email addresses").inputValue()).toBe("typed@example.com");
    await close();
  },
);
