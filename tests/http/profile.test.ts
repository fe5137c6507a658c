/** The changes that users can make to their profile and account, and what these calls must never change. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRODUCT_SLUG } from "~/domain/product";
import { sessionEntity } from "~/models/session.server";
import { membershipEntity } from "~/models/membership.server";
import { accountEntity } from "~/models/account.server";
import { auditEntity } from "~/models/audit.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import {
  createBrowser,
  PASSWORD,
  createUserOnFreePlan,
  createVerifiedUser,
  signUp,
  type Call,
} from "../support/clients";
import { addMember } from "../support/members";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
let people = 0;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

describe("PATCH /api/user", () => {
  test("PATCH /api/user changes the given fields and leaves the others", async () => {
    const { call } = await signUpTestUser();
    const { data: before } = await call("PATCH", "/api/user", { account_name: "Analytical Engines" });
    const answer = await call("PATCH", "/api/user", { name: " Ada  King " });
    expect(answer.data).toEqual({ ...before, name: "Ada  King" });
    expect((await call("PATCH", "/api/user", { locale: "es", dark_mode: true })).data).toMatchObject({
      name: "Ada  King",
      locale: "es",
      dark_mode: true,
    });
    expect((await call("PATCH", "/api/user", {})).status).toBe(200);
  });

  /** Fields that belong to no input of these operations. */
  const foreign = {
    id: "00000000-0000-7000-8000-000000000000",
    permission: "master",
    account_id: "00000000-0000-7000-8000-000000000000",
    accounts: [],
    plan: "scale",
    subscription: "active",
    stripe_customer_id: "cus_1",
    customerId: "cus_1",
    "2fa_enabled": true,
    has_password: false,
    password: "another one!",
    passwordHash: "x",
    token: "x",
    email_verified: true,
    verifiedAt: "2020-01-01T00:00:00.000Z",
    date_created: "2020-01-01T00:00:00.000Z",
    createdAt: "2020-01-01T00:00:00.000Z",
    active: true,
    full_key: "x",
    is_master: true,
    isMaster: true,
    supportUntil: "2099-01-01T00:00:00.000Z",
    emailClaim: "victim@example.com",
  };

  test("PATCH /api/user ignores fields that are not in its input", async () => {
    const email = createEmail();
    const { call } = await signUp(product, email);
    const row = await store.findOne(userEntity, { email });
    expect((await call("PATCH", "/api/user", foreign)).status).toBe(200);
    expect(await store.findOne(userEntity, { email })).toEqual(row);
    expect((await call("PATCH", "/api/account", { ...foreign, name: "Acme" })).status).toBe(200);
    expect(await store.findOne(userEntity, { email })).toEqual(row);
    expect((await call("GET", "/api/user")).data).toMatchObject({
      account_name: "Acme",
      permission: "owner",
    });
  });

  test.each([
    '{"__proto__":{"polluted":true,"isMaster":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"name":"Ada","name":"Grace"}',
    '{"name":{"$ne":""}}',
    '{"name":["Ada","Grace"]}',
    '{"name":null}',
    '{"name":""}',
    '{"name":"Ada\\u0000"}',
    '{"name":"Ada\\r\\nBcc: x@example.com"}',
    '{"dark_mode":"maybe"}',
    '{"locale":"../en"}',
    '{"default_account":{"$gt":""}}',
    "[]",
    "null",
    "{",
  ])("%s answers 400, or changes no other field", async (body) => {
    const { call } = await signUpTestUser();
    const answer = await call("PATCH", "/api/user", body, { "Content-Type": "application/json" });
    expect([200, 400]).toContain(answer.status);
    expect((await call("GET", "/api/auth")).data).toMatchObject({ permission: "owner" });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("the default account", () => {
  test("the default account must be one of the user's; a foreign and an absent one get the same 404", async () => {
    const [host, member] = [await signUpTestUser(), await createUserOnFreePlan(product, createEmail())];
    const { data: there } = await host.call("GET", "/api/auth");
    const { data: self } = await member.call("GET", "/api/user");
    const choose = (account: unknown) => member.call("PATCH", "/api/user", { default_account: account });
    const [foreignOne, absent] = [
      await choose(there.account_id),
      await choose("00000000-0000-7000-8000-000000000000"),
    ];
    expect(foreignOne.status).toBe(404);
    expect(foreignOne.body).toEqual(absent.body);
    await addMember(store, { userId: String(self.id), accountId: String(there.account_id) });
    expect((await choose(there.account_id)).data.default_account).toBe(there.account_id);
  });

  test("the default account is the one after sign-in, and the page offers it to members of several accounts only", async () => {
    const email = createEmail();
    const [host, member] = [
      await createUserOnFreePlan(product, createEmail(), "Acme"),
      await createUserOnFreePlan(product, email),
    ];
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email, password: PASSWORD });
    expect((await visitor.get("/account/profile")).html).not.toContain("Default account");
    const { data: there } = await host.call("GET", "/api/auth");
    const { data: self } = await member.call("GET", "/api/user");
    await addMember(store, { userId: String(self.id), accountId: String(there.account_id) });
    expect((await visitor.get("/account/profile")).html).toContain("Default account");
    const fields = { intent: "change-default-account", default_account: String(there.account_id) };
    expect((await visitor.post("/account/profile", fields)).location).toBe("/account/profile");
    const again = createBrowser(product);
    await again.post("/signin", { email, password: PASSWORD });
    expect((await again.get("/account/profile")).html).not.toContain("Account name");
    const { body } = await member.call("POST", "/api/auth", { email, password: PASSWORD });
    expect(body).toMatchObject({ data: { account_id: there.account_id } });
  });
});

