/** API keys over HTTP: making, reading, changing and ending them, and what only their account sees. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENTITIES } from "~/models/all-entities";
import type { Role } from "~/domain/roles";
import { createApiClient, createBrowserWithSession, PASSWORD } from "../support/clients";
import type { ApiAnswer, Call } from "../support/clients";
import { openCredentials, type Credentials, type SignedIn } from "../support/credentials";
import { addMember } from "../support/members";
import { makeSession, type TestUser } from "../support/users";
import { startProduct, type Product } from "../support/product";

const ABSENT_ID = "00000000-0000-7000-8000-000000000000";
const NEW_KEY = { name: "A program", scope: ["usage:read", "events:write"], password: PASSWORD };

let product: Product;
let people: Credentials;
let owner: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  product = await startProduct();
  people = await openCredentials(product);
  await people.store.update(ENTITIES.plans, { id: "free" }, { keyLimit: 50 });
  owner = await people.signedIn();
  stranger = await people.signedIn();
});
afterAll(async () => {
  await people.close();
  await product.stop();
});

const create = async (more: object = {}, by: Call = owner.script) =>
  (await by("POST", "/api/key", { ...NEW_KEY, ...more })).data as { id: string; full_key: string };

/** A member of the owner's account. */
async function joinAs(role: Exclude<Role, "owner">): Promise<TestUser & { call: Call }> {
  const member = await people.signedIn("owner");
  const { userId } = member;
  const { accountId } = owner;
  await addMember(people.store, { userId, accountId, role });
  const of = { userId, accountId };
  const token = await makeSession(people.store, { ...of, kind: "script" });
  const cookie = await makeSession(people.store, { ...of, kind: "browser" });
  return { ...of, token, cookie, call: createApiClient(product, token) };
}

describe("creating a key", () => {
  test("creating a key answers the whole key once; neither a later answer nor the database contains it", async () => {
    const answer = await owner.script("POST", "/api/key", { ...NEW_KEY, allowed_ips: "127.0.0.1" });
    expect(answer.status).toBe(200);
    const { full_key: key, id } = answer.data as { full_key: string; id: string };
    expect(key).toMatch(/^gw_test_[0-9A-Za-z]{49}$/);
    expect(answer.data).toMatchObject({
      name: "A program",
      scope: ["events:write", "usage:read"],
      active: true,
      status: "active",
      allowed_ips: ["127.0.0.1"],
      expires_at: null,
      last_used_at: null,
      created_by: "A owner",
    });
    for (const path of ["/api/key", `/api/key/${id}`]) {
      const { status, body } = await owner.script("GET", path);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(key.slice(8));
      expect(JSON.stringify(body)).not.toContain("full_key");
    }
    const rows = await people.store.find(ENTITIES.apiKeySecrets, { keyId: id });
    expect(JSON.stringify(rows)).not.toContain(key.slice(12, 50));
    expect(await product.wholeOutput()).not.toContain(key);
  });

  test.each([
    [{ name: "" }, "name", "Please provide a descriptive name for your key"],
    [{ scope: [] }, "scope", "Please select at least one scope"],
    [{ scope: undefined }, "scope", "Please select at least one scope"],
    [{ expires_at: "2020-01-01" }, "expires_at", "Please choose a date in the future"],
    [{ expires_at: "2999-01-01" }, "expires_at", "Please choose a date within 10 years"],
    [{ allowed_ips: ["1.2.3"] }, "allowed_ips", "1.2.3 is not a valid IP address or network"],
    [{ password: "wrong password!" }, "password", "That password is incorrect."],
  ])("creating a key with %j answers 400 and names the field", async (more, inputError, message) => {
    const answer = await owner.script("POST", "/api/key", { ...NEW_KEY, ...more });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: { message, inputError },
    });
  });

  test("creating a key asks for the password again once the sign-in is older than ten minutes", async () => {
    const { script, userId } = await people.signedIn();
    await people.store.update(ENTITIES.sessions, { userId }, { credentialAt: null });
    const answer = await script("POST", "/api/key", { ...NEW_KEY, password: undefined });
    expect(answer).toMatchObject({ status: 403, body: { inputError: "password" } });
  });

  test("creating a key ignores fields that are not the caller's to set", async () => {
    const foreign = {
      account_id: stranger.accountId,
      created_by: "x",
      id: ABSENT_ID,
      key: "gw_live_x",
      active: false,
    };
    const { id, full_key: key } = await create({ ...foreign, full_key: "gw_live_mine", token_hash: "x" });
    expect(id).not.toBe(ABSENT_ID);
    expect(key).not.toBe("gw_live_mine");
    const row = await people.store.findOne(ENTITIES.apiKeys, { id });
    expect(row).toMatchObject({ accountId: owner.accountId, createdById: owner.userId, revokedAt: null });
  });

  test("a developer cannot give a key more than their role allows, and an admin gives none", async () => {
    const developer = await joinAs("developer");
    const beyond = await developer.call("POST", "/api/key", { ...NEW_KEY, password: undefined });
    expect(beyond).toMatchObject({ status: 403, body: { inputError: "scope" } });
    expect(beyond.message).toBe("Your role doesn't allow the scope usage:read.");
    const within = await developer.call("POST", "/api/key", { name: "Mine", scope: "events:write" });
    expect(within.status).toBe(200);
    const admin = await joinAs("admin");
    expect((await admin.call("POST", "/api/key", NEW_KEY)).status).toBe(403);
    expect((await admin.call("GET", "/api/key")).status).toBe(403);
    const page = await createBrowserWithSession(product, admin.cookie).get("/account/apikeys");
    expect([page.status, page.location]).toEqual([302, "/signin"]);
  });

  test("a key beyond the plan's answers 402 with the plan that has more, before anything else is checked", async () => {
    const full = await people.signedIn();
    await people.store.update(ENTITIES.subscriptions, { id: full.accountId }, { planId: "pro" });
    await people.store.update(ENTITIES.plans, { id: "pro" }, { keyLimit: 1 });
    const first = await create({}, full.script);
    const refused = await full.script("POST", "/api/key", { ...NEW_KEY, password: "wrong password!" });
    expect(refused).toMatchObject({ status: 402, data: { plan: expect.any(String) as string } });
    expect(refused.message).toContain("Your plan includes 1 API key.");
    const { html } = await full.visitor.get("/account/apikeys/create");
    expect(html).toContain("Your plan includes 1 API key.");
    expect(html).toContain('href="/account/upgrade?plan=');
    await full.script("PATCH", `/api/key/${first.id}`, { active: false });
    expect((await full.script("POST", "/api/key", NEW_KEY)).status).toBe(200);
  });
});

