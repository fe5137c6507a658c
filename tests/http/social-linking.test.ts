/** Connecting a social network to the user, and disconnecting it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { auditEntity } from "~/models/audit.server";
import { userEntity } from "~/models/user.server";
import { socialLoginEntity } from "~/models/social-login.server";
import type { Network } from "~/domain/networks";
import type { OpenStore } from "~/models/store/database";
import {
  createBrowser,
  PASSWORD,
  createApiClient,
  createVerifiedUser,
  type Browser,
} from "../support/clients";
import {
  signInByNetwork,
  enterBy,
  createNetworkUserOnFreePlan,
  startWithNetworks,
  getToken,
  type Networks,
} from "../support/social-provider";
import { openProductStore } from "../support/product-store";

let networks: Networks;
let store: OpenStore;
beforeAll(async () => {
  networks = await startWithNetworks();
  store = await openProductStore(networks.product);
});
afterAll(async () => {
  await store.close();
  await networks.stop();
});

const createVisitor = () => createBrowser(networks.product);
const createNetworkUser = (network: Network, as: { name: string; email: string }) =>
  createNetworkUserOnFreePlan(networks.product, network, as);

describe("connecting a network", () => {
  async function signInBrowser(email: string): Promise<Browser> {
    await createVerifiedUser(networks.product, email);
    const someone = createVisitor();
    await someone.post("/signin", { email, password: PASSWORD });
    return someone;
  }

  test("connecting a network needs a confirmation; then the user can sign in with it, and a mail notifies them", async () => {
    const email = "links@example.com";
    const someone = await signInBrowser(email);
    await someone.post("/signup/plan", { plan: "free" });
    const as = { name: "Links", email: "elsewhere@example.com" };
    const page = await signInByNetwork(someone, "facebook", { as, query: "?link=1" });
    expect(page).toMatch(/^\/account\/profile\/networks\/link\?token=soc_/);
    expect((await someone.get(page)).html).toContain("Connect Facebook");
    expect(await store.count(socialLoginEntity, { provider: "facebook" })).toBeGreaterThanOrEqual(0);
    expect((await someone.post(page, { token: getToken(page), password: PASSWORD })).location).toBe(
      "/account/security",
    );
    expect(await networks.product.mailTo(email, /Facebook/)).toContain("disconnect");

    const later = createVisitor();
    await enterBy(later, "facebook", { as });
    expect((await later.get("/account/security")).html).toContain(email);
    const user = await store.findOne(userEntity, { email });
    const audits = await store.find(auditEntity, { actorId: user?.id ?? "" });
    expect(audits.map(({ action }) => action)).toContain("network_linked");
  });

  test("a network profile of another user answers 409 and changes nothing", async () => {
    await createNetworkUser("twitter", { name: "Taken", email: "taken@example.com" });
    const someone = await signInBrowser("wants@example.com");
    await someone.post("/signup/plan", { plan: "free" });
    const page = await signInByNetwork(someone, "twitter", { as: { name: "Taken" }, query: "?link=1" });
    const answer = await someone.post(page, { token: getToken(page), password: PASSWORD });
    expect(answer.status).toBe(409);
    expect(answer.html).toContain("connected to another user");
  });

  test("a network profile left over from an unfinished sign-up with the same email can be connected", async () => {
    const email = "returns@example.com";
    const someone = await signInBrowser(email);
    await someone.post("/signup/plan", { plan: "free" });
    const as = { name: "Returns", email };
    await enterBy(createVisitor(), "linkedin", { as, query: "?signup=1" });
    const page = await signInByNetwork(someone, "linkedin", { as, query: "?link=1" });
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
    const page = await signInByNetwork(attacker, "twitter", { as: { name: "Linker" }, query: "?link=1" });
    expect((await victim.get(page)).html).toContain("belongs to another user");
    expect((await victim.post(page, { token: getToken(page), password: PASSWORD })).status).toBe(400);
    const token = getToken(page);
    expect((await createApiClient(networks.product)("POST", "/api/auth", { token })).status).toBe(401);
  });

  test("connecting and disconnecting need a reauthentication, and disconnecting ends other sessions", async () => {
    const email = "proves@example.com";
    const { call } = await createVerifiedUser(networks.product, email);
    const someone = createVisitor();
    await someone.post("/signin", { email, password: PASSWORD });
    await someone.post("/signup/plan", { plan: "free" });
    const page = await signInByNetwork(someone, "facebook", { as: { name: "Proves" }, query: "?link=1" });
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
    expect(await store.count(socialLoginEntity, { userId: user?.id ?? "" })).toBe(0);
  });

  test("an unauthenticated visitor is redirected to the sign-in page", async () => {
    expect((await createVisitor().get("/auth/facebook?link=1")).location).toBe("/signin");
  });
});
