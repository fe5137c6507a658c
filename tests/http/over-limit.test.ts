/** An account with more members than its plan allows: where its people are led, what they read, and the ways out. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { planEntity } from "~/models/plan.server";
import { membershipEntity } from "~/models/membership.server";
import { accountEntity } from "~/models/account.server";
import type { OpenStore } from "~/models/store/database";
import { createApiClient, createBrowserWithSession } from "../support/clients";
import { addMember, addMembers } from "../support/members";
import { makeTestUser, makeSession, type TestUser } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
let owner: TestUser;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  [admin, user] = [await join("admin"), await join("user")];
  await addMembers(store, { accountId: owner.accountId, like: user.userId, count: 1 });
  await store.update(accountEntity, { id: owner.accountId }, { overLimitAt: new Date() });
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

async function join(role: "admin" | "user"): Promise<TestUser> {
  const person = await makeTestUser(store, { permission: role, isVerified: true, subscription: null });
  const { accountId } = owner;
  await addMember(store, { userId: person.userId, accountId, role });
  const of = { userId: person.userId, accountId };
  return {
    ...of,
    cookie: await makeSession(store, { ...of, kind: "browser" }),
    token: await makeSession(store, { ...of, kind: "script" }),
  };
}

const visit = ({ cookie }: TestUser, path: string, language = "en") =>
  createBrowserWithSession(product, cookie).get(path, { "Accept-Language": language });

const COUNTS = "Free allows 2 members, and this account has 4.";

test("the owner is led to billing, where the counts stand with both ways on", async () => {
  expect(await visit(owner, "/dashboard")).toMatchObject({ status: 302, location: "/account/billing" });
  const { status, html } = await visit(owner, "/account/billing");
  expect([status, html]).toEqual([200, expect.stringContaining(COUNTS)]);
  expect(html).toMatch(/href="\/account\/users"[^>]*>Remove members/);
  expect(html).toMatch(/href="\/account\/upgrade"[^>]*>Choose a plan/);
});

test("the others wait and read why, and only an admin gets the way to the members", async () => {
  for (const [person, hasWay] of [
    [admin, true],
    [user, false],
  ] as const) {
    expect(await visit(person, "/dashboard")).toMatchObject({ status: 302, location: "/signup/waiting" });
    const { html } = await visit(person, "/signup/waiting");
    expect(html).toContain("has more members than its plan allows");
    expect(html.includes('href="/account/users"')).toBe(hasWay);
  }
});

test("the users page is open to owner and admin, names the counts, and offers no invitation", async () => {
  for (const person of [owner, admin]) {
    const { status, html } = await visit(person, "/account/users");
    expect([status, html]).toEqual([200, expect.stringContaining(COUNTS)]);
    expect(html).not.toContain("/account/users/invite");
  }
});

test("a call answers 402 with the cheapest plan that holds the members, and the session user says how many are too many", async () => {
  const call = createApiClient(product, owner.token);
  const refused = await call("GET", "/api/demo");
  expect([refused.status, refused.body]).toEqual([
    402,
    { message: `${COUNTS} Remove members, or choose a larger plan.`, data: { plan: "pro" } },
  ]);
  expect((await call("GET", "/api/auth")).data).toMatchObject({ subscription: "active", over_limit: 2 });
});

test("by removing members in the page without scripts the account works again, in the request that removes the second", async () => {
  const members = await store.find(membershipEntity, { accountId: owner.accountId });
  const others = members.filter(({ userId }) => ![owner.userId, admin.userId].includes(userId));
  const page = createBrowserWithSession(product, admin.cookie);
  for (const [index, { userId: id }] of others.entries()) {
    expect((await page.post("/account/users", { intent: "remove-user", id })).status).toBe(302);
    expect((await visit(owner, "/dashboard")).status).toBe(index === 0 ? 302 : 200);
  }
  expect((await createApiClient(product, owner.token)("GET", "/api/auth")).data.over_limit).toBeNull();
});

test("once an operator has raised the limit, the owner's visit to billing opens the account", async () => {
  await addMembers(store, { accountId: owner.accountId, like: user.userId, count: 4 });
  await store.update(accountEntity, { id: owner.accountId }, { overLimitAt: new Date() });
  expect((await visit(owner, "/account/billing")).html).toContain("Free allows 2 members");
  await store.update(planEntity, { id: "free" }, { seatLimit: 20 });
  expect((await visit(owner, "/dashboard")).location).toBe("/account/billing");
  expect((await visit(owner, "/account/billing")).html).not.toContain("Free allows");
  expect((await visit(owner, "/dashboard")).status).toBe(200);
});
