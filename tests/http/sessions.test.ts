/** Where the user is signed in: the list of sessions, and ending them remotely. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginEntity } from "~/models/login.server";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { sessionEntity } from "~/models/session.server";
import type { OpenStore } from "~/models/store/database";
import { hashToken } from "~/crypto/secrets.server";
import { actAs, openStage } from "../support/impersonation";
import {
  createBrowser,
  createBrowserWithSession,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
} from "../support/clients";
import { makeTestUser, makeSession, type TestUser } from "../support/users";
import { linkIn, type Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36";
const ABSENT_ID = "00000000-0000-7000-8000-000000000000";
const UNAUTHENTICATED = 401;

const makeOwner = () =>
  makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
const createCall = (person: TestUser) => createApiClient(product, person.token);
const findSessionId = async (secret: string) =>
  (await store.findOne(sessionEntity, { tokenHash: hashToken(secret) }))?.id ?? "";

async function signInBrowser(email: string) {
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email, password: PASSWORD }, { "User-Agent": CHROME });
  return visitor;
}

const isOpen = async (cookie: string) =>
  (await createBrowserWithSession(product, cookie).get("/dashboard")).status === 200;

describe("GET /api/session", () => {
  test("GET /api/session lists the user's own sessions only, the present one first", async () => {
    await createUserOnFreePlan(product, "sessions-list@example.com");
    await signInBrowser("sessions-list@example.com");
    const { call } = await createUserOnFreePlan(product, "sessions-list-other@example.com");
    expect((await call("GET", "/api/session")).data).toHaveLength(1);
    const { data } = await createApiClient(product)("POST", "/api/auth", {
      email: "sessions-list@example.com",
      password: PASSWORD,
    });
    const listed = (await createApiClient(product, String(data.token))("GET", "/api/session")).data;
    expect(listed).toMatchObject([
      { kind: "script", current: true },
      { kind: "browser", agent: "Chrome on Windows", address: "127.0.0.1", current: false },
      { kind: "script", current: false },
    ]);
    expect(JSON.stringify(listed)).not.toMatch(/hash|ses_|scr_/);
  });

  test("GET /api/session leaves out ended sessions, and lists fifty at most", async () => {
    const person = await makeOwner();
    const { userId, accountId } = person;
    await makeSession(store, { userId, accountId, kind: "script", idleMs: -1 });
    await makeSession(store, { userId, accountId, kind: "browser", maxMs: -1 });
    expect((await createCall(person)("GET", "/api/session")).data).toHaveLength(2);
    for (let made = 0; made < 60; made += 1) await makeSession(store, { userId, accountId, kind: "script" });
    const { data } = await createCall(person)("GET", "/api/session");
    expect(data).toHaveLength(50);
    expect(data).toMatchObject({ 0: { current: true } });
  });
});

describe("DELETE /api/session", () => {
  test("DELETE /api/session ends one of the user's sessions and leaves the others", async () => {
    const person = await makeOwner();
    const id = await findSessionId(person.cookie);
    expect((await createCall(person)("DELETE", `/api/session/${id}`)).status).toBe(200);
    expect(await isOpen(person.cookie)).toBe(false);
    expect((await createCall(person)("GET", "/api/user")).status).toBe(200);
  });

  test("a browser's bearer token stops working with its session", async () => {
    const person = await makeOwner();
    const { html } = await createBrowserWithSession(product, person.cookie).get("/api/auth");
    const { data } = JSON.parse(html) as { data: { token: string } };
    const bearer = createApiClient(product, data.token);
    expect((await bearer("GET", "/api/user")).status).toBe(200);
    await createCall(person)("DELETE", `/api/session/${await findSessionId(person.cookie)}`);
    expect((await bearer("GET", "/api/user")).status).toBe(UNAUTHENTICATED);
  });

  test("another user's session is answered like an absent one, and stays", async () => {
    const [person, other] = [await makeOwner(), await makeOwner()];
    const foreign = await createCall(person)("DELETE", `/api/session/${await findSessionId(other.cookie)}`);
    const absent = await createCall(person)("DELETE", `/api/session/${ABSENT_ID}`);
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    expect(absent.status).toBe(404);
    expect(await isOpen(other.cookie)).toBe(true);
  });

  test("ending the present session signs out", async () => {
    const person = await makeOwner();
    const answer = await createCall(person)("DELETE", `/api/session/${await findSessionId(person.token)}`);
    expect(answer.headers.get("Clear-Site-Data")).toBe('"storage"');
    expect((await createCall(person)("GET", "/api/user")).status).toBe(UNAUTHENTICATED);
  });

  test("DELETE /api/session without an id ends all other sessions and answers how many", async () => {
    const [person, bystander] = [await makeOwner(), await makeOwner()];
    await makeSession(store, { ...person, kind: "browser" });
    const answer = await createCall(person)("DELETE", "/api/session");
    expect(answer.data).toEqual({ ended: 2 });
    expect(answer.message).toBe("2 other sessions have been ended.");
    expect(await isOpen(person.cookie)).toBe(false);
    expect(await isOpen(bystander.cookie)).toBe(true);
    expect((await createCall(person)("GET", "/api/session")).data).toHaveLength(1);
  });

  test("an impersonation is listed as support, cannot end the user's sessions, and can be ended by the user", async () => {
    const stage = await openStage(product);
    const [master, customer] = [await stage.person("master"), await stage.customer()];
    const acting = await actAs(product, master, customer);
    for (const path of ["/api/session", `/api/session/${await findSessionId(customer.cookie)}`])
      expect((await acting("DELETE", path)).status).toBe(403);
    expect(await isOpen(customer.cookie)).toBe(true);
    const { body } = await customer.call("GET", "/api/session");
    const { data: listed } = body as { data: { id: string; support: boolean }[] };
    const [ofSupport, ...others] = listed.filter(({ support }) => support);
    expect(others).toEqual([]);
    expect((await customer.call("DELETE", `/api/session/${ofSupport?.id}`)).status).toBe(200);
    expect((await acting("GET", "/api/user")).status).toBe(UNAUTHENTICATED);
    await stage.close();
  });
});

test("signing in on a new device sends a mail, and switching accounts does not", async () => {
  const email = "sessions-device@example.com";
  await createUserOnFreePlan(product, email);
  await createUserOnFreePlan(product, email);
  const visitor = await signInBrowser(email);
  const mail = await product.mailTo(email, /^New sign-in/);
  expect(linkIn(mail, "/account/security").hash).toBe("#sessions");
  expect(mail).toContain("Chrome on Windows");
  const { html } = await visitor.get("/api/auth");
  const { data } = JSON.parse(html) as { data: { accounts: { id: string }[] } };
  for (const { id } of data.accounts)
    await visitor.post("/switch", { account: id }, { "User-Agent": "Other/1" });
  const user = await store.findOne(userEntity, { email });
  expect(await store.count(mailEntity, { recipient: email, template: "new_signin" })).toBe(1);
  expect(await store.count(loginEntity, { userId: user?.id ?? "" })).toBe(2);
});

describe("the sessions on the profile page", () => {
  test("without JavaScript, each session except the present one has a button that ends it", async () => {
    await createUserOnFreePlan(product, "sessions-card@example.com");
    const [here, there] = [
      await signInBrowser("sessions-card@example.com"),
      await signInBrowser("sessions-card@example.com"),
    ];
    const { html } = await here.get("/account/security");
    const own = await findSessionId(here.cookies.get("session") ?? "");
    const other = await findSessionId(there.cookies.get("session") ?? "");
    expect(html).toContain(`value="${other}"`);
    expect(html).not.toContain(`value="${own}"`);
    const answer = await here.post("/account/security", { intent: "end-session", id: other });
    expect(answer.location).toBe("/account/security#sessions");
    expect((await there.get("/dashboard")).location).toBe("/signin");
    const again = await here.post("/account/security", { intent: "end-session", id: other });
    expect(again.location).toBe("/account/security#sessions");
    expect((await here.get("/account/security")).html).toContain("find that. It may have been removed.");
  });

  test("one button ends all others, and then the page says that there are none", async () => {
    await createUserOnFreePlan(product, "sessions-others@example.com");
    const [here, there] = [
      await signInBrowser("sessions-others@example.com"),
      await signInBrowser("sessions-others@example.com"),
    ];
    await here.post("/account/security", { intent: "end-other-sessions" });
    expect((await there.get("/dashboard")).location).toBe("/signin");
    expect((await here.get("/account/security")).html).toContain("not signed in anywhere else.");
  });
});
