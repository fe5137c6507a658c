/** Apple's answer comes by a form of another site, without cookies: what it says counts only in the browser that left. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { createBrowser, createVerifiedUser, type Browser } from "../support/clients";
import { listKnownSettings, startKnownProviders } from "../support/known-providers";
import type { OpenIdProviders } from "../support/openid-provider";
import {
  confirm,
  countRows,
  createPerson,
  leaveFor,
  open,
  startSignInStage,
  type SignInStage,
} from "../support/openid-visits";

const APPLE = { Origin: "https://appleid.apple.com", "Sec-Fetch-Site": "cross-site" };

let providers: OpenIdProviders;
let stage: SignInStage;
beforeAll(async () => {
  providers = await startKnownProviders();
  stage = await startSignInStage(listKnownSettings(providers));
});
afterAll(async () => {
  await stage.stop();
  await providers.close();
});
afterEach(() => {
  providers.lies = {};
});

const createVisitor = () => createBrowser(stage.product);

/** Leaves for Apple, and returns what its form contains. */
async function prepare(person = createPerson()) {
  const visitor = createVisitor();
  const { searchParams } = providers.consent(await leaveFor(visitor, "apple"), person);
  return { visitor, person, form: new URLSearchParams(searchParams) };
}

/** Posts Apple's form as its page does: the browser sends no cookie with it. */
function post(body: BodyInit, path = "/auth/apple/callback", headers: Record<string, string> = APPLE) {
  const url = stage.product.url + path;
  return fetch(url, { method: "POST", body, headers, redirect: "manual" });
}

/** Where the posted form leads. */
async function postForCallback(form: URLSearchParams): Promise<URL> {
  const answer = await post(form);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []]);
  return new URL(answer.headers.get("Location") ?? "");
}

const openIn = async (visitor: Browser, callback: URL) => {
  const page = await open(visitor, callback);
  expect(page).toContain("token=soc_");
  return page;
};

describe("the form", () => {
  test("leads by a 303 to a page of the product, which signs in only the browser that left", async () => {
    const { visitor, person, form } = await prepare();
    const before = await countRows(stage.store);
    const callback = await postForCallback(form);
    expect(callback.origin).toBe(stage.product.url);
    expect(callback.href).not.toContain(form.get("code"));
    expect(await countRows(stage.store)).toEqual(before);
    await stage.expectRefusal(createVisitor(), callback);
    await stage.expectRefusal((await prepare()).visitor, callback);
    expect((await confirm(visitor, await openIn(visitor, callback))).location).toBe("/signup/verify");
    expect(await stage.store.count(userEntity, { email: person.email })).toBe(1);
  });

  test("starts nothing by the cookie of another flow that is sent with it", async () => {
    const [mine, other] = [await prepare(), await prepare()];
    const cookie = `social=${other.visitor.cookies.get("social")}`;
    const answer = await post(mine.form, "/auth/apple/callback", { ...APPLE, Cookie: cookie });
    expect(answer.headers.getSetCookie()).toEqual([]);
    await stage.expectRefusal(other.visitor, new URL(answer.headers.get("Location") ?? ""));
  });

  test("altered after it was sealed, or sealed for Apple and opened at Google, signs no one in", async () => {
    const { visitor, form } = await prepare();
    const callback = await postForCallback(form);
    const altered = new URL(callback);
    altered.searchParams.set("posted", `${callback.searchParams.get("posted")?.slice(0, -4)}AAAA`);
    await stage.expectRefusal(visitor, altered);
    await leaveFor(visitor, "google");
    await stage.expectRefusal(visitor, new URL(callback.href.replace("/auth/apple/", "/auth/google/")));
  });

  test.each([
    ["without a state", (form: URLSearchParams) => form.delete("state")],
    ["with two states", (form: URLSearchParams) => form.append("state", form.get("state") ?? "")],
    ["with an endless state", (form: URLSearchParams) => form.set("state", "x".repeat(10_000))],
    ["with an endless code", (form: URLSearchParams) => form.set("code", "x".repeat(10_000))],
    ["with an error beside the code", (form: URLSearchParams) => form.set("error", "<b>".repeat(20))],
    ["of another issuer", (form: URLSearchParams) => form.set("iss", "https://accounts.google.com")],
  ])("%s signs no one in", async (_what, change) => {
    const { visitor, form } = await prepare();
    change(form);
    await stage.expectRefusal(visitor, await postForCallback(form));
  });

  test.each<[string, BodyInit, Record<string, string>]>([
    ["a megabyte", new URLSearchParams({ user: "x".repeat(1024 ** 2) }), {}],
    ["2,000 fields", new URLSearchParams(Array.from({ length: 2000 }, (_, index) => [`f${index}`, "x"])), {}],
    ["JSON", "{}", { "Content-Type": "application/json" }],
    ["no form", "x", { "Content-Type": "multipart/form-data; boundary=y" }],
  ])("that is %s leads to the sign-in page", async (_what, body, headers) => {
    const before = await countRows(stage.store);
    const answer = await post(body, "/auth/apple/callback", { ...APPLE, ...headers });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/signin"]);
    expect(await countRows(stage.store)).toEqual(before);
  });

  test.each([
    "/auth/apple/callback/",
    "/auth/APPLE/callback",
    "/AUTH/apple/callback",
    "/auth/%61pple/callback",
    "/auth/apple/callback.data",
    "/auth/google/callback",
    "/auth/github/callback",
    "/auth/apple",
    "/signin/social",
  ])("of another site is refused at any other path: %s", async (path) => {
    const { form } = await prepare();
    const before = await countRows(stage.store);
    expect((await post(form, path)).status).toBe(403);
    expect(await countRows(stage.store)).toEqual(before);
  });

  test("of the product's own pages leads nowhere for a provider that posts none", async () => {
    const { visitor, form } = await prepare();
    const answer = await visitor.post("/auth/google/callback", Object.fromEntries(form));
    expect(answer.location).toBe("/404");
  });

  test("by GET needs the browser's state as every callback does", async () => {
    const { form } = await prepare();
    await stage.expectRefusal(createVisitor(), new URL(`/auth/apple/callback?${form}`, stage.product.url));
  });
});