test("the account's chip lists the user's accounts with their roles, and says which one is open after a switch", async () => {
  const email = createEmail();
  const [host, member] = [
    await createUserOnFreePlan(product, createEmail()),
    await createUserOnFreePlan(product, email),
  ];
  await host.call("PATCH", "/api/account", { name: "Globex" });
  await member.call("PATCH", "/api/account", { name: "Acme" });
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email, password: PASSWORD });
  expect((await visitor.get("/dashboard")).html).not.toContain('id="account-switcher"');
  const { data: there } = await host.call("GET", "/api/auth");
  const { data: self } = await member.call("GET", "/api/user");
  await addMember(store, { userId: String(self.id), accountId: String(there.account_id) });
  expect((await visitor.get("/dashboard")).html).toMatch(/id="account-switcher"[^>]*>.*Acme.*Owner.*Globex/s);
  const switched = await visitor.post("/switch", { account: String(there.account_id) });
  expect(switched.location).toBe("/dashboard");
  expect((await visitor.get("/dashboard")).html).toContain("You are now in Globex.");
});

test("a form of the profile page that is refused comes back with the page, filled in, and no other form does", async () => {
  const email = createEmail();
  await createUserOnFreePlan(product, email);
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email, password: PASSWORD });
  const refused = await visitor.post("/account/profile", { intent: "change-email", email: "nobody" });
  expect(refused.status).toBe(400);
  expect(refused.html.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(refused.html).toMatch(/<input[^>]* name="email" aria-invalid="true"[^>]* value="nobody"/);
  expect(refused.html).toContain('action="/account/profile#email"');
  expect(visitor.cookies.has("flash")).toBe(false);
});

