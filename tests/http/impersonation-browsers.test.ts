/** A token for impersonation that a master's script has requested, used in a browser of the same master. */
import { userEntity } from "~/models/user.server";
import { tokenEntity } from "~/models/token.server";
import { sessionEntity } from "~/models/session.server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApiClient, createBrowserWithSession, type Browser } from "../support/clients";
import { actAs, askFor, openStage, type Caller, type Stage } from "../support/impersonation";
import { makeSession } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let stage: Stage;
let master: Caller;
let customer: Caller;
/** Requested by the master's script. */
let token: string;
beforeAll(async () => {
  product = await shareProduct();
  stage = await openStage(product);
});
beforeEach(async () => {
  [master, customer] = [await stage.person("master"), await stage.customer()];
  token = await askFor(master, customer);
});
afterAll(async () => {
  await stage.close();
});

const use = async (browser: Browser) => (await browser.post("/signin/impersonate", { token })).location;
const countImpersonations = () => stage.store.count(sessionEntity, { impersonatorId: master.userId });

/** Another session of the master: a browser, and a script's client. */
const openBrowser = async (person: Caller) =>
  createBrowserWithSession(product, await makeSession(stage.store, { ...person, kind: "browser" }));
const openScript = async (person: Caller) =>
  createApiClient(product, await makeSession(stage.store, { ...person, kind: "script" }));

test("the master's browser acts as the customer by it, once", async () => {
  const page = await master.browser.get(`/signin/impersonate?token=${token}`);
  expect(page.html).toContain(`value="${token}"`);
  expect(await use(master.browser)).toBe("/dashboard");
  expect((await master.browser.get("/dashboard")).html).toContain(
    "A master (operator) is signed in as A owner",
  );
  expect(await use(await openBrowser(master))).toBe("/404");
  expect((await master.call("POST", "/api/auth/impersonate", { token })).status).toBe(404);
  expect(await countImpersonations()).toBe(1);
});

test("of ten browsers of the master that use it at once, one acts as the customer", async () => {
  const browsers = await Promise.all(Array.from({ length: 10 }, () => openBrowser(master)));
  const reached = await Promise.all(browsers.map(use));
  expect(reached.filter((path) => path === "/dashboard")).toHaveLength(1);
  expect(reached.filter((path) => path === "/404")).toHaveLength(9);
  expect(await countImpersonations()).toBe(1);
});

test("browsers of others and another script of the master are refused, and do not use it up", async () => {
  const other = await stage.person("master");
  for (const browser of [customer.browser, other.browser, createBrowserWithSession(product, "ses_none")])
    expect(await use(browser)).toBe("/404");
  const script = await openScript(master);
  expect((await script("POST", "/api/auth/impersonate", { token })).status).toBe(404);
  expect(await countImpersonations()).toBe(0);
  expect(await use(master.browser)).toBe("/dashboard");
});

test.each([
  [
    "two minutes have passed",
    () =>
      stage.store.update(
        tokenEntity,
        { userId: customer.userId, kind: "impersonate" },
        { expiresAt: new Date() },
      ),
  ],
  ["the script that requested it has signed out", () => master.call("DELETE", "/api/auth")],
  [
    "the session that requested it has expired",
    () =>
      stage.store.update(sessionEntity, { userId: master.userId, kind: "script" }, { expiresAt: new Date() }),
  ],
  [
    "the session that requested it was idle for too long",
    () =>
      stage.store.update(
        sessionEntity,
        { userId: master.userId, kind: "script" },
        { idleExpiresAt: new Date() },
      ),
  ],
  [
    "the master has lost the role",
    () => stage.store.update(userEntity, { id: master.userId }, { isMaster: false }),
  ],
  ["the customer has revoked it", () => customer.call("PATCH", "/api/user", { support_enabled: false })],
  ["the master's browser has signed out", () => master.browser.post("/signout", {})],
])("no browser can use it once %s", async (_when, happens) => {
  await happens();
  expect(await use(master.browser)).toBe("/404");
  expect(await countImpersonations()).toBe(0);
});

test("the token lasts two minutes from the request", async () => {
  const [row] = await stage.store.find(tokenEntity, {
    userId: customer.userId,
    kind: "impersonate",
    usedAt: null,
  });
  const lifeMs = (row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0);
  expect(lifeMs).toBe(120_000);
});

test("a browser that acts as a customer cannot use one, nor can the customer's script", async () => {
  expect(await use(master.browser)).toBe("/dashboard");
  const third = await stage.customer();
  token = await askFor(master, third);
  expect(await use(master.browser)).toBe("/404");
  expect((await customer.call("POST", "/api/auth/impersonate", { token })).status).toBe(403);
});

test("a browser's bearer token cannot use it without the cookie of its own session", async () => {
  const { data } = JSON.parse((await master.browser.get("/api/auth")).html) as { data: { token: string } };
  const alone = createApiClient(product, data.token);
  const others = `session=${customer.browser.cookies.get("session") ?? ""}`;
  const hints: Record<string, string>[] = [{}, { "Sec-Fetch-Site": "same-origin" }, { Cookie: others }];
  for (const headers of hints) {
    const answer = await alone("POST", "/api/auth/impersonate", { token }, headers);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie().join()).not.toContain("ses_");
  }
  expect(await countImpersonations()).toBe(0);
});

test("in a browser's session the impersonation has a cookie and needs it, whatever headers the request has", async () => {
  const { data } = JSON.parse((await master.browser.get("/api/auth")).html) as { data: { token: string } };
  const cookie = { Cookie: `session=${master.browser.cookies.get("session") ?? ""}` };
  const answer = await createApiClient(product, data.token)(
    "POST",
    "/api/auth/impersonate",
    { token },
    cookie,
  );
  expect(answer.status).toBe(200);
  expect(answer.data.token).toMatch(/^ref_/);
  expect(answer.headers.getSetCookie().join()).toContain("ses_");
  const stolen = createApiClient(product, String(answer.data.token));
  expect((await stolen("PATCH", "/api/user", { name: "Someone Else" })).status).toBe(403);
});

test("the impersonation ends with the session of the browser, and not with the script's", async () => {
  expect(await use(master.browser)).toBe("/dashboard");
  await master.call("DELETE", "/api/auth");
  expect((await master.browser.get("/dashboard")).status).toBe(200);
  await stage.store.remove(sessionEntity, { userId: master.userId });
  expect((await master.browser.get("/dashboard")).location).toBe("/signin");
});

test("a script keeps the token that it acts with: GET /api/auth answers it", async () => {
  const acting = await actAs(product, master, customer);
  const checked = await acting("GET", "/api/auth");
  expect(checked.data.token).toMatch(/^scr_/);
  expect(checked.data.account_id).toBe(customer.accountId);
});
