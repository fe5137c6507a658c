/** Closing a user or an account (the danger zone): the checks before, the answer, and what stops working after. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { accountEntity } from "~/models/account.server";
import { membershipEntity } from "~/models/membership.server";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD, createApiClient, signUp, type Browser } from "../support/clients";
import { insertUserOnFreePlan } from "../support/inserted-users";
import { addMember } from "../support/members";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { listTablesWith } from "../support/whole-store";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

describe.each(["/api/user", "/api/account"])("DELETE %s", (path) => {
  test.each([
    ["no password", {}, "Please enter your password to confirm"],
    ["a wrong password", { password: "not mine at all!" }, "That password is incorrect."],
    ["a list of passwords", { password: [PASSWORD] }, null],
    ["an object", { password: { $ne: "" } }, null],
  ])("%s answers 400 at the password, and nothing is closed", async (name, body, message) => {
    const { call } = await insertUserOnFreePlan(
      `${path.slice(5)}-${name.replace(/\W+/g, "-")}@closing.example.com`,
    );
    const answer = await call("DELETE", path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ inputError: "password", ...(message && { message }) });
    expect((await call("GET", "/api/user")).status).toBe(200);
  });

  test("a cookie without a bearer token closes nothing", async () => {
    const email = `cookie-${path.slice(5)}@closing.example.com`;
    const { call } = await insertUserOnFreePlan(email);
    const visitor = await signInBrowser(email);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await createApiClient(product)("DELETE", path, { password: PASSWORD }, { Cookie: cookie });
    expect(answer.status).toBe(401);
    expect((await call("GET", "/api/user")).status).toBe(200);
  });

  test("the eleventh wrong password answers 429", async () => {
    const { call } = await insertUserOnFreePlan(`guess-${path.slice(5)}@closing.example.com`);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await call("DELETE", path, { password: `wrong ${tries}!` })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});

describe("an owner closes the account", () => {
  test("closing ends every session, sends a mail and leaves no row", async () => {
    const email = "owner-closes@closing.example.com";
    const { call, token } = await insertUserOnFreePlan(email);
    const [user, auth] = [(await call("GET", "/api/user")).data, (await call("GET", "/api/auth")).data];
    const answer = await call("DELETE", "/api/account", { password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ signout: true });
    expect(answer.headers.get("Clear-Site-Data")).toBe('"storage"');
    expect((await createApiClient(product, token)("GET", "/api/user")).status).toBe(401);
    expect((await createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD })).status).toBe(
      401,
    );
    expect(await listTablesWith(store, [String(user.id), String(auth.account_id)])).toEqual([]);
    expect(await product.mailTo(email, /closed/)).toContain("Your account has been closed");
  });

  test("a member of the closed account is notified and signed out, and keeps their own account unchanged", async () => {
    const [owner, guest] = [
      await insertUserOnFreePlan("host@closing.example.com"),
      await insertUserOnFreePlan("guest@closing.example.com", "Ada Lovelace"),
    ];
    const { data: host } = await owner.call("GET", "/api/auth");
    const before = (await guest.call("GET", "/api/user")).data;
    await addMember(store, { userId: String(before.id), accountId: String(host.account_id) });
    const there = await guest.call("POST", "/api/auth/switch", { account: host.account_id });
    expect((await owner.call("DELETE", "/api/account", { password: PASSWORD })).status).toBe(200);
    expect((await createApiClient(product, String(there.data.token))("GET", "/api/user")).status).toBe(401);
    const again = await createApiClient(product)("POST", "/api/auth", {
      email: "guest@closing.example.com",
      password: PASSWORD,
    });
    const after = await createApiClient(product, String(again.data.token))("GET", "/api/user");
    expect({ ...after.data, last_login: null }).toEqual({ ...before, last_login: null });
    expect(await product.mailTo("guest@closing.example.com", /has been closed/)).toContain(
      "Your other accounts",
    );
  });
});

test("an owner who closes their user gets 409 with what to do first", async () => {
  const { call } = await insertUserOnFreePlan("owner-leaves@closing.example.com");
  const answer = await call("DELETE", "/api/user", { password: PASSWORD });
  expect(answer.status).toBe(409);
  expect(answer.message).toContain("Close it or transfer its ownership");
});

test.each(["user", "developer", "admin"] as const)(
  "a %s can close their user, but not the account",
  async (role) => {
    const [owner, member] = [
      await insertUserOnFreePlan(`owner-of-${role}@closing.example.com`),
      await signUp(product, `${role}@closing.example.com`),
    ];
    const { data: host } = await owner.call("GET", "/api/auth");
    const { data: self } = await member.call("GET", "/api/user");
    const { data: own } = await member.call("GET", "/api/auth");
    const userId = String(self.id);
    const accountId = String(host.account_id);
    await addMember(store, { userId, accountId, role });
    await store.remove(membershipEntity, { accountId: String(own.account_id) });
    await store.remove(accountEntity, { id: String(own.account_id) });
    await store.update(sessionEntity, { userId }, { accountId });
    expect((await member.call("DELETE", "/api/account", { password: PASSWORD })).status).toBe(403);
    const answer = await member.call("DELETE", "/api/user", { password: PASSWORD });
    expect(answer.data).toEqual({ signout: true });
    expect(await listTablesWith(store, [userId])).toEqual(["audits"]);
    expect((await owner.call("GET", "/api/user")).status).toBe(200);
  },
);

describe("closing an account on the profile page, without JavaScript", () => {
  test("the form needs the account's name and the password; wrong values show an error and close nothing", async () => {
    const email = "page-closes@closing.example.com";
    const { call } = await insertUserOnFreePlan(email);
    await call("PATCH", "/api/account", { name: "Acme & Söhne" });
    const visitor = await signInBrowser(email);
    const page = await visitor.get("/account/profile");
    expect(page.html).toContain("Danger zone");
    expect(page.html).toContain("Acme &amp; Söhne");
    const close = (fields: Record<string, string>) =>
      visitor.post("/account/profile", { intent: "close-account", ...fields });
    for (const [fields, message] of [
      [{ confirmation: "Acme", password: PASSWORD }, "match what you were asked to type"],
      [{ password: PASSWORD }, "Please fill in this field to confirm"],
      [{ confirmation: " ", password: PASSWORD }, "Please fill in this field to confirm"],
      [{ confirmation: "Acme & Söhne", password: "wrong one!" }, "That password is incorrect."],
      [{ confirmation: "Acme & Söhne", password: "" }, "Please enter your password to confirm"],
    ] as const) {
      const { status, html } = await close({ ...fields });
      expect(status).toBe(400);
      expect(html).toMatch(/<details [^>]*open=""/);
      expect(html).toContain(message);
    }
    const closed = await close({ confirmation: "acme & söhne", password: PASSWORD });
    expect(closed.location).toBe("/signin");
    expect(visitor.cookies.has("session")).toBe(false);
    expect((await visitor.get("/signin")).html).toContain("The account Acme &amp; Söhne has been closed.");
  });
});

async function signInBrowser(email: string): Promise<Browser> {
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email, password: PASSWORD });
  return visitor;
}
