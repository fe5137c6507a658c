/** Two tabs change the same: the second gets an error at the field, keeps what was typed, and can replace the other value. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenStore } from "~/models/store/database";
import { userEntity } from "~/models/user.server";
import { shareBrowser, visit, waitUntilLive } from "../support/chromium";
import { createKeyboard } from "../support/keyboard";
import type { Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { shareProduct } from "../support/shared-product";
import { makeTestUser } from "../support/users";

let product: Product;
let store: OpenStore;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  browser = await shareBrowser();
});
afterAll(() => store.close());

test("the second of two tabs gets an error with both values, and saves again to replace the first", async () => {
  const { userId, cookie } = await makeTestUser(store, {
    permission: "owner",
    isVerified: true,
    subscription: "active",
  });
  const { page, complaints, close } = await visit(browser, product);
  await page.context().addCookies([{ name: "session", value: cookie, url: product.url, httpOnly: true }]);
  await page.goto("/account/profile");
  await waitUntilLive(page);
  await store.update(userEntity, { id: userId }, { name: "Ada of the other tab" });

  const keys = createKeyboard(page);
  const row = page.locator("#name");
  await keys.press(row.locator("summary, button").first());
  const field = page.getByLabel("Your name", { exact: true });
  await keys.type(field, "Ada of this tab");
  await keys.press(row.getByRole("button", { name: "Save" }));
  await page.getByText("changed meanwhile to “Ada of the other tab”. Here it is “Ada of this tab”").waitFor();
  expect(await field.inputValue()).toBe("Ada of this tab");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

  await keys.press(row.getByRole("button", { name: "Save" }));
  await expect
    .poll(async () => (await store.findOne(userEntity, { id: userId }))?.name)
    .toBe("Ada of this tab");
  expect(complaints).toEqual([]);
  await close();
});
