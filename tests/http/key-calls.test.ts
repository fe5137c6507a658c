/** Calls with an API key: what its scopes allow, why it is refused, and what a call leaves behind. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntity } from "~/models/audit.server";
import { apiCallDayEntity } from "~/models/api-call.server";
import { userEntity } from "~/models/user.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { membershipEntity } from "~/models/membership.server";
import { apiKeyEntity } from "~/models/api-key.server";
import { OPERATIONS } from "~/services/operations.server";
import { createKeySecret } from "~/services/keys/key-secret.server";
import { createApiClient, createBrowser, PASSWORD, type Call } from "../support/clients";
import { makeTestUser, type TestUser } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { hashQuickly } from "../support/quick-passwords";
import type { OpenStore } from "~/models/store/database";
import { KEY_SCOPES } from "~/domain/key-scopes";

const ABSENT_ID = "00000000-0000-7000-8000-000000000000";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  // Behind one proxy, so that a test can call from other IPs.
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

interface Keyed {
  owner: TestUser;
  as: Call;
  id: string;
  key: string;
  call: Call;
}

/** An owner's key, for a program at 192.0.2.1. */
async function makeKey(settings: object = {}): Promise<Keyed> {
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  const as = createApiClient(product, owner.token);
  const answer = await as("POST", "/api/key", { name: "A program", scope: [...KEY_SCOPES], ...settings });
  expect(answer.status).toBe(200);
  const { id, full_key: key } = answer.data as { id: string; full_key: string };
  return { owner, as, id, key, call: from("192.0.2.1", key) };
}

/** A client at this IP. */
function from(ip: string, key: string): Call {
  const call = createApiClient(product, key);
  return (method, path, ...[body, headers]) =>
    call(method, path, body, { "X-Forwarded-For": ip, ...headers });
}

describe("scopes", () => {
  test("a key with every scope makes the calls of its scopes, and no other call of the API", async () => {
    const { call } = await makeKey();
    for (const { name, method, path, keyScope } of OPERATIONS) {
      const url = path.replace(/:\w+/g, ABSENT_ID);
      const { status, message } = await call(method, url, method === "GET" ? undefined : {});
      if (keyScope === undefined)
        expect([name, status, message]).toEqual([name, 403, "API keys can't make this call."]);
      else expect([name, [200, 400, 404].includes(status)]).toEqual([name, true]);
    }
  });

  test.each(KEY_SCOPES)("a key without %s is refused, and the answer names the scope", async (scope) => {
    const { call } = await makeKey({ scope: KEY_SCOPES.filter((other) => other !== scope) });
    for (const { method, path, keyScope } of OPERATIONS.filter((operation) => operation.keyScope === scope)) {
      const url = path.replace(/:\w+/g, ABSENT_ID);
      const { status, message } = await call(method, url, method === "GET" ? undefined : {});
      expect([status, message]).toEqual([403, `This API key lacks the scope ${keyScope ?? ""}.`]);
    }
  });

  test("a change of the scopes counts from the next call on", async () => {
    const { as, id, call } = await makeKey({ scope: ["users:read"] });
    expect((await call("GET", "/api/account/users")).status).toBe(200);
    await as("PATCH", `/api/key/${id}`, { scope: ["usage:read"] });
    expect((await call("GET", "/api/account/users")).status).toBe(403);
    expect((await call("GET", "/api/account/usage")).status).toBe(200);
  });
});

test("an answer says what is left of the key's own limit, which other keys do not use up", async () => {
  const keys = [await makeKey(), await makeKey()];
  for (const [index, { call }] of [...keys, ...keys].entries()) {
    const { headers } = await call("POST", "/api/event", { name: "opened" });
    expect(headers.get("RateLimit-Policy")).toBe('"event-user";q=60;w=60');
    expect(headers.get("RateLimit")).toMatch(new RegExp(`^"event-user";r=${index < 2 ? 59 : 58};t=\\d+$`));
  }
  const { headers } = await from("192.0.2.9", "gw_live_nothing")("GET", "/api/account/users");
  expect(headers.get("RateLimit")).toMatch(/^"bad-key-address";r=\d+;t=\d+$/);
});

