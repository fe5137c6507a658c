/** The limits of a plan on the pages and in the API, without scripts: the message, and the way to a larger plan. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { subscriptionEntity } from "~/models/subscription.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import { createApiClient, createBrowserWithSession } from "../support/clients";
import { addMember } from "../support/members";
import { makeTestUser, makeSession, type TestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { getNewestInvite, createJoinInput, join, makeOwner as makePayingOwner } from "../support/team";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

const makeOwner = () =>
  makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
const inviteTwo = ({ cookie }: Pick<TestUser, "cookie">, page: string) =>
  createBrowserWithSession(product, cookie).post(page, {
    intent: "invite",
    email: "one@example.com, two@example.com",
    permission: "user",
  });

test.each(["/account/users/invite", "/welcome?page=3"])(
  "%s: an owner beyond the plan's members reads how many it includes, with a link to the plan that has room",
  async (page) => {
    const answer = await inviteTwo(await makeOwner(), page);
    expect(answer.status).toBe(402);
    expect(answer.html).toContain("Your plan includes 2 members.");
    expect(answer.html).toContain('href="/account/upgrade?plan=pro"');
  },
);

test("an admin reads whom to ask, and gets no link", async () => {
  const [owner, admin] = [await makeOwner(), await makeOwner()];
  const { userId } = admin;
  const { accountId } = owner;
  await addMember(store, { userId, accountId, role: "admin" });
  const cookie = await makeSession(store, { userId, accountId, kind: "browser" });
  const answer = await inviteTwo({ cookie }, "/account/users");
  expect(answer.status).toBe(402);
  expect(answer.html).toContain("Ask the account owner to upgrade the plan.");
  expect(answer.html).not.toContain("/account/upgrade");
});

test("a visitor whose invitation finds no seat joins nothing, and the link stays valid", async () => {
  const owner = await makeOwner();
  const call = createApiClient(product, owner.token);
  expect((await call("POST", "/api/invite", { email: "late@example.com" })).status).toBe(200);
  const link = await getNewestInvite(product, "late@example.com");
  const other = await makeOwner();
  await addMember(store, { userId: other.userId, accountId: owner.accountId });
  const refused = await createApiClient(product)("POST", "/api/user", createJoinInput(link));
  expect(refused).toMatchObject({ status: 402, data: { plan: "pro" } });
  expect(refused.message).toContain("This account's plan includes 2 members.");
  expect(await store.count(userEntity, { email: "late@example.com" })).toBe(0);
  await store.update(subscriptionEntity, { id: owner.accountId }, { planId: "scale" });
  const joined = await createApiClient(product)("POST", "/api/user", createJoinInput(link));
  expect(joined.status).toBe(200);
});

test("on a plan per seat the form says what a member costs, and who joins is billed soon", async () => {
  const { call, id } = await makePayingOwner(product, "team@example.com");
  const accountId = String((await call("GET", "/api/auth")).data.account_id);
  const cookie = await makeSession(store, { userId: id, accountId, kind: "browser" });
  const visitor = createBrowserWithSession(product, cookie);
  expect((await visitor.get("/account/users/invite")).html).not.toContain("Each new member adds");
  expect((await call("PATCH", "/api/account/plan", { plan: "team" })).status).toBe(200);
  expect((await visitor.get("/account/users/invite")).html).toContain("Each new member adds $12/month.");
  await join(product, call, { email: "member@example.com" });
  await expect
    .poll(async () => (await store.findOne(subscriptionEntity, { id: accountId }))?.seats, {
      timeout: 15_000,
    })
    .toBe(2);
});

test("GET /api/account/usage answers the owner with the month, in their language", async () => {
  const call = createApiClient(product, (await makeOwner()).token);
  const answer = await call("GET", "/api/account/usage", undefined, { "Accept-Language": "es" });
  expect(answer).toMatchObject({ status: 200, data: { total: 0, limit: 1000 } });
  expect(["API calls", "Llamadas a la API"]).toContain(answer.data.label);
});
