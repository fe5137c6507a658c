/** Connecting an identity provider to the user, and disconnecting it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { auditEntity } from "~/models/audit.server";
import { userEntity } from "~/models/user.server";
import { identityEntity } from "~/models/identity.server";
import type { KnownIdentityProvider } from "~/domain/identity-providers";
import type { OpenStore } from "~/models/store/database";
import {
  createBrowser,
  PASSWORD,
  createApiClient,
  createVerifiedUser,
  type Browser,
} from "../support/clients";
import {
  signInByIdentityProvider,
  enterBy,
  createIdentityProviderUserOnFreePlan,
  startWithIdentityProviders,
  getToken,
  type StartedIdentityProviders,
} from "../support/identity-provider";
import { openProductStore } from "../support/product-store";

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

describe("connecting a provider", () => {
  async function signInBrowser(email: string): Promise<Browser> {
    await createVerifiedUser(providers.product, email);
    const someone = createVisitor();
    await someone.post("/signin", { email, password: PASSWORD });
    return someone;
  }

  test("connecting a provider needs a confirmation; then the user can sign in with it, and a mail notifies them", async () => {
    const email = "links@example.com";
    const someone = await signInBrowser(email);
    await someone.post("/signup/plan", { plan: "free" });
    const as = { name: "Links", email: "elsewhere@example.com" };
    const page = await signInByIdentityProvider(someone, "facebook", { as, query: "?link=1" });
    expect(page).toMatch(/^\/account\/profile\/networks\/link\?token=soc_/);
    expect((await someone.get(page)).html).toContain("Connect Facebook");
    expect(await store.count(identityEntity, { provider: "facebook" })).toBeGreaterThanOrEqual(0);
    expect((await someone.post(page, { token: getToken(page), password: PASSWORD })).location).toBe(
      "/account/security",
    );
    expect(await providers.product.mailTo(email, /Facebook/)).toContain("disconnect");

    const later = createVisitor();
    await enterBy(later, "facebook", { as });
    expect((await later.get("/account/security")).html).toContain(email);
    const user = await store.findOne(userEntity, { email });
    const audits = await store.find(auditEntity, { actorId: user?.id ?? "" });
    expect(audits.map(({ action }) => action)).toContain("network_linked");
  });

  test("a provider profile of another user answers 409 and changes nothing", async () => {
    await createIdentityProviderUser("twitter", { name: "Taken", email: "taken@example.com" });
    const someone = await signInBrowser("wants@example.com");
    await someone.post("/signup/plan", { plan: "free" });
    const page = await signInByIdentityProvider(someone, "twitter", {
      as: { name: "Taken" },
      query: "?link=1",
    });
    const answer = await someone.post(page, { token: getToken(page), password: PASSWORD });
    expect(answer.status).toBe(409);
    expect(answer.html).toContain("connected to another user");
  });

  test("a provider profile left over from an unfinished sign-up with the same email can be connected", async () => {
    const email = "returns@example.com";
    const someone = await signInBrowser(email);
    await someone.post("/signup/plan", { plan: "free" });
    const as = { name: "Returns", email };
    await enterBy(createVisitor(), "linkedin", { as, query: "?signup=1" });
    const page = await signInByIdentityProvider(someone, "linkedin", { as, query: "?link=1" });
    expect((await someone.post(page, { token: getToken(page), password: PASSWORD })).location).toBe(
      "/account/security",
    );
  });

  test("another user's token connects nothing, and a token for connecting signs no one in", async () => {
    const [attacker, victim] = [
      await signInBrowser("a-linker@example.com"),
      await signInBrowser("a-victim@example.com"),
    ];
    await attacker.post("/signup/plan", { plan: "free" });
    await victim.post("/signup/plan", { plan: "free" });
    const page = await signInByIdentityProvider(attacker, "twitter", {
      as: { name: "Linker" },
      query: "?link=1",
    });
    expect((await victim.get(page)).html).toContain("belongs to another user");
    expect((await victim.post(page, { token: getToken(page), password: PASSWORD })).status).toBe(400);
    const token = getToken(page);
    expect((await createApiClient(providers.product)("POST", "/api/auth", { token })).status).toBe(401);
  });

  test("connecting and disconnecting need a reauthentication, and disconnecting ends other sessions", async () => {
    const email = "proves@example.com";
    const { call } = await createVerifiedUser(providers.product, email);
    const someone = createVisitor();
    await someone.post("/signin", { email, password: PASSWORD });
    await someone.post("/signup/plan", { plan: "free" });
    const page = await signInByIdentityProvider(someone, "facebook", {
      as: { name: "Proves" },
      query: "?link=1",
    });
    const user = await store.findOne(userEntity, { email });
    const ageReauthentication = () =>
      store.update(
        sessionEntity,
        { userId: user?.id ?? "" },
        { reauthenticatedAt: new Date(Date.now() - 660_000) },
      );
    await ageReauthentication();
    expect((await someone.post(page, { token: getToken(page) })).status).toBe(403);
    expect((await someone.post(page, { token: getToken(page), password: "wrong one!" })).status).toBe(400);
    expect((await someone.post(page, { token: getToken(page), password: PASSWORD })).location).toBe(
      "/account/security",
    );

    await ageReauthentication();
    expect((await call("DELETE", "/api/user/network", { provider: "facebook" })).status).toBe(403);
    const done = await someone.post("/account/security", {
      intent: "unlink-network",
      provider: "facebook",
      password: PASSWORD,
    });
    expect(done.location).toBe("/account/security");
    expect((await call("GET", "/api/user")).status).toBe(401);
    expect((await someone.get("/account/security")).status).toBe(200);
    const again = await someone.post("/account/security", { intent: "unlink-network", provider: "facebook" });
    expect(again.location ?? again.status).toBe("/account/security");
    expect(await store.count(identityEntity, { userId: user?.id ?? "" })).toBe(0);
  });

  test("an unauthenticated visitor is redirected to the sign-in page", async () => {
    expect((await createVisitor().get("/auth/facebook?link=1")).location).toBe("/signin");
  });
});