describe("PATCH /api/account", () => {
  test("only owners can rename the account, and the log shows who did", async () => {
    const { call } = await signUpTestUser();
    const { data } = await call("GET", "/api/auth");
    expect((await call("PATCH", "/api/account", { name: "Analytical Engines" })).status).toBe(200);
    expect((await call("GET", "/api/user")).data.account_name).toBe("Analytical Engines");
    const accountId = String(data.account_id);
    expect(await store.find(auditEntity, { accountId, action: "account_renamed" })).toMatchObject([
      { target: "Analytical Engines" },
    ]);
    expect((await store.findOne(accountEntity, { id: accountId }))?.nameKey).toBe("analytical engines");
    const { data: self } = await call("GET", "/api/user");
    await store.update(
      membershipEntity,
      { userId: String(self.id) },
      { role: "admin", ownerClaim: "nobody" },
    );
    expect((await call("PATCH", "/api/account", { name: "Mine" })).status).toBe(403);
  });

  test.each([{}, { name: "" }, { name: "x".repeat(101) }, { name: "a\nb" }, { name: ["a"] }])(
    "%j answers 400 at the name",
    async (body) => {
      const { call } = await signUpTestUser();
      const answer = await call("PATCH", "/api/account", body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ inputError: "name" });
    },
  );
});

describe("the data export", () => {
  test("the export contains the user's own data, without a hash or a secret", async () => {
    const email = createEmail();
    const { call, token } = await createUserOnFreePlan(product, email);
    await createUserOnFreePlan(product, createEmail(), "Somebody Else");
    await call("PATCH", "/api/account", { name: "Acme" });
    const { status, data } = await call("GET", "/api/user/export");
    expect(status).toBe(200);
    expect(data).toMatchObject({
      person: { email },
      memberships: [{ account_name: "Acme", permission: "owner" }],
      sessions: [{ kind: "script" }],
      activity: [{ action: "account_renamed", target: "Acme" }, { action: "account_created" }],
    });
    const row = await store.findOne(userEntity, { email });
    const session = await store.findOne(sessionEntity, { userId: row?.id ?? "" });
    const text = JSON.stringify(data);
    for (const secret of [row?.passwordHash, session?.tokenHash, token, "argon2", "Somebody Else"])
      expect(text).not.toContain(String(secret));
  });

  test("the page downloads the export as a file, without JavaScript", async () => {
    const email = createEmail();
    await createUserOnFreePlan(product, email);
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email, password: PASSWORD });
    expect((await visitor.get("/account/profile")).html).toContain('href="/account/profile/export"');
    const file = await visitor.get("/account/profile/export");
    expect(file.headers.get("Content-Disposition")).toBe(`attachment; filename="${PRODUCT_SLUG}-data.json"`);
    expect(file.headers.get("Cache-Control")).toBe("no-store");
    expect(JSON.parse(file.html)).toMatchObject({ person: { email } });
  });
});

test("choosing a language redirects back to the page in that language", async () => {
  const email = createEmail();
  await signUp(product, email);
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email, password: PASSWORD });
  const answer = await visitor.post("/preferences", { locale: "es", return_to: "/account/profile" });
  expect(answer.location).toBe("/account/profile");
  expect((await visitor.get("/account/profile")).html).toContain("Zona de peligro");
});

const createEmail = () => `profile-${(people += 1)}@example.com`;

describe("the user's own record", () => {
  test("PATCH /api/user changes language and theme, and answers in the new language", async () => {
    const { call } = await createUserOnFreePlan(product, "settings@example.com");
    const answer = await call("PATCH", "/api/user", { locale: "es", dark_mode: true });
    expect(answer.data).toMatchObject({ locale: "es", dark_mode: true });
    const refused = await call("PATCH", "/api/user", { locale: "fr" });
    expect(refused.status).toBe(400);
    expect(refused.message).toMatch(/opci|lista|elige/i);
  });

  test("GET /api/user/permissions answers with the role's permissions", async () => {
    const { call } = await createVerifiedUser(product, "rights@example.com");
    expect((await call("GET", "/api/user/permissions")).data).toEqual({
      master: false,
      owner: true,
      admin: true,
      developer: true,
      user: true,
    });
  });

  test("an unverified owner may not choose a plan", async () => {
    const { call } = await signUp(product, "early@example.com");
    expect((await call("POST", "/api/account/plan", { plan: "free" })).status).toBe(403);
  });
});

function signUpTestUser(): Promise<{ call: Call }> {
  return signUp(product, createEmail());
}
