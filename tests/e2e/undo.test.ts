/** Acts that answer at once: the page shows the result before the server does, and the toast's Undo brings it back. */
import type { Browser, Locator, Page, Route } from "playwright";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import { AUTO_SUBMIT_QUIET_MS } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { shareBrowser, visit, waitUntilLive, type Visit } from "../support/chromium";
import { addMember } from "../support/members";
import { makeTestUser, type TestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
let browser: Browser;
let owner: TestUser;
let member: TestUser;
let opened: Visit;
let page: Page;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  browser = await shareBrowser();
});
beforeEach(async () => {
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  member = await makeTestUser(store, { permission: "user", isVerified: true, subscription: null });
  await store.update(userEntity, { id: member.userId }, { name: "Alan Turing" });
  await addMember(store, { userId: member.userId, accountId: owner.accountId, role: "user" });
  opened = await visit(browser, product);
  page = opened.page;
  const session = { name: "session", value: owner.cookie, url: product.url, httpOnly: true };
  await page.context().addCookies([session]);
});
afterEach(async () => {
  expect(opened.complaints).toEqual([]);
  await opened.close();
});
afterAll(async () => {
  await store.close();
});

/** Holds back the posts of the page, so that a test sees what the page shows before the answer. */
async function holdPosts(): Promise<{ release: () => Promise<void>; fail: () => Promise<void> }> {
  const held: Route[] = [];
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() === "POST") held.push(route);
    else await route.continue();
  });
  const waitForPost = () => expect.poll(() => held.length).toBe(1);
  return {
    async release() {
      await waitForPost();
      await held.pop()?.continue();
    },
    async fail() {
      await waitForPost();
      await held.pop()?.abort();
    },
  };
}

const getUndo = () =>
  page.getByRole("region", { name: /Notifications/ }).getByRole("button", { name: "Undo" });
const readRole = async () =>
  (await store.findOne(membershipEntity, { userId: member.userId, accountId: owner.accountId }))?.role;

/** Opens a page, and waits until its scripts handle events: a click before would submit a form without them. */
async function open(path: string): Promise<void> {
  await page.goto(path);
  await waitUntilLive(page);
}

/** Waits as long as a form that submits itself ignores changes at first. */
async function waitUntilFormsSubmit(): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((until) => performance.now() > until, since + AUTO_SUBMIT_QUIET_MS);
}

