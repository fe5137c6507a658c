/** Sessions that must not work: ended, expired, orphaned, or with a tampered credential. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { membershipEntity } from "~/models/membership.server";
import { accountEntity } from "~/models/account.server";
import { userEntity } from "~/models/user.server";
import { sessionEntity } from "~/models/session.server";
import { minutes } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { OPERATIONS } from "~/services/operations.server";
import { createBrowserWithSession, createApiClient } from "../support/clients";
import { makeTestUser, type TestUser } from "../support/users";
import type { Product } from "../support/product";
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

const ABSENT_ID = "00000000-0000-7000-8000-000000000000";
const UNAUTHENTICATED = 401;

const makeOwner = () =>
  makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
const createCall = (person: TestUser) => createApiClient(product, person.token);
const isOpen = async (cookie: string) =>
  (await createBrowserWithSession(product, cookie).get("/dashboard")).status === 200;

describe("an ended session", () => {
  const guarded = OPERATIONS.filter(({ access }) => access.permission !== "none");

  test("after signing out, every operation answers 401 to the cookie and the bearer token", async () => {
    const person = await makeOwner();
    const visitor = createBrowserWithSession(product, person.cookie);
    const { data } = JSON.parse((await visitor.get("/api/auth")).html) as { data: { token: string } };
    await visitor.post("/signout", {});
    for (const { method, path } of guarded) {
      const url = path.replace(/:\w+/g, ABSENT_ID);
      const credentials: Record<string, string>[] = [
        { Authorization: `Bearer ${data.token}` },
        { Cookie: `session=${person.cookie}` },
      ];
      for (const headers of credentials) {
        const response = await fetch(product.url + url, { method, headers });
        expect(response.status, `${method} ${path}`).toBe(UNAUTHENTICATED);
      }
    }
  });

  test.each([
    ["its idle time is over", { idleExpiresAt: new Date(Date.now() - 1) }],
    ["its maximum time is over", { expiresAt: new Date(Date.now() - 1) }],
  ])("a session is rejected when %s", async (_why, past) => {
    const person = await makeOwner();
    await store.update(sessionEntity, { userId: person.userId }, past);
    expect((await createCall(person)("GET", "/api/user")).status).toBe(UNAUTHENTICATED);
    expect(await isOpen(person.cookie)).toBe(false);
  });

  test("using a session extends its idle time, and never its maximum time", async () => {
    const person = await makeOwner();
    const own = { userId: person.userId, kind: "script" } as const;
    const long = new Date(Date.now() - minutes(2));
    const soon = new Date(Date.now() + minutes(1));
    await store.update(sessionEntity, own, { lastSeenAt: long, idleExpiresAt: soon });
    const before = await store.findOne(sessionEntity, own);
    await createCall(person)("GET", "/api/user");
    const after = await store.findOne(sessionEntity, own);
    expect(after?.idleExpiresAt.getTime()).toBeGreaterThan(soon.getTime() + minutes(20));
    expect(after?.expiresAt).toEqual(before?.expiresAt);
  });

  test.each([
    ["user", (person: TestUser) => store.remove(userEntity, { id: person.userId })],
    ["account", (person: TestUser) => store.remove(accountEntity, { id: person.accountId })],
    ["membership", (person: TestUser) => store.remove(membershipEntity, { userId: person.userId })],
  ])("a session is rejected when its %s is deleted", async (_what, remove) => {
    const person = await makeOwner();
    await remove(person);
    expect((await createCall(person)("GET", "/api/user")).status).toBe(UNAUTHENTICATED);
    expect(await isOpen(person.cookie)).toBe(false);
  });
});

describe("switching to another account", () => {
  const aged = { reauthenticatedAt: new Date(Date.now() - minutes(11)) };

  /** A user with two accounts whose reauthentication has expired, and the other account. */
  async function withTwoAccounts(): Promise<{ person: TestUser; other: string }> {
    const [person, host] = [await makeOwner(), await makeOwner()];
    const { userId } = person;
    const own = await store.findOne(membershipEntity, { userId });
    if (!own) throw new Error("an owner without a membership");
    const id = uuid();
    await store.insert(membershipEntity, {
      ...own,
      id,
      accountId: host.accountId,
      role: "user",
      ownerClaim: id,
    });
    await store.update(sessionEntity, { userId }, aged);
    return { person, other: host.accountId };
  }

  async function switchTo({ token }: TestUser, account: string) {
    const { status, data } = await createApiClient(product, token)("POST", "/api/auth/switch", { account });
    expect(status).toBe(200);
    expect(data.account_id).toBe(account);
    return createApiClient(product, String(data.token));
  }

  test("switching accounts is no reauthentication: changes of two-factor, the password and the email still answer 403", async () => {
    const { person, other } = await withTwoAccounts();
    const call = await switchTo(person, other);
    const asking = [
      await call("PUT", "/api/user/2fa", { "2fa_enabled": true }),
      await call("PUT", "/api/user/2fa", { "2fa_enabled": false }),
      await call("PUT", "/api/user/password", { newpassword: "another horse!" }),
      await call("PATCH", "/api/user", { email: "another@example.com" }),
    ];
    for (const { status, message } of asking) {
      expect(status).toBe(403);
      expect(message).toContain("confirmed with a password");
    }
  });

  test("switching to the present account is no reauthentication either", async () => {
    const { person } = await withTwoAccounts();
    const call = await switchTo(person, person.accountId);
    expect((await call("PUT", "/api/user/2fa", { "2fa_enabled": true })).status).toBe(403);
  });

  test("switching accounts keeps the session's expiry, and the earlier cookie and token stop working", async () => {
    const { person, other } = await withTwoAccounts();
    const expiresAt = new Date(Date.now() + minutes(20));
    await store.update(sessionEntity, { userId: person.userId }, { expiresAt });
    const call = await switchTo(person, other);
    await createBrowserWithSession(product, person.cookie).post("/switch", { account: other });
    expect((await call("GET", "/api/user")).status).toBe(200);
    const sessions = await store.find(sessionEntity, { userId: person.userId });
    expect(sessions).toHaveLength(2);
    for (const session of sessions) expect(session).toMatchObject({ expiresAt, accountId: other, ...aged });
    expect((await createCall(person)("GET", "/api/user")).status).toBe(UNAUTHENTICATED);
    expect(await isOpen(person.cookie)).toBe(false);
  });
});

