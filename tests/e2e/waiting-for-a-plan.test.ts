/** Pages that wait: for the plan that the owner has not chosen yet, and for the email that another tab verifies. */
import type { Browser, BrowserContextOptions } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WAITING_CHECK_EVERY_MS } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { createApiClient } from "../support/clients";
import { shareBrowser, visit } from "../support/chromium";
import { addMember } from "../support/members";
import { makeTestUser, makeSession } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { userEntity } from "~/models/user.server";

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

/** A member on the waiting page, and a function with which their owner chooses a plan. */
async function openWaitingPage(options: BrowserContextOptions = {}) {
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: null });
  const member = await makeTestUser(store, { permission: "user", isVerified: true, subscription: null });
  const { userId } = member;
  await addMember(store, { userId, accountId: owner.accountId, role: "user" });
  const cookie = await makeSession(store, { userId, accountId: owner.accountId, kind: "browser" });
  const { page } = await visit(browser, product, options);
  await page.context().addCookies([{ name: "session", value: cookie, url: product.url }]);
  await page.clock.install();
  await page.goto("/dashboard");
  await page.waitForURL("**/signup/waiting");
  const choosePlan = async () => {
    const answer = await createApiClient(product, owner.token)("POST", "/api/account/plan", { plan: "free" });
    expect(answer.status).toBe(200);
  };
  return { page, choosePlan };
}

test("with a plan, the page continues when the user returns to it", async () => {
  const { page, choosePlan } = await openWaitingPage();
  await page.getByText("This page continues automatically").waitFor();
  await choosePlan();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.waitForURL("**/dashboard");
});

test("with a plan, the page continues by itself, also after a failed check", async () => {
  const { page, choosePlan } = await openWaitingPage();
  await page.getByText("This page continues automatically").waitFor();
  await page.route("**/signup/waiting", (route) => route.abort());
  const asked = page.waitForEvent("requestfailed");
  await page.clock.fastForward(WAITING_CHECK_EVERY_MS);
  await asked;
  await page.unroute("**/signup/waiting");
  await choosePlan();
  await page.clock.fastForward(WAITING_CHECK_EVERY_MS);
  await page.waitForURL("**/dashboard");
});

test("without JavaScript, the page has a link that checks again", async () => {
  const { page, choosePlan } = await openWaitingPage({ javaScriptEnabled: false });
  await page.getByText("Once they have, select Check again.").waitFor();
  await choosePlan();
  await page.getByRole("link", { name: "Check again" }).click();
  await page.waitForURL("**/dashboard");
});

test("the verification page continues by itself once another tab has verified the email", async () => {
  const newcomer = await makeTestUser(store, {
    permission: "owner",
    isVerified: false,
    subscription: "active",
  });
  const { page } = await visit(browser, product);
  await page.context().addCookies([{ name: "session", value: newcomer.cookie, url: product.url }]);
  await page.clock.install();
  await page.goto("/signup/verify", { waitUntil: "networkidle" });
  await store.update(userEntity, { id: newcomer.userId }, { verifiedAt: new Date() });
  await page.clock.fastForward(WAITING_CHECK_EVERY_MS);
  await page.waitForURL((url) => url.pathname !== "/signup/verify");
});