describe("a key that no longer works is refused from the next call on, and the answer says why", () => {
  const LAPSED = "Your subscription isn't active. Check your billing.";
  const day = (count: number) => new Date(Date.now() + count * 86_400_000);
  const cases: [string, number, string | RegExp, (of: Keyed) => Promise<unknown>][] = [
    [
      "revoked",
      401,
      "This API key was revoked.",
      ({ as, id }) => as("PATCH", `/api/key/${id}`, { active: false }),
    ],
    ["deleted", 401, "This API key isn't valid.", ({ as, id }) => as("DELETE", "/api/key", [id])],
    [
      "expired",
      401,
      /^This API key expired on \d{4}-\d\d-\d\d\.$/,
      ({ id }) => store.update(apiKeyEntity, { id }, { expiresAt: day(-1) }),
    ],
    [
      "replaced",
      401,
      "This API key was replaced by a new one.",
      ({ as, id }) => as("POST", `/api/key/${id}/rotate`, { overlap_hours: 0 }),
    ],
    [
      "of a member who left",
      401,
      /can no longer use API keys/,
      ({ owner }) => store.remove(membershipEntity, { userId: owner.userId }),
    ],
    [
      "of a member who may not use keys any more",
      401,
      /can no longer use API keys/,
      ({ owner }) => store.update(membershipEntity, { userId: owner.userId }, { role: "admin" }),
    ],
    [
      "of an account whose subscription has lapsed",
      402,
      LAPSED,
      ({ owner }) => store.update(subscriptionEntity, { id: owner.accountId }, { status: "canceled" }),
    ],
    ["of a closed account", 401, "This API key isn't valid.", closeAccount],
    [
      "not allowed at this IP",
      403,
      "This API key may not be used from 192.0.2.1.",
      ({ as, id }) => as("PATCH", `/api/key/${id}`, { allowed_ips: ["198.51.100.0/24"] }),
    ],
  ];

  async function closeAccount({ owner, as }: Keyed) {
    const passwordHash = await hashQuickly(PASSWORD);
    await store.update(userEntity, { id: owner.userId }, { passwordHash });
    expect((await as("DELETE", "/api/account", { password: PASSWORD })).status).toBe(200);
  }

  test.each(cases)("%s: %s", async (...[, status, message, end]) => {
    const keyed = await makeKey();
    expect((await keyed.call("GET", "/api/account/users")).status).toBe(200);
    await end(keyed);
    const answer = await keyed.call("GET", "/api/account/users");
    expect(answer.status).toBe(status);
    expect(answer.message).toMatch(message);
  });
});

describe("the list of allowed IPs", () => {
  test.each([
    ["192.0.2.7", true],
    ["::ffff:192.0.2.7", true],
    ["192.0.2.8", false],
    ["198.51.100.200", true],
    ["2001:db8:1::5", true],
    ["2001:db8:1::6", false],
    ["2001:db8:aaaa:bbbb::1", true],
    ["2001:db9::1", false],
  ])("a call with a list of allowed IPs from %s: %s", async (ip, isAllowed) => {
    const { key } = await makeKey({
      allowed_ips: ["192.0.2.7", "198.51.100.0/24", "2001:db8:1::5", "2001:db8:aaaa::/48"],
    });
    expect((await from(ip, key)("GET", "/api/account/users")).status).toBe(isAllowed ? 200 : 403);
  });
});

describe("what is no key", () => {
  test("a key in the query, in a cookie or in the body is ignored", async () => {
    const { key } = await makeKey();
    const call = createApiClient(product);
    for (const path of [`/api/account/users?token=${key}`, `/api/account/users?api_key=${key}`])
      expect((await call("GET", path)).status).toBe(401);
    const visitor = createBrowser(product);
    visitor.cookies.set("session", key);
    expect((await visitor.get("/api/account/users")).status).toBe(401);
    expect((await call("POST", "/api/event", { name: "x", token: key })).status).toBe(401);
  });

  test("a key opens no page", async () => {
    const { key } = await makeKey();
    const answer = await createBrowser(product).get("/dashboard", { Authorization: `Bearer ${key}` });
    expect(answer.location).toContain("/signin");
  });

  test("the session of a browser does not help a key that is refused", async () => {
    const { owner, key, as, id } = await makeKey();
    await as("PATCH", `/api/key/${id}`, { active: false });
    const cookie = { Cookie: `session=${owner.cookie}`, "Sec-Fetch-Site": "same-origin" };
    expect((await createApiClient(product, key)("GET", "/api/auth", undefined, cookie)).status).toBe(401);
  });

  test.each([
    ["malformed", () => "gw_live_nonsense"],
    ["well-formed and unknown", () => createKeySecret("live").fullKey],
  ])(
    "from one IP, 60 %s keys a minute answer 401 and then 429; a valid key still works there",
    async (name, make) => {
      const { key } = await makeKey();
      const ip = `203.0.113.${name.length}`;
      const tries = await Promise.all(
        Array.from({ length: 65 }, () => from(ip, make())("GET", "/api/account/users")),
      );
      const statuses = tries.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(60);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      expect((await from(ip, key)("GET", "/api/account/users")).status).toBe(200);
    },
  );
});