describe("a tampered credential", () => {
  const changeCharacter = (secret: string, at: number) =>
    secret.slice(0, at) + (secret[at] === "A" ? "B" : "A") + secret.slice(at + 1);

  /** Thirty ways to tamper with a secret; fetch sends them byte by byte, as latin-1. */
  const listSpoiledSecrets = (secret: string): string[] => [
    ...Array.from({ length: 10 }, (_, index) => changeCharacter(secret, 4 + index * 4)),
    ...[0, 1, 3, 4, 10, secret.length - 1].map((length) => secret.slice(0, length)),
    secret + secret,
    `${secret}A`,
    `${secret}.`,
    `${secret} ${secret}`,
    `${secret}\u00e9`,
    secret.toUpperCase(),
    secret.replace("_", "-"),
    secret.replace("_", "%5F%"),
    `scr_${"A".repeat(43)}`,
    `ses_${"\u00e9".repeat(43)}`,
    "\u00ff\u00fe\u00fd",
    "A".repeat(8192),
    "' OR 1=1 --",
    "__proto__",
  ];

  test("thirty tampered bearer tokens answer 401", async () => {
    const { token } = await makeOwner();
    const tokens = listSpoiledSecrets(token);
    expect(tokens).toHaveLength(30);
    for (const spoilt of tokens) {
      const { status } = await createApiClient(product, spoilt)("GET", "/api/user");
      expect(status, spoilt.slice(0, 80)).toBe(UNAUTHENTICATED);
    }
  });

  test("thirty tampered cookies redirect to the sign-in page", async () => {
    const { cookie } = await makeOwner();
    for (const spoilt of listSpoiledSecrets(cookie)) {
      const answer = await createBrowserWithSession(product, spoilt).get("/dashboard");
      expect(answer.location, spoilt.slice(0, 80)).toBe("/signin");
    }
  });

  test.each([
    "Bearer",
    "Bearer ",
    "bearer",
    "Basic dTpw",
    "Token x",
    "Bearer a b",
    "Bearer Bearer x",
    ",",
    ":",
  ])("the Authorization header %j answers 401", async (header) => {
    const response = await fetch(`${product.url}/api/user`, { headers: { Authorization: header } });
    expect(response.status).toBe(UNAUTHENTICATED);
  });

  test("a cookie's value is no bearer token, and a script's token is no cookie", async () => {
    const { cookie, token } = await makeOwner();
    expect((await createApiClient(product, cookie)("GET", "/api/user")).status).toBe(UNAUTHENTICATED);
    expect(await isOpen(token)).toBe(false);
  });
});