describe("the role of a member", () => {
  const getRow = () => page.getByRole("row").filter({ hasText: "Alan Turing" });
  async function chooseAdmin(): Promise<void> {
    await open("/account/users");
    await page.getByRole("button", { name: "Actions for Alan Turing" }).click();
    await page.getByRole("menuitem", { name: "Change role" }).click();
    await page
      .getByRole("dialog")
      .getByRole("radio", { name: /^Admin/ })
      .check();
  }

  test("a member's role changes before the server answers; Undo by keyboard brings it back", async () => {
    await chooseAdmin();
    const posts = await holdPosts();
    await page.getByRole("button", { name: "Save" }).click();
    await getRow().getByText("Admin", { exact: true }).filter({ visible: true }).waitFor();
    expect(await readRole()).toBe("user");
    await posts.release();
    await page.getByText("The role has been changed.").waitFor();
    await page.unrouteAll();

    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    expect(await getUndo().evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByText("The change has been undone.").waitFor();
    await getRow().getByText("User", { exact: true }).filter({ visible: true }).waitFor();
    expect(await readRole()).toBe("user");
    expect(await getUndo().count()).toBe(0);
  });

  test("a role is shown again as it was when the server cannot be reached, and the message offers to try again", async () => {
    await chooseAdmin();
    const posts = await holdPosts();
    await page.getByRole("button", { name: "Save" }).click();
    await getRow().getByText("Admin", { exact: true }).filter({ visible: true }).waitFor();
    await posts.fail();
    await page.getByText("The server couldn't be reached").waitFor();
    await getRow().getByText("User", { exact: true }).filter({ visible: true }).waitFor();
    opened.complaints.length = 0; // The central handler logs the failure.
  });
});

describe("the roles of several members", () => {
  const getAction = () => page.getByRole("button", { name: "Change role", exact: true });
  const getDialog = () => page.getByRole("dialog");
  const isFocused = (locator: Locator) => locator.evaluate((node) => node === document.activeElement);

  beforeEach(async () => {
    const other = await makeTestUser(store, { permission: "user", isVerified: true, subscription: null });
    await store.update(userEntity, { id: other.userId }, { name: "Ada Admin" });
    await addMember(store, { userId: other.userId, accountId: owner.accountId, role: "admin" });
    await open("/account/users");
    await page.getByRole("checkbox", { name: "Select all" }).check();
  });

  test("no role is chosen at first; cancelling keeps the selection and returns the focus to the button", async () => {
    await getAction().click();
    await getDialog()
      .getByRole("heading", { name: /^Change the role of 2 members/ })
      .waitFor();
    expect(await getDialog().getByRole("radio", { checked: true }).count()).toBe(0);
    expect(await getDialog().getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await getDialog().getByText("1 admin loses the right to manage members").first().waitFor();
    await page.keyboard.press("Escape");
    await getDialog().waitFor({ state: "detached" });
    expect(await isFocused(getAction())).toBe(true);
    expect(await page.getByText("2 selected").count()).toBe(1);
    expect(await readRole()).toBe("user");
  });

  test("a saved role empties the selection, moves the focus to the heading, and Undo brings each role back", async () => {
    await getAction().click();
    await getDialog()
      .getByRole("radio", { name: /^Developer/ })
      .check();
    await getDialog().getByRole("button", { name: "Save" }).click();
    const result = page.getByText(/have been changed\./);
    await result.waitFor();
    const heading = page.getByRole("heading", { name: "Members and invitations" });
    await expect.poll(() => isFocused(heading)).toBe(true);
    expect(await getAction().count()).toBe(0);
    const roles = () => store.find(membershipEntity, { accountId: owner.accountId });
    expect((await roles()).map(({ role }) => role).toSorted()).toEqual(["developer", "developer", "owner"]);
    await getUndo().click();
    await page.getByText("The change has been undone.").waitFor();
    expect((await roles()).map(({ role }) => role).toSorted()).toEqual(["admin", "owner", "user"]);
  });

  test("the selection stays when the server cannot be reached", async () => {
    await page.getByRole("button", { name: "Remove members" }).click();
    const posts = await holdPosts();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove members" }).click();
    await posts.fail();
    await page.getByText("The server couldn't be reached").waitFor();
    expect(await page.getByText("2 selected").count()).toBe(1);
    opened.complaints.length = 0; // The central handler logs the failure.
  });
});

test("a removed member disappears at once, after the question", async () => {
  await open("/account/users");
  await page.getByRole("button", { name: "Actions for Alan Turing" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const posts = await holdPosts();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByRole("row").filter({ hasText: "Alan Turing" }).waitFor({ state: "detached" });
  expect(await readRole()).toBe("user");
  await posts.release();
  await page.getByText("The member has been removed.").waitFor();
  expect(await getUndo().count()).toBe(0);
});

test("support access turns at once, and Undo turns it off again", async () => {
  await open("/help");
  const access = page.getByRole("switch", { name: "Let support sign in as me" });
  const posts = await holdPosts();
  await access.click();
  await expect.poll(() => access.getAttribute("aria-checked")).toBe("true");
  expect((await store.findOne(userEntity, { id: owner.userId }))?.supportUntil).toBeNull();
  await posts.release();
  await page.unrouteAll();
  await getUndo().click();
  await page.getByText("The change has been undone.").waitFor();
  expect(await access.getAttribute("aria-checked")).toBe("false");
});

test("a notification: Undo turns the switch back, and a refused change too", async () => {
  await open("/account/notifications");
  await waitUntilFormsSubmit();
  const change = page.getByRole("switch", { name: "Plan changed" });
  await change.click();
  await getUndo().click();
  await page.getByText("The change has been undone.").waitFor();
  await expect.poll(() => change.isChecked()).toBe(true);

  await page.route("**/account/notifications.data*", (route) => route.abort());
  await change.click();
  expect(await change.isChecked()).toBe(false);
  await page.getByText("The server couldn't be reached").waitFor();
  await expect.poll(() => change.isChecked()).toBe(true);
  opened.complaints.length = 0; // The central handler logs the failure.
});

test("an ended session disappears at once, and comes back when the server cannot be reached", async () => {
  await store.update(sessionEntity, { userId: owner.userId, kind: "script" }, { agent: "curl/8" });
  await open("/account/security");
  const other = page.locator("#sessions li:not(.hidden)");
  const count = await other.count();
  const posts = await holdPosts();
  await page.locator("#sessions").getByRole("button", { name: /^End/ }).last().click();
  await expect.poll(() => other.count()).toBe(count - 1);
  await posts.fail();
  await page.getByText("The server couldn't be reached").waitFor();
  await expect.poll(() => other.count()).toBe(count);
  opened.complaints.length = 0; // The central handler logs the failure.
});