describe("what a call leaves behind", () => {
  test("the time and the IP of the last use, and one call in the usage of the key and of the account", async () => {
    const { as, id, call } = await makeKey();
    for (let times = 0; times < 3; times += 1) await call("GET", "/api/account/users");
    // Refused: it is no use of the key.
    await call("GET", "/api/user");
    const { data } = await as("GET", `/api/key/${id}`);
    expect(data).toMatchObject({ last_used_at: expect.any(String) as string, last_used_ip: "192.0.2.1" });
    const usage = await as("GET", `/api/key/${id}/usage`);
    expect(usage.data).toMatchObject({ total: 3 });
    expect(usage.data.days).toHaveLength(30);
    expect((await as("GET", "/api/account/usage")).data).toMatchObject({ total: 3 });
    await expect
      .poll(async () => (await store.findOne(apiKeyEntity, { id }))?.lastUsedIp ?? null)
      .toBe("192.0.2.1");
  });

  test("further calls within a minute do not write the last use again", async () => {
    const { id, call } = await makeKey();
    await call("GET", "/api/account/users");
    await expect
      .poll(async () => (await store.findOne(apiKeyEntity, { id }))?.lastUsedAt ?? null)
      .not.toBeNull();
    const before = await store.findOne(apiKeyEntity, { id });
    for (let times = 0; times < 5; times += 1) await call("GET", "/api/account/users");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await store.findOne(apiKeyEntity, { id })).toEqual(before);
  });

  test("the calls that the plan includes end in 402 with the plan that has more", async () => {
    const { owner, as, call } = await makeKey();
    const day = new Date().toISOString().slice(0, 10);
    await store.insert(apiCallDayEntity, { id: owner.userId, accountId: owner.accountId, day, calls: 1000 });
    await call("GET", "/api/account/users");
    await expect.poll(async () => (await call("GET", "/api/account/users")).status).toBe(402);
    expect((await as("GET", "/api/account/users")).status).toBe(200);
  });

  test("a change by a key is logged under the name of the member it acts as", async () => {
    const { owner, call } = await makeKey();
    expect((await call("PATCH", "/api/account", { name: "Renamed by a key" })).status).toBe(200);
    const audits = await store.find(auditEntity, { accountId: owner.accountId, action: "account_renamed" });
    expect(audits).toMatchObject([{ actorId: owner.userId, target: "Renamed by a key", ip: "192.0.2.1" }]);
  });

  test("a key never removes the member it acts as", async () => {
    const { owner, call } = await makeKey();
    expect((await call("DELETE", `/api/user/${owner.userId}`)).status).toBe(403);
    expect(await store.count(membershipEntity, { userId: owner.userId })).toBe(1);
  });
});

test("a mail warns of a key that ends within a week", async () => {
  const { owner, id } = await makeKey({ name: "Nightly job" });
  const expiresAt = new Date(Date.now() + 3 * 86_400_000);
  await store.update(apiKeyEntity, { id }, { expiresAt, expiryWarnedAt: null });
  const user = await store.findOne(userEntity, { id: owner.userId });
  // Another process of the product looks for such keys when it starts.
  const other = await startProduct({ DATA_DIR: product.dataDir });
  const mail = await other.mailTo(user?.email ?? "");
  expect(mail).toContain("Nightly job");
  await other.stop();
});