describe("a key of another account", () => {
  const calls = (id: string): [string, string, unknown?][] => [
    ["GET", `/api/key/${id}`],
    ["GET", `/api/key/${id}/usage`],
    ["PATCH", `/api/key/${id}`, { name: "Mine now" }],
    ["PATCH", `/api/key/${id}`, { active: false }],
    ["POST", `/api/key/${id}/rotate`, { password: PASSWORD }],
    ["DELETE", "/api/key", [id]],
  ];

  test("a key of another account is answered like a key that does not exist, and stays as it is", async () => {
    const { id } = await create();
    const before = await people.store.findOne(ENTITIES.apiKeys, { id });
    for (const [index, [method, path, body]] of calls(id).entries()) {
      const foreign = await stranger.script(method, path, body);
      const [, absentPath = "", absentBody] = calls(ABSENT_ID)[index] ?? [];
      const absent = await stranger.script(method, absentPath, absentBody);
      expect([method, path, foreign.status]).toEqual([method, path, 404]);
      expect(absent.body).toEqual(foreign.body);
    }
    expect(await people.store.findOne(ENTITIES.apiKeys, { id })).toEqual(before);
  });

  test.each([ABSENT_ID, "", "-1", "' OR '1'='1", "x".repeat(300)])(
    "the page of another account's key leads to /404: %j",
    async (id) => {
      const page = await owner.visitor.get(`/account/apikeys/edit?id=${encodeURIComponent(id)}`);
      expect([page.status, page.location]).toEqual([302, "/404"]);
    },
  );
});

describe("changing a key", () => {
  const change = (id: string, body: object) => owner.script("PATCH", `/api/key/${id}`, body);

  test("a new name needs no password; scopes, end and IPs do", async () => {
    const { id } = await create();
    const forget = { credentialAt: null, reauthenticatedAt: null };
    await people.store.update(ENTITIES.sessions, { userId: owner.userId }, forget);
    expect(await change(id, { name: "Renamed" })).toMatchObject({ status: 200, data: { name: "Renamed" } });
    for (const body of [
      { scope: ["billing:read"] },
      { expires_at: "2027-01-01" },
      { allowed_ips: ["10.0.0.1"] },
    ]) {
      expect((await change(id, body)).status).toBe(403);
      expect((await change(id, { ...body, password: PASSWORD })).status).toBe(200);
      await people.store.update(ENTITIES.sessions, { userId: owner.userId }, forget);
      // A value that is stored already is no change.
      expect((await change(id, body)).status).toBe(200);
    }
    expect((await owner.script("GET", `/api/key/${id}`)).data).toMatchObject({
      scope: ["billing:read"],
      expires_at: "2027-01-01T23:59:59.999Z",
      allowed_ips: ["10.0.0.1"],
    });
  });

  test("a revoked key stays revoked and cannot be changed; revoking it again changes nothing", async () => {
    const { id } = await create();
    expect(await change(id, { active: false })).toMatchObject({ status: 200, data: { active: false } });
    expect((await change(id, { active: false })).status).toBe(200);
    for (const body of [{ active: true }, { name: "Again" }])
      expect((await change(id, body)).status).toBe(409);
    expect((await owner.script("POST", `/api/key/${id}/rotate`, { password: PASSWORD })).status).toBe(409);
  });

  test("the account's log has what was done with keys, by name", async () => {
    const { id } = await create({ name: "Logged" });
    await change(id, { name: "Logged twice" });
    await owner.script("POST", `/api/key/${id}/rotate`, { password: PASSWORD });
    await change(id, { active: false });
    await owner.script("DELETE", "/api/key", [id]);
    const audits = await people.store.find(ENTITIES.audits, { accountId: owner.accountId });
    const logged = audits.filter(({ target }) => target?.startsWith("Logged"));
    expect(new Set(logged.map(({ action }) => action))).toEqual(
      new Set(["key_created", "key_changed", "key_rotated", "key_revoked", "key_deleted"]),
    );
  });
});

