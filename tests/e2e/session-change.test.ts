/** A session that starts, ends or changes: what the page shows, and what the browser's other tabs do. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import type { OpenStore } from "~/models/store/database";
import { PASSWORD } from "../support/clients";
import { shareBrowser, visit } from "../support/chromium";
import { enter } from "../support/enter";
import { addMember } from "../support/members";
import { makeTestUser, getMembership } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let browser: Browser;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const signOut = async (page: Page) => {
  await page.getByRole("button", { name: /^Menu for/ }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
};
const waitForEndNotice = (page: Page) =>
  page.getByText("Your session has ended. Sign in to continue.").waitFor();

test("a wrong password's error stands at its field, which has the focus, and the password is selected", async () => {
  const { page, close } = await visit(browser, product);
  await page.goto("/signin");
  await signIn(page, "unknown@example.com", "not the password!");
  const field = page.getByLabel("Password", { exact: true });
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  const described = (await field.getAttribute("aria-describedby")) ?? "";
  expect(await page.locator(`[id="${described.split(" ").at(-1)}"]`).innerText()).toContain(
    "Incorrect email or password",
  );
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  const getSelection = ({ selectionStart, selectionEnd }: HTMLInputElement) => [selectionStart, selectionEnd];
  expect(await field.evaluate(getSelection)).toEqual([0, "not the password!".length]);
  expect(await page.locator("[data-toast]").count()).toBe(0);
  await close();
});

test("a session that ended elsewhere: the user signs in and continues with the typed text", async () => {
  const { page, close } = await enter({ browser, product }, "typing@example.com");
  await page.goto("/help");
  await page.getByLabel("Message").fill("Half a page of thoughts");
  const { userId } = await getMembership(store, "typing@example.com");
  await store.remove(sessionEntity, { userId });
  await page.getByRole("button", { name: "Send message" }).click();
  await waitForEndNotice(page);
  expect(new URL(page.url()).pathname).toBe("/signin");
  await signIn(page, "typing@example.com");
  await page.waitForURL("**/help");
  await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("Half a page of thoughts");
  await close();
});

test("a late answer about a session that ended does not interrupt the next sign-in", async () => {
  const { page, close } = await enter({ browser, product }, "late@example.com");
  await page.goto("/dashboard");
  let answerLate = () => Promise.resolve();
  const isAsked = new Promise<void>((resolve) => {
    void page.route("**/api/auth", (route) => {
      answerLate = () => route.fulfill({ json: { data: { authenticated: false } } });
      resolve();
    });
  });
  await page.goto("/help");
  await isAsked;
  const { userId } = await getMembership(store, "late@example.com");
  await store.remove(sessionEntity, { userId });
  await page.getByLabel("Message").fill("Half a page of thoughts");
  await page.getByRole("button", { name: "Send message" }).click();
  await waitForEndNotice(page);
  await page.route("**/signin.data**", async (route) => {
    await answerLate();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await page.unroute("**/api/auth");
    await route.continue();
  });
  await signIn(page, "late@example.com");
  await page.waitForURL("**/help");
  await close();
});

test("other tabs follow when the user signs out and in again", async () => {
  const { page, close } = await enter({ browser, product }, "tabs@example.com");
  await page.goto("/dashboard");
  const other = await page.context().newPage();
  await other.goto("/account/profile");
  await other.locator("#email summary").click();
  await other.getByLabel("New email").fill("typed@example.com");
  await signOut(page);
  await waitForEndNotice(other);
  await page.waitForURL("**/signin");
  await signIn(page, "tabs@example.com");
  await other.waitForURL("**/account/profile");
  await expect.poll(() => other.getByLabel("New email").inputValue()).toBe("typed@example.com");
  await close();
});

test("other tabs follow into another account, and show a message", async () => {
  const { page, close } = await enter({ browser, product }, "switching@example.com");
  const { userId } = await getMembership(store, "switching@example.com");
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  await addMember(store, { userId, accountId: owner.accountId, role: "user" });
  await page.goto("/dashboard");
  const other = await page.context().newPage();
  await other.goto("/account/profile");
  await page.getByRole("button", { name: /^Switch from/ }).click();
  await page.getByRole("button", { name: `The account of ${owner.userId}` }).click();
  await other.waitForURL("**/dashboard");
  await other.getByText("You switched sessions in another tab").waitFor();
  await close();
});

test("a member who opens a page above their role is redirected with an explanation", async () => {
  const { cookie } = await makeTestUser(store, {
    permission: "user",
    isVerified: true,
    subscription: "active",
  });
  const { page, close } = await visit(browser, product);
  await page.context().addCookies([{ name: "session", value: cookie, url: product.url }]);
  await page.goto("/account/users");
  await page.waitForURL("**/dashboard");
  await page.getByRole("alert").getByText("Only the account owner and admins").waitFor();
  await close();
});

test("notifications end with the session, and equal ones are shown once", async () => {
  const { page, close } = await enter({ browser, product }, "toasts@example.com");
  await page.goto("/account/profile");
  for (let times = 0; times < 2; times++) {
    await page.locator("#name summary").click();
    await page.getByLabel("Your name").fill(`Grace ${times}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("[data-toast]").first().waitFor();
    await page.locator("form[aria-busy]").waitFor({ state: "detached" });
  }
  expect(await page.locator("[data-toast]").count()).toBe(1);
  await signOut(page);
  await page.waitForURL("**/signin");
  await expect.poll(() => page.locator("[data-toast]").count(), { timeout: 1000 }).toBe(0);
  await close();
});
