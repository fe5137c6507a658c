/** Callbacks of a provider by OpenID Connect that a browser has changed, repeated, or brought from elsewhere. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createSecrets } from "~/crypto/secrets.server";
import { AUTHORIZATION_LIFE_MS, URL_ERROR_MAX_LENGTH } from "~/domain/limits";
import { auditEntity } from "~/models/audit.server";
import { createIdentity, identityEntity } from "~/models/identity.server";
import { userEntity } from "~/models/user.server";
import { createBrowser } from "../support/clients";
import { isSignedIn } from "../support/identity-provider";
import { createMigratedFile } from "../support/migrated-stores";
import {
  CLIENT_SECRET,
  sendJson,
  startOpenIdProviders,
  type OpenIdProviders,
} from "../support/openid-provider";
import {
  confirm,
  createPerson,
  leaveFor,
  listOpenIdSettings,
  open,
  startOpenIdStage,
  type OpenIdStage,
} from "../support/openid-visits";
import { withTwoFactor } from "../support/two-factor";

const APP_SECRET = "a secret of this test alone, long enough";
const dataDir = mkdtempSync(join(tmpdir(), "groundwork-openid-"));
const SETTINGS = { DATA_DIR: dataDir, APP_SECRET };

let providers: OpenIdProviders;
let stage: OpenIdStage;
beforeAll(async () => {
  providers = await startOpenIdProviders();
  await createMigratedFile(join(dataDir, "app.db"));
  stage = await startOpenIdStage(providers, ["acme", "beta"], SETTINGS);
});
afterAll(async () => {
  await stage.stop();
  await providers.close();
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => {
  providers.lies = {};
});

const createVisitor = () => createBrowser(stage.product);

test.each([
  ["names no issuer, although the provider does", (query: URLSearchParams) => query.delete("iss")],
  ["names another issuer", (query: URLSearchParams) => query.set("iss", providers.issuerOf("beta"))],
  ["names two issuers", (query: URLSearchParams) => query.append("iss", providers.issuerOf("beta"))],
  ["has no state", (query: URLSearchParams) => query.delete("state")],
  ["has the state twice", (query: URLSearchParams) => query.append("state", query.get("state") ?? "")],
  ["has no code", (query: URLSearchParams) => query.delete("code")],
  ["has two codes", (query: URLSearchParams) => query.append("code", "another")],
  ["has an error beside the code", (query: URLSearchParams) => query.set("error", "server_error")],
  ["brings the token itself", (query: URLSearchParams) => query.append("id_token", "a.b.c")],
])("a callback that %s signs no one in", async (_what, change) => {
  const { visitor, callback } = await stage.prepare("acme");
  change(callback.searchParams);
  await stage.expectRefusal(visitor, callback);
});

describe("a callback from elsewhere", () => {
  test("of one provider is refused at the callback of another, which gets no code", async () => {
    const { visitor, callback } = await stage.prepare("acme");
    const asked = providers.requests.length;
    await stage.expectRefusal(visitor, new URL(callback.href.replace("/auth/acme/", "/auth/beta/")));
    expect(providers.requests.slice(asked)).toEqual([]);
  });

  test("of another browser, or in one that never left, is refused", async () => {
    const { callback } = await stage.prepare("acme");
    const other = await stage.prepare("acme");
    await stage.expectRefusal(other.visitor, callback);
    await stage.expectRefusal(createVisitor(), callback);
  });

  test("with the code of another browser is refused, because the verifier is another", async () => {
    const [victim, attacker] = [await stage.prepare("acme"), await stage.prepare("acme")];
    const asked = providers.requests.length;
    attacker.callback.searchParams.set("code", victim.callback.searchParams.get("code") ?? "");
    await stage.expectRefusal(attacker.visitor, attacker.callback);
    expect(providers.requests.slice(asked)).toContain("POST /acme/token");
  });
});

describe("a callback at another time", () => {
  test("works once, because the browser's state is used", async () => {
    const { visitor, callback } = await stage.prepare("acme");
    expect(await open(visitor, callback)).toContain("token=soc_");
    await stage.expectRefusal(visitor, callback);
  });

  test("twice at once signs in once, because the provider exchanges a code once", async () => {
    const { visitor, callback } = await stage.prepare("acme");
    const both = await Promise.all([open(visitor, callback), open(visitor, callback)]);
    expect(both.filter((page) => page.includes("token=soc_"))).toHaveLength(1);
  });

  test.each([
    [1000, "works"],
    [-1000, "is refused"],
  ])("%d ms before the browser's state expires, it %s", async (leftMs, expected) => {
    const { visitor, callback } = await stage.prepare("acme");
    const secrets = createSecrets(APP_SECRET);
    const [expiresAt, session] = JSON.parse(
      secrets.decrypt("social_session", visitor.cookies.get("social") ?? ""),
    ) as [number, unknown];
    expect(Math.abs(expiresAt - Date.now() - AUTHORIZATION_LIFE_MS)).toBeLessThan(10_000);
    const aged = JSON.stringify([Date.now() + leftMs, session]);
    visitor.cookies.set("social", secrets.encrypt("social_session", aged));
    if (expected === "works") expect(await open(visitor, callback)).toContain("token=soc_");
    else await stage.expectRefusal(visitor, callback);
  });

  test("from the first of two tabs is refused, and the second tab still signs in", async () => {
    const visitor = createVisitor();
    const [first, second] = [await leaveFor(visitor, "acme"), await leaveFor(visitor, "beta")];
    const person = createPerson();
    await stage.expectRefusal(visitor, providers.consent(first, person));
    const page = await open(visitor, providers.consent(second, person));
    expect((await confirm(visitor, page)).location).toBe("/signup/verify");
  });

  test("from a tab that comes back late does not end the sign-in of the other", async () => {
    const visitor = createVisitor();
    const [first, second] = [await leaveFor(visitor, "acme"), await leaveFor(visitor, "acme")];
    const person = createPerson();
    const page = await open(visitor, providers.consent(second, person));
    await stage.expectRefusal(visitor, providers.consent(first, person));
    expect((await confirm(visitor, page)).location).toBe("/signup/verify");
  });
});

describe("an error of the provider", () => {
  const HOSTILE = `<img src=x onerror=alert(1)>\u0000\u001b[31m\u202e${"x".repeat(5000)}`;

  test("is said in a sentence of our own, whatever description it brings", async () => {
    const { visitor, callback } = await stage.prepare("acme");
    callback.searchParams.delete("code");
    callback.searchParams.set("error", "server_error");
    callback.searchParams.set("error_description", HOSTILE);
    await stage.expectRefusal(visitor, callback);
    expect(stage.pages.at(-1)).not.toContain("onerror");
  });

  test("that is no error of the protocol changes nothing", async () => {
    const { visitor, callback } = await stage.prepare("acme");
    callback.searchParams.set("error", HOSTILE);
    await stage.expectRefusal(visitor, callback);
    expect(stage.pages.at(-1)).not.toContain("onerror");
  });

  test("in the address of the sign-in page is text of at most 200 characters", async () => {
    const { html } = await createVisitor().get(`/signin?error=${encodeURIComponent(HOSTILE)}`);
    const [shown = ""] = /&lt;img src=x[^<]*/.exec(html) ?? [];
    expect(shown).toMatch(/x{100}/);
    expect(shown.length).toBeLessThan(URL_ERROR_MAX_LENGTH + 10);
    expect(html).not.toMatch(/<img src=x|\u0000|\u202e/);
  });
});

