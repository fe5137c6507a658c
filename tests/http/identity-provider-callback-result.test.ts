/** From the identity provider's callback to a session: once, in the browser that left, and never by opening a page. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { tokenEntity } from "~/models/token.server";
import type { KnownIdentityProvider } from "~/domain/identity-providers";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, createApiClient } from "../support/clients";
import {
  signInByIdentityProvider,
  enterBy,
  isSignedIn,
  createIdentityProviderUserOnFreePlan,
  startWithIdentityProviders,
  getToken,
  type StartedIdentityProviders,
} from "../support/identity-provider";
import { openProductStore } from "../support/product-store";

const FAILED = "Please try signing in again.";

let providers: StartedIdentityProviders;
let store: OpenStore;
beforeAll(async () => {
  providers = await startWithIdentityProviders();
  store = await openProductStore(providers.product);
});
afterAll(async () => {
  await store.close();
  await providers.stop();
});

const createVisitor = () => createBrowser(providers.product);
const createIdentityProviderUser = (provider: KnownIdentityProvider, as: { name: string; email: string }) =>
  createIdentityProviderUserOnFreePlan(providers.product, provider, as);

describe("the result of the callback", () => {
  test("the result of the callback works once, and expires after two minutes", async () => {
    const someone = createVisitor();
    const page = await signInByIdentityProvider(someone, "facebook", {
      query: "?signup=1",
      as: { name: "Once", email: "once@example.com" },
    });
    const token = getToken(page);
    expect((await createApiClient(providers.product)("POST", "/api/auth", { token })).status).toBe(200);
    expect((await createApiClient(providers.product)("POST", "/api/auth", { token })).status).toBe(401);

    const late = getToken(await signInByIdentityProvider(someone, "facebook", { as: { name: "Once" } }));
    await store.update(
      tokenEntity,
      { kind: "social", usedAt: null },
      { expiresAt: new Date(Date.now() - 1000) },
    );
    expect((await createApiClient(providers.product)("POST", "/api/auth", { token: late })).status).toBe(401);
  });

  test("twenty concurrent sign-ins with the same token create one user and one session", async () => {
    const as = { name: "Twenty", email: "twenty@example.com" };
    const token = getToken(
      await signInByIdentityProvider(createVisitor(), "twitter", { query: "?signup=1", as }),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createApiClient(providers.product)("POST", "/api/auth", { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await store.count(userEntity, { email: as.email })).toBe(1);
  });

  test("opening the page, also with HEAD, does not consume the token and signs no one in", async () => {
    const someone = createVisitor();
    const page = await signInByIdentityProvider(someone, "facebook", {
      query: "?signup=1",
      as: { name: "Scanner", email: "scanner@example.com" },
    });
    for (let time = 0; time < 3; time += 1) expect((await someone.get(page)).status).toBe(200);
    await fetch(providers.product.url + page, { method: "HEAD" });
    expect(isSignedIn(someone)).toBe(false);
    expect((await someone.post(page, { token: getToken(page) })).location).toBe("/signup/verify");
  });

  test("a link with an attacker's token does not sign the victim in", async () => {
    const attacker = createVisitor();
    const page = await signInByIdentityProvider(attacker, "facebook", {
      query: "?signup=1",
      as: { name: "Attacker", email: "attacker@example.com" },
    });
    const victim = createVisitor();
    expect((await victim.get(page)).html).toContain(FAILED);
    const posted = await victim.post(page, { token: getToken(page) });
    expect(posted.status).toBe(400);
    expect(isSignedIn(victim)).toBe(false);
  });

  test("the result of the callback answers 403 to another site", async () => {
    const page = await signInByIdentityProvider(createVisitor(), "facebook");
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    const call = await createApiClient(providers.product)(
      "POST",
      "/api/auth",
      { token: getToken(page) },
      foreign,
    );
    expect(call.status).toBe(403);
    expect((await createVisitor().post(page, { token: getToken(page) }, foreign)).status).toBe(403);
  });

  test("a new session replaces the browser's present one", async () => {
    const someone = await createIdentityProviderUser("facebook", {
      name: "Rotates",
      email: "rotates@example.com",
    });
    const before = someone.cookies.get("session");
    await enterBy(someone, "facebook", { as: { name: "Rotates" } });
    expect(someone.cookies.get("session")).not.toBe(before);
  });

  test.each([
    ["a token of the wrong kind", { token: "ver_nothing" }, 401],
    ["a list", { token: ["soc_a", "soc_b"] }, 400],
    ["nothing", {}, 400],
    ["an invalid email", { token: "soc_x", email: "nobody" }, 400],
  ])("%s answers an error", async (_name, body, status) => {
    expect((await createApiClient(providers.product)("POST", "/api/auth", body)).status).toBe(status);
  });
});

test("a signed-in user who signs up with a provider is redirected, and gets no second account", async () => {
  const someone = await createIdentityProviderUser("facebook", {
    name: "Settled",
    email: "settled@example.com",
  });
  const { location } = await someone.get("/auth/facebook?signup=1");
  expect(location).toBe("/signup/plan");
});

test("an unknown provider redirects to /404, and the next page is never on another site", async () => {
  const someone = createVisitor();
  expect((await someone.get("/auth/myspace")).location).toBe("/404");
  expect((await someone.get("/auth/myspace/callback?code=x&state=y")).location).toBe("/404");
  const page = await signInByIdentityProvider(
    await createIdentityProviderUser("twitter", { name: "Goes On", email: "goes-on@example.com" }),
    "twitter",
    {
      as: { name: "Goes On" },
      query: "?next=//evil.example/",
    },
  );
  expect(page).not.toContain("evil");
});
