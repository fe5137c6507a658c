/** An offer of ownership in the browser: the dashboard says that it waits, the answer is asked once more, and the focus follows. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountEntity } from "~/models/account.server";
import { membershipEntity } from "~/models/membership.server";
import { sessionEntity } from "~/models/session.server";
import type { OpenStore } from "~/models/store/database";
import { shareBrowser, visit, waitUntilLive } from "../support/chromium";
import { addMember } from "../support/members";
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
afterAll(async () => {
  await store.close();
});

test.each([false, true])(
  "an offer is seen on the dashboard, and accepted after a question; JavaScript: %s",
  async (javaScriptEnabled) => {
    const owner = await makeTestUser(store, {
      permission: "owner",
      isVerified: true,
      subscription: "active",
    });
    const { accountId } = owner;
    const admin = await makeTestUser(store, {
      permission: "owner",
      isVerified: true,
      subscription: "active",
    });
    await addMember(store, { userId: admin.userId, accountId, role: "admin" });
    await store.update(sessionEntity, { userId: admin.userId }, { accountId });
    await store.update(accountEntity, { id: accountId }, { ownerOfferedTo: admin.userId });
    const { page, close, complaints } = await visit(browser, product, { javaScriptEnabled });
    await page
      .context()
      .addCookies([{ name: "session", value: admin.cookie, url: product.url, httpOnly: true }]);
    const getFocused = () => page.evaluate(() => document.activeElement?.textContent);

    await page.goto("/dashboard");
    await page.getByText("You have been offered ownership of").waitFor();
    await page.getByRole("link", { name: "Accept or decline" }).click();
    await page.waitForURL("**/account");
    if (javaScriptEnabled) await waitUntilLive(page);
    await page.getByRole("link", { name: "Decline", exact: true }).click();
    await page.getByText("Decline ownership of").waitFor();
    if (javaScriptEnabled) await expect.poll(getFocused).toMatch(/^Decline ownership of/);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Accept", exact: true }).click();
    await page.getByText("Become the owner of").waitFor();
    if (javaScriptEnabled) await expect.poll(getFocused).toMatch(/^Become the owner of/);
    await page.getByRole("button", { name: "Become the owner" }).click();
    await page.waitForURL("**/account");
    await expect
      .poll(() => page.locator("body").innerText())
      .toContain("You are now the owner of the account.");
    if (javaScriptEnabled) {
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    }
    const membership = await store.findOne(membershipEntity, { userId: admin.userId, accountId });
    expect(membership?.role).toBe("owner");
    expect(complaints).toEqual([]);
    await close();
  },
);
