/** A master impersonates a customer in a browser with JavaScript, and every page shows it. */
import { sessionEntity } from "~/models/session.server";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, REASON, type Caller, type Stage } from "../support/impersonation";
import { expectNoSidewaysScroll, shareBrowser, visit, type Visit } from "../support/chromium";
import { startProduct, waitFor, type Product } from "../support/product";

let product: Product;
let stage: Stage;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  stage = await openStage(product);
  browser = await shareBrowser();
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

async function open(person: Caller): Promise<Visit> {
  const opened = await visit(browser, product);
  await opened.page.context().addCookies([{ name: "session", value: person.cookie, url: product.url }]);
  return opened;
}

/** Waits until local storage holds the session user with this name. */
function waitForStoredName(page: Page, name: string): Promise<unknown> {
  const readStoredName = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem("user") ?? "{}") as { name?: string }).name);
  return waitFor(async () => (await readStoredName()) === name, `${name} in local storage`);
}

test("a master impersonates a customer and returns, and local storage follows", async () => {
  const [master, customer] = [await stage.person("master"), await stage.customer()];
  const { page, complaints } = await open(master);
  await page.goto("/master/people");
  await page.getByRole("searchbox").fill("a owner");
  await page.getByRole("searchbox").press("Enter");
  // The new list closes the menus of the one before.
  await page.waitForURL(/search=a\+owner/);
  await page.getByRole("button", { name: "Actions for A owner" }).click();
  await page.getByRole("menuitem", { name: "Sign in as" }).click();
  await page.getByRole("button", { name: "Sign in as A owner" }).click();
  await page.getByText("Please enter a reason").waitFor();
  await page.getByLabel("Reason").fill(REASON);
  await page.getByRole("button", { name: "Sign in as A owner" }).click();
  await page.waitForURL("**/dashboard");
  await waitForStoredName(page, "A owner");

  for (const path of ["/dashboard", "/welcome", "/account/profile", "/no/such/page"]) {
    // With the code of the late parts: a navigation before it is there is React's error 421.
    await page.goto(path, { waitUntil: "networkidle" });
    await page.setViewportSize({ width: 360, height: 700 });
    expect(await page.getByText("A master (operator) is signed in as A owner").isVisible(), path).toBe(true);
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole("button", { name: "End session" }).click();
  await page.waitForURL("**/master");
  await waitForStoredName(page, "A master");
  expect(await page.getByText("(operator) is signed in as").count()).toBe(0);
  expect(complaints).toEqual([]);
  expect(
    await stage.store.count(sessionEntity, { userId: customer.userId, impersonatorId: { not: null } }),
  ).toBe(0);
});

test("when the customer revokes support access, the master's next step leads to the sign-in page", async () => {
  const [master, customer] = [await stage.person("master"), await stage.customer()];
  const { page } = await open(master);
  await page.goto(`/master/impersonate?user=${customer.userId}`);
  await page.getByLabel("Reason").fill(REASON);
  await page.getByRole("button", { name: "Sign in as A owner" }).click();
  await page.waitForURL("**/dashboard");
  const theirs = await open(customer);
  await theirs.page.goto("/help");
  expect(await theirs.page.getByText(REASON).isVisible()).toBe(true);
  const access = theirs.page.getByRole("switch", { name: "Let support sign in as me" });
  expect(await access.getAttribute("aria-checked")).toBe("true");
  await access.click();
  await theirs.page.getByText("Support can no longer sign in as you.").waitFor();
  expect(await access.getAttribute("aria-checked")).toBe("false");
  await page.goto("/account/profile");
  await page.waitForURL("**/signin**");
});
