/** The list of members: search, filters, order and actions on several, with and without JavaScript. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { PASSWORD } from "../support/clients";
import { shareBrowser, visit } from "../support/chromium";
import { addMembers } from "../support/members";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { makeOwner } from "../support/team";

const EMAIL = "owner@example.com";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  const owner = await makeOwner(product, EMAIL, "Olivia Owner");
  const accountId = String((await owner.call("GET", "/api/auth")).data.account_id);
  const store = await openProductStore(product);
  await addMembers(store, { accountId, like: owner.id, count: 60 });
  await store.close();
});

test.each([false, true])(
  "the list is searched, filtered, sorted and changed; JavaScript: %s",
  async (javaScriptEnabled) => {
    const { page, close } = await visit(browser, product, { javaScriptEnabled });
    await page.goto("/signin");
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/welcome?page=1");

    await page.goto("/account/users");
    const table = page.getByRole("table", { name: "Members and invitations" });
    expect(await table.getByText("Member 1", { exact: true }).count()).toBe(0);
    await page.getByRole("searchbox").fill("member 1");
    await page.getByRole("searchbox").press("Enter");
    await page.waitForURL(/\/account\/users\?.*search=member\+1/);
    // Member 1, and 10 to 19.
    await expect.poll(() => table.getByRole("row").count()).toBe(12);
    expect(await page.getByRole("searchbox").inputValue()).toBe("member 1");

    await page.getByRole("combobox", { name: "Role" }).selectOption("owner");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/permission=owner/);
    await expect.poll(() => table.getByText("No Results").count()).toBe(1);
    await page.getByRole("link", { name: "Clear filters" }).click();
    await table.getByRole("link", { name: "Name" }).click();
    await page.waitForURL(/sort=name&direction=asc/);
    await expect.poll(() => table.getByRole("row").nth(1).innerText()).toContain("Member 1");

    await table.getByRole("checkbox", { name: "Select Member 1", exact: true }).check();
    await table.getByRole("checkbox", { name: "Select Member 10" }).check();
    if (javaScriptEnabled) {
      await page.getByRole("button", { name: "Remove members" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove members" }).click();
    } else {
      await page.getByRole("button", { name: "With selected" }).click();
      await page.getByRole("radio", { name: /^Developer/ }).check();
      await page.getByRole("button", { name: "Change role" }).click();
    }
    const done = javaScriptEnabled
      ? /Member \d+ and Member \d+ have been removed\./
      : /The roles of Member \d+ and Member \d+ have been changed\./;
    // Without scripts the message is in a noscript element, which locators do not count as visible.
    await expect.poll(() => page.locator("body").innerText()).toMatch(done);
    await close();
  },
);

test("inviting is a dialog that marks each email before it is sent", async () => {
  const { page, close } = await visit(browser, product);
  await page.goto("/signin");
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/welcome?page=1");
  await page.goto("/account/users");
  await page.getByRole("link", { name: "Invite members" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("Email addresses");
  await field.fill(EMAIL);
  await field.press("Enter");
  await field.fill("nonsense");
  await field.press(",");
  await field.fill("fresh@example.com");
  await field.press("Enter");
  await dialog.getByText("Already a member").waitFor();
  await dialog.getByText("Not a valid email address").waitFor();
  await dialog.getByText("Will be invited").waitFor();
  await dialog.getByRole("button", { name: "Remove nonsense" }).click();
  // A pasted list, by line: all that are no emails are marked, and the form names them together.
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", ["one", "two@example.com", "three@"].join("\n"));
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => dialog.getByText("Not a valid email address").count()).toBe(2);
  await dialog.getByRole("button", { name: "Send invitations" }).click();
  await dialog.getByText("2 addresses are not valid: one, three@").waitFor();
  for (const email of ["one", "two@example.com", "three@"])
    await dialog.getByRole("button", { name: `Remove ${email}`, exact: true }).click();
  await dialog.getByRole("button", { name: "Send invitations" }).click();
  await page.getByText(`Invited: fresh@example.com. Already members: ${EMAIL}.`).waitFor();
  await dialog.waitFor({ state: "detached" });
  await close();
});
