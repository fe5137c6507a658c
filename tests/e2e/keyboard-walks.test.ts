/** Keys, webhooks, sessions and accounts by keyboard alone, and where the focus is after each step. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { accountEntity } from "~/models/account.server";
import { sessionEntity } from "~/models/session.server";
import type { OpenStore } from "~/models/store/database";
import { userEntity } from "~/models/user.server";
import { shareBrowser, visit, waitUntilLive, type Visit } from "../support/chromium";
import { createApiClient } from "../support/clients";
import { createKeyboard, type Keyboard } from "../support/keyboard";
import { addMember } from "../support/members";
import type { Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { shareProduct } from "../support/shared-product";
import { makeSession, makeTestUser, type TestUser } from "../support/users";

let product: Product;
let store: OpenStore;
let browser: Browser;
let receiver: Server;
let status: number;
let owner: TestUser;
let opened: Visit;
let page: Page;
let keys: Keyboard;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  browser = await shareBrowser();
  receiver = createServer((_request, response) => response.writeHead(status).end("seen"));
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
});
beforeEach(async () => {
  status = 200;
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  await store.update(sessionEntity, { userId: owner.userId }, { credentialAt: new Date() });
  opened = await visit(browser, product);
  page = opened.page;
  keys = createKeyboard(page);
  await page
    .context()
    .addCookies([{ name: "session", value: owner.cookie, url: product.url, httpOnly: true }]);
});
afterEach(async () => {
  expect(opened.complaints).toEqual([]);
  await opened.close();
});
afterAll(async () => {
  receiver.close();
  await store.close();
});

const call: ReturnType<typeof createApiClient> = (...args) => createApiClient(product, owner.token)(...args);

async function open(path: string): Promise<void> {
  await page.goto(path);
  await waitUntilLive(page);
}

async function openEndpoint(): Promise<void> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const { data } = await call("POST", "/api/webhook", { url, events: ["key.created"] });
  await open(`/account/webhooks/edit?id=${String(data.id)}`);
}

async function expectFocusIn(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Expects the focus in `part`, and its beginning in the upper half of the window. */
async function expectArrivalAt(part: Locator): Promise<void> {
  await expectFocusIn(part);
  await expect
    .poll(() =>
      part.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        return top >= 0 && top < window.innerHeight / 2;
      }),
    )
    .toBe(true);
}

test("a replaced secret comes into the window, with the focus", async () => {
  await openEndpoint();
  await keys.press(page.getByRole("button", { name: "Replace secret" }));
  await keys.press(page.getByRole("alertdialog").getByRole("button", { name: "Replace secret" }));
  const issued = page.getByRole("group", { name: "Your signing secret" });
  await expectArrivalAt(issued);
  await keys.press(issued.getByRole("button", { name: "Copy the secret" }));
  await keys.press(issued.getByRole("link", { name: "Go to the endpoint" }));
  await issued.waitFor({ state: "detached" });
});

test("a test shows its result by itself; a failed one is sent again, and then at once", async () => {
  await openEndpoint();
  status = 500;
  const test = page.getByRole("button", { name: "Send test event" });
  await keys.press(test);
  await page.getByText("The server answered with an error.").waitFor();
  await page.getByText("The last delivery failed").waitFor();
  expect(await test.evaluate((button) => button === document.activeElement)).toBe(true);
  status = 200;
  await keys.press(page.getByRole("link", { name: "Details" }));
  await keys.press(page.getByRole("button", { name: "Send now" }));
  await page.locator("#delivery").getByText("Delivered", { exact: true }).first().waitFor();
  await keys.press(page.getByRole("button", { name: "Send again" }));
  await page.getByText("The event is on its way.").first().waitFor();
});

test("a rotated key comes into the window, with the focus", async () => {
  const { data } = await call("POST", "/api/key", { name: "Export", scope: ["usage:read"] });
  await open(`/account/apikeys/edit?id=${String(data.id)}`);
  await keys.choose(page.getByLabel("The previous key works for"), "1 hour");
  await keys.press(page.getByRole("button", { name: "Rotate key" }));
  const issued = page.getByRole("group", { name: "Your new key for “Export”" });
  await expectArrivalAt(issued);
  await keys.press(issued.getByRole("button", { name: "Copy key" }));
  await keys.press(issued.getByRole("link", { name: "Done" }));
  await page.waitForURL("**/account/apikeys");
});

test("another device's session is ended, and the focus stays in the list", async () => {
  for (const agent of ["Mozilla/5.0 (X11; Linux) Firefox/130.0", "Mozilla/5.0 (Macintosh) Safari/605"]) {
    const cookie = await makeSession(store, { ...owner, kind: "browser" });
    expect(cookie).not.toBe("");
    await store.update(sessionEntity, { userId: owner.userId, agent: "test" }, { agent });
  }
  await open("/account/security");
  const list = page.locator("#sessions");
  const ends = list.getByRole("button", { name: /^End(?! all)/ });
  const count = await ends.count();
  await keys.press(ends.first());
  await expect.poll(() => ends.count()).toBe(count - 1);
  await page.getByText("The session has been ended").first().waitFor();
  await expectFocusIn(list);
});

test("a user of four accounts goes to each of them, and each page says where they are", async () => {
  const names = ["Bletchley", "Colossus", "Difference"];
  for (const name of names) {
    const other = await makeTestUser(store, {
      permission: "owner",
      isVerified: true,
      subscription: "active",
    });
    await store.update(accountEntity, { id: other.accountId }, { name, unnamedSince: null });
    await addMember(store, { userId: owner.userId, accountId: other.accountId, role: "admin" });
  }
  await store.update(userEntity, { id: owner.userId }, { name: "Ada" });
  await open("/dashboard");
  for (const name of names) {
    await keys.press(page.getByRole("button", { name: /^Switch from/ }));
    await expectFocusIn(page.getByRole("region", { name: "Switch account" }));
    await page.keyboard.press(name.charAt(0));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Switch from ${name} to another account` }).waitFor();
    await page.getByText(`You are now in ${name}.`).first().waitFor();
    await waitUntilLive(page);
  }
});
