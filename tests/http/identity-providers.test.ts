/** Signing in and up with an identity provider: which user and which account it leads to. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { KNOWN_IDENTITY_PROVIDER_IDS } from "~/domain/identity-providers";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, type Browser, signUp, createVerifiedUser } from "../support/clients";
import { linkIn, waitFor } from "../support/product";
import { openProductStore } from "../support/product-store";
import {
  signInByIdentityProvider,
  createIdentityProviderUserOnFreePlan,
  enterBy,
  isSignedIn,
  startWithIdentityProviders,
  followIdentityProvider,
  getToken,
  type StartedIdentityProviders,
} from "../support/identity-provider";

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

describe.each(KNOWN_IDENTITY_PROVIDER_IDS)("with %s", (provider) => {
  const email = `new@${provider}.example.com`;

  test("a new user who signs up gets an account, and must verify the email from the provider", async () => {
    const someone = createVisitor();
    const answer = await enterBy(someone, provider, {
      as: { name: "Grace Hopper", email },
      query: "?signup=1",
    });
    expect(answer.location).toBe("/signup/verify");
    expect(isSignedIn(someone)).toBe(true);
    const user = await store.findOne(userEntity, { email });
    expect(user).toMatchObject({ name: "Grace Hopper", verifiedAt: null, passwordHash: null });
    expect(linkIn(await providers.product.mailTo(email), "/signup/verify").searchParams.get("token")).toMatch(
      /^ver_/,
    );
  });

  test("a returning user gets the same account, whatever email the provider sends by then", async () => {
    const people = await store.count(userEntity, {});
    const someone = createVisitor();
    await enterBy(someone, provider, {
      as: { name: "Grace Hopper", email: `other@${provider}.example.com` },
    });
    expect((await someone.get("/signup/verify")).html).toContain(email);
    expect(await store.count(userEntity, {})).toBe(people);
  });

  test("signing in with an unknown profile shows that there is no account, and offers to create one", async () => {
    const someone = createVisitor();
    const as = { name: "Katherine Johnson", email: `katherine@${provider}.example.com` };
    const page = await signInByIdentityProvider(someone, provider, { as });
    expect((await someone.get(page)).html).toContain("have an account yet");
    const refused = await someone.post(page, { token: getToken(page) });
    expect(refused.status).toBe(400);
    expect(isSignedIn(someone)).toBe(false);
    const made = await someone.post(page, { token: getToken(page), signup: "true" });
    expect(made.location).toBe("/signup/verify");
  });

  test("without an email from the provider, the user enters one and must verify it", async () => {
    const someone = createVisitor();
    const page = await signInByIdentityProvider(someone, provider, {
      as: { name: "No Address", email: "" },
      query: "?signup=1",
    });
    expect((await someone.get(page)).html).toContain("share your email.");
    const token = getToken(page);
    const missing = await someone.post(page, { token, email: "" });
    expect(missing.status).toBe(400);
    expect(missing.html).toContain("Please enter your email address");
    const given = `given@${provider}.example.com`;
    expect((await someone.post(page, { token, email: given })).location).toBe("/signup/verify");
    expect(await providers.product.mailTo(given)).toContain("Verify");
  });

  test("canceling at the provider redirects to the sign-in page with a message", async () => {
    const someone = createVisitor();
    const back = await followIdentityProvider(someone, provider, { as: { decision: "deny" } });
    const { location } = await someone.get(back.pathname + back.search);
    expect(location).toBe("/signin?error=access_denied");
    expect((await someone.get(location ?? "")).html).toContain("Sign-in was canceled");
    expect(isSignedIn(someone)).toBe(false);
  });

  test("canceling at the provider keeps the page to return to", async () => {
    const someone = createVisitor();
    const as = { name: "Proves Again", email: `again@${provider}.example.com` };
    await enterBy(someone, provider, { as, query: "?signup=1" });
    const deny = { as: { decision: "deny" }, query: "?next=%2Faccount%2F2fa" } as const;
    const back = await followIdentityProvider(someone, provider, deny);
    const { location } = await someone.get(back.pathname + back.search);
    expect(location).toBe("/signin?error=access_denied&next=%2Faccount%2F2fa&again=1");
    const { html } = await someone.get(location ?? "");
    expect(html).toContain("Sign-in was canceled");
    expect(html).toContain('name="next" value="/account/2fa"');
    expect((await someone.get("/signin?error=It+broke+there")).html).toContain("It broke there");
    const failed = await someone.get("/signin/social?provider=facebook&next=%2Faccount%2F2fa");
    expect(failed.html).toContain("/signin?next=%2Faccount%2F2fa&amp;again=1");
  });

  test("a name from the provider is escaped and truncated, and its direction marks are removed", async () => {
    const name = `<script>alert(1)</script>\u202e${"é👩‍💻".repeat(60)}`;
    const someone = createVisitor();
    const email = `markup@${provider}.example.com`;
    expect((await enterBy(someone, provider, { as: { name, email }, query: "?signup=1" })).location).toBe(
      "/signup/verify",
    );
    const user = await store.findOne(userEntity, { email });
    expect(user?.name.startsWith("<script>alert(1)</script>é")).toBe(true);
    expect(user?.name.length).toBeLessThanOrEqual(100);
  });
});

describe("emails from providers", () => {
  test("a provider profile with a user's email never signs in as that user", async () => {
    const owner = await createVerifiedUser(providers.product, "owner@example.com", "The Owner");
    for (const [index, email] of [
      "owner@example.com",
      "Owner@Example.com",
      " ｏwner@example.com",
    ].entries()) {
      const someone = createVisitor();
      const as = { name: `Intruder ${index}`, email };
      const { location } = await enterBy(someone, "linkedin", { as, query: "?signup=1" });
      expect(location).toBe("/signup/verify");
      expect((await someone.get("/dashboard")).location).toBe("/signup/verify");
    }
    const { data } = await owner.call("GET", "/api/auth");
    expect(data).toMatchObject({ name: "The Owner", verified: true });
    expect(await providers.product.mailTo("owner@example.com", /already have an account/)).toContain(
      "sign in",
    );
  });

  test("another user who verifies the email keeps it, and the provider's unverified user is deleted", async () => {
    const squatter = { name: "Squatter", email: "contested@example.com" };
    await enterBy(createVisitor(), "facebook", { as: squatter, query: "?signup=1" });
    await providers.product.mailTo("contested@example.com");
    const { call } = await signUp(providers.product, "contested@example.com", "The Real One");
    const listMails = () => providers.product.mailsTo("contested@example.com");
    const newest = await waitFor(
      () => (listMails().length === 2 ? listMails().at(-1) : null),
      "the second mail",
    );
    const token = linkIn(newest, "/signup/verify").searchParams.get("token");
    expect((await call("POST", "/api/user/verify", { token })).status).toBe(200);
    const again = createVisitor();
    const page = await signInByIdentityProvider(again, "facebook", { as: squatter });
    expect((await again.get(page)).html).toContain("have an account yet");
  });
});

test("the mail about a sign-in from a new browser names the provider", async () => {
  const as = { name: "Traveller", email: "traveller@example.com" };
  await createIdentityProviderUserOnFreePlan(providers.product, "github", as);
  const visitor = createBrowser(providers.product);
  const page = await signInByIdentityProvider(visitor, "github", { as });
  await visitor.post(page, { token: getToken(page) }, { "User-Agent": "Firefox/1 Linux" });
  expect(await providers.product.mailTo(as.email, /^New sign-in/)).toMatch(/Signed in with[^]*GitHub/);
});

describe("the order of the buttons", () => {
  const listButtons = async (visitor: Browser) =>
    [...(await visitor.get("/signin")).html.matchAll(/href="\/auth\/(\w+)/g)].map(([, id = ""]) => id);

  test("the provider that this browser has signed in by last comes first", async () => {
    const visitor = createBrowser(providers.product);
    expect(await listButtons(visitor)).toEqual(KNOWN_IDENTITY_PROVIDER_IDS);
    await enterBy(visitor, "linkedin", {
      as: { name: "Orders", email: "orders@example.com" },
      query: "?signup=1",
    });
    expect(visitor.cookies.get("way")).toBe("linkedin");
    await visitor.get("/signout");
    visitor.cookies.delete("session");
    expect((await listButtons(visitor))[0]).toBe("linkedin");
  });

  test.each(["<script>", "constructor", "facebook; session=1", ""])(
    "a cookie of %j changes nothing",
    async (value) => {
      const visitor = createBrowser(providers.product);
      visitor.cookies.set("way", encodeURIComponent(value));
      expect(await listButtons(visitor)).toEqual(KNOWN_IDENTITY_PROVIDER_IDS);
    },
  );

  test("five buttons stand open, and the others behind More ways, also without scripts", async () => {
    const { html } = await createBrowser(providers.product).get("/signin");
    const [open = "", more = ""] = html.split("<details");
    expect(open.match(/href="\/auth\//g)).toHaveLength(5);
    expect(more.match(/href="\/auth\//g)).toHaveLength(2);
    expect(more).toContain("More ways");
  });
});
