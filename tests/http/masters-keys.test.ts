/** API keys and webhooks of masters: theirs where they are the account's owner or a developer, and nowhere else. */
import { subscriptionEntity } from "~/models/subscription.server";
import { userEntity } from "~/models/user.server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiClient, PASSWORD } from "../support/clients";
import { openCredentials, type Credentials, type SignedIn } from "../support/credentials";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

const NEW_KEY = { name: "A program", scope: ["events:write"], password: PASSWORD };
const PAGES = [
  "/account/apikeys",
  "/account/apikeys/create",
  "/account/webhooks",
  "/account/webhooks/create",
];
const REASON =
  "Operators manage API keys and webhooks only in accounts that they own or where they are a developer.";

let product: Product;
let people: Credentials;
beforeAll(async () => {
  product = await shareProduct();
  people = await openCredentials(product);
});
afterAll(async () => {
  await people.close();
});

const createKey = async ({ script }: SignedIn, more: object = {}) => {
  const { data } = await script("POST", "/api/key", { ...NEW_KEY, ...more });
  return createApiClient(product, String(data.full_key));
};

describe.each(["owner", "developer"] as const)("a master who is %s by membership", (role) => {
  test("a master opens the pages of keys and webhooks, and creates a key", async () => {
    const master = await people.signedIn("master", { role });
    for (const page of PAGES) expect([page, (await master.visitor.get(page)).status]).toEqual([page, 200]);
    expect((await master.visitor.get("/account")).html).toContain('href="/account/apikeys"');
    expect((await master.script("POST", "/api/key", NEW_KEY)).status).toBe(200);
    expect((await master.script("GET", "/api/webhook")).status).toBe(200);
  });

  test("a master has every permission in the map, and stays master in the session user and the user record", async () => {
    const master = await people.signedIn("master", { role });
    const all = { master: true, owner: true, admin: true, developer: true, user: true };
    expect((await master.script("GET", "/api/user/permissions")).data).toEqual(all);
    for (const path of ["/api/auth", "/api/user"])
      expect((await master.script("GET", path)).data.permission).toBe("master");
    const scopes = (await master.script("GET", "/api/key/scopes")).data as unknown as { allowed: boolean }[];
    expect(scopes.every(({ allowed }) => allowed)).toBe(true);
  });
});

test("a master who is a user by membership is told why keys and webhooks are closed, in both languages", async () => {
  const master = await people.signedIn("master", { role: "user" });
  expect((await master.script("GET", "/api/user/permissions")).data).toMatchObject({ developer: false });
  const answer = await master.script("GET", "/api/key");
  expect([answer.status, answer.message]).toEqual([403, expect.stringContaining(REASON)]);
  for (const page of PAGES) {
    expect((await master.visitor.get(page)).location).toBe("/signin");
    const { html } = await master.visitor.get("/dashboard");
    expect(html).toContain(REASON);
    expect(html).not.toContain("Ask the owner");
  }
  await people.store.update(userEntity, { id: master.userId }, { locale: "es" });
  await master.visitor.get("/account/webhooks");
  expect((await master.visitor.get("/dashboard")).html).toContain("Los operadores solo gestionan claves");
});

describe("a key of a master", () => {
  test("a master's key has no more than their membership: a developer's reads no members", async () => {
    const master = await people.signedIn("master", { role: "developer" });
    const call = await createKey(master, { scope: ["events:write", "users:read"] });
    expect((await call("POST", "/api/event", { name: "created_report" })).status).not.toBe(403);
    expect((await call("GET", "/api/account/users")).status).toBe(403);
    expect((await call("GET", "/api/master/overview")).status).toBe(403);
  });

  test("a master's key answers 402 once their own account has lapsed, although the master goes on", async () => {
    const master = await people.signedIn("master");
    const call = await createKey(master, { scope: ["users:read"] });
    expect((await call("GET", "/api/account/users")).status).toBe(200);
    await people.store.update(subscriptionEntity, { id: master.accountId }, { status: "canceled" });
    expect((await call("GET", "/api/account/users")).status).toBe(402);
    expect((await master.visitor.get("/dashboard")).status).toBe(200);
  });
});