test("GET /api/key/scopes lists what keys can be allowed to do, in the caller's language", async () => {
  const answer = await owner.script("GET", "/api/key/scopes", undefined, { "Accept-Language": "es" });
  const scopes = (answer.body as { data: Record<string, unknown>[] }).data;
  expect(scopes.length).toBeGreaterThanOrEqual(8);
  expect(scopes[1]).toMatchObject({ scope: "users:read", group: "users", allowed: true });
});

describe("the pages without scripts", () => {
  test("the pages without scripts create a key and show it once, revoke it and delete it", async () => {
    const { visitor, accountId } = await people.signedIn();
    const fields = { name: "From a page", scope: "events:write", expires_at: "", password: PASSWORD };
    const created = await visitor.post("/account/apikeys/create", fields);
    const key = /gw_test_[0-9A-Za-z]{49}/.exec(created.html)?.[0] ?? "";
    expect([created.status, key]).toEqual([200, expect.stringMatching(/^gw_test_/)]);
    const row = await people.store.findOne(ENTITIES.apiKeys, { accountId });
    const page = `/account/apikeys/edit?id=${row?.id ?? ""}`;
    expect((await visitor.get(page)).html).not.toContain(key);
    const revoked = await visitor.post(page, { intent: "revoke", id: row?.id ?? "" });
    expect(revoked.location).toBe(page);
    expect((await visitor.get(page)).html).toContain("This key is revoked.");
    const removed = await visitor.post(page, { intent: "delete", ids: row?.id ?? "" });
    expect(removed.location).toBe("/account/apikeys");
    expect((await visitor.get("/account/apikeys")).html).toContain("No API keys yet.");
  });

  test("a form with an error comes back with its fields, boxes included", async () => {
    const { visitor } = await people.signedIn();
    const { html, status } = await visitor.post("/account/apikeys/create", [
      ["name", ""],
      ["scope", "users:read"],
      ["scope", "billing:read"],
      ["allowed_ips", "10.0.0.1"],
    ]);
    expect(status).toBe(400);
    expect(html).toContain("Please provide a descriptive name for your key");
    const boxes = [...html.matchAll(/<input[^>]*name="scope"[^>]*>/g)].map(([box]) => box);
    const checked = boxes
      .filter((box) => box.includes(' checked=""'))
      .map((box) => /value="([^"]*)"/.exec(box)?.[1]);
    expect(checked).toEqual(["users:read", "billing:read"]);
    expect(html).toContain(">10.0.0.1</textarea>");
  });

  test("saving without a scope is an error, not the old scopes", async () => {
    const { id } = await create();
    const page = `/account/apikeys/edit?id=${id}`;
    const answer = await owner.visitor.post(page, { intent: "save", id, name: "Still", password: PASSWORD });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("Please select at least one scope");
  });

  test("rotating shows the new key, and until when the previous one works", async () => {
    const { id, full_key: previous } = await create();
    const page = `/account/apikeys/edit?id=${id}`;
    const { html } = await owner.visitor.post(page, {
      intent: "rotate",
      id,
      overlap_hours: "24",
      password: PASSWORD,
    });
    const key = /gw_test_[0-9A-Za-z]{49}/.exec(html)?.[0];
    expect(key).toBeDefined();
    expect(key).not.toBe(previous);
    expect(html).toContain("The previous key works until");
  });
});

test("every message about a key is in Spanish for a Spanish reader", async () => {
  const reader = await people.signedIn();
  await people.store.update(ENTITIES.users, { id: reader.userId }, { locale: "es" });
  const answers: ApiAnswer[] = [];
  for (const body of [{ name: "" }, { scope: [] }, { expires_at: "x" }])
    answers.push(await reader.script("POST", "/api/key", { ...NEW_KEY, ...body }));
  expect(answers.map(({ message }) => message)).toEqual([
    "Escribe un nombre descriptivo para tu clave",
    "Selecciona al menos un permiso",
    "Escribe una fecha válida",
  ]);
});