describe("what the form says of the user", () => {
  const enter = async (user: string, claims: Record<string, unknown> = {}) => {
    providers.lies.apple = { claims: (honest) => ({ ...honest, name: undefined, ...claims }) };
    const { visitor, person, form } = await prepare();
    form.set("user", user);
    const page = await openIn(visitor, await postForCallback(form));
    const { html } = await visitor.get(page);
    await confirm(visitor, page);
    return { html, visitor, user: await stage.store.findOne(userEntity, { email: person.email }) };
  };

  test("is a name, as text", async () => {
    const name = { firstName: "<img src=x onerror=alert(1)>", lastName: "\u202eLovelace\u0000" };
    const { html, user } = await enter(JSON.stringify({ name }));
    expect(user?.name).toBe("<img src=x onerror=alert(1)> Lovelace");
    expect(html).not.toContain("<img src=x");
  });

  test("is no email: the signed one counts, and must be verified", async () => {
    const owner = await createVerifiedUser(stage.product, "owner@example.com", "The Owner");
    const forged = JSON.stringify({ email: "owner@example.com", name: { firstName: "Eve" } });
    const { user, visitor } = await enter(forged, { email_verified: "true" });
    expect(user).toMatchObject({ name: "Eve", verifiedAt: null });
    expect((await visitor.get("/dashboard")).location).toBe("/signup/verify");
    expect((await owner.call("GET", "/api/auth")).data).toMatchObject({ name: "The Owner" });
  });

  test.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["names that are no texts", '{"name":{"firstName":7,"lastName":["x"]}}'],
    ["a prototype", '{"__proto__":{"name":{"firstName":"Eve"}}}'],
    ["2,000 characters", JSON.stringify({ name: { firstName: "x".repeat(2000) } })],
  ])("is left out where it is %s", async (_what, user) => {
    expect((await enter(user)).user?.name).toMatch(/^person\d+$/);
  });

  test.each(["false", "true", false, true])(
    "leaves the email unverified, email_verified being %j",
    async (value) => {
      const { user } = await enter("{}", { email_verified: value });
      expect(user?.verifiedAt).toBeNull();
    },
  );
});

test("no code, token, verifier, or key is in the log", async () => {
  const log = await stage.product.wholeOutput();
  expect(log).toContain("social_sign_in_failed");
  const secrets = providers.secrets.filter((secret) => secret.length > 8);
  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(log).not.toMatch(/canary-|posted=|PRIVATE KEY/);
});