test("no code, token, verifier or secret is in the log, in a page of a failure, or in the audit", async () => {
  const failures = {
    token: { answers: { token: (response: Parameters<typeof sendJson>[0]) => sendJson(response, {}, 500) } },
    shape: { answers: { token: (response: Parameters<typeof sendJson>[0]) => sendJson(response, ["x"]) } },
    claims: { claims: (claims: object) => ({ ...claims, aud: "another" }) },
    user: { claims: (claims: object) => ({ ...claims, email: undefined }), userInfo: { sub: "another" } },
    missing: { idToken: () => null },
  };
  for (const lies of Object.values(failures)) {
    providers.lies.acme = lies;
    const { visitor, callback } = await stage.prepare("acme");
    await stage.expectRefusal(visitor, callback);
  }
  const audits = JSON.stringify(await stage.store.find(auditEntity, {}));
  const log = await stage.product.wholeOutput();
  expect(log).toContain("social_sign_in_failed");
  const shown = [log, audits, ...stage.pages].join("\n");
  const secrets = [CLIENT_SECRET, ...providers.secrets].filter((secret) => secret.length > 8);
  expect(secrets.length).toBeGreaterThan(40);
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  expect(shown).not.toContain("canary-");
});

test("a user with two-factor authentication is asked for the code after the provider, too", async () => {
  const person = createPerson();
  await withTwoFactor(stage.product, person.email);
  const user = await stage.store.findOne(userEntity, { email: person.email });
  const identity = { provider: "acme", issuer: providers.issuerOf("acme"), subject: person.sub };
  await createIdentity(stage.store, { ...identity, userId: user?.id ?? "" });
  const { visitor, callback } = await stage.prepare("acme", person);
  const answer = await confirm(visitor, await open(visitor, callback));
  expect(answer.location).toMatch(/^\/signin\/otp/);
  expect(isSignedIn(visitor)).toBe(false);
});

test("a setting that leads to another issuer leads to another user, for the same subject", async () => {
  const person = createPerson();
  const enter = async (email: string) => {
    const { visitor, callback } = await stage.prepare("acme", { ...person, email });
    return (await confirm(visitor, await open(visitor, callback))).location;
  };
  expect(await enter("before@example.com")).toBe("/signup/verify");
  const before = await stage.store.find(identityEntity, { provider: "acme" });
  await stage.stop();
  const repointed = listOpenIdSettings("acme", providers.issuerOf("elsewhere"));
  stage = await startOpenIdStage(providers, [], { ...SETTINGS, ...repointed });
  const { visitor, callback } = await stage.prepare("acme", person);
  const page = await open(visitor, callback);
  expect((await visitor.get(page)).html).not.toContain("before@example.com");
  expect((await confirm(visitor, page)).location).toBe("/signup/verify");
  const after = await stage.store.find(identityEntity, { provider: "acme" });
  expect(after).toHaveLength(before.length + 1);
  expect(new Set(after.map(({ subject }) => subject)).size).toBe(after.length);
});
