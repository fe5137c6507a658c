/**
 * A password or a code that was given in signing in counts for ten minutes, for keys and for switching two-factor on: a
 * program can create a key right after it has signed in.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKeyEntity } from "~/models/api-key.server";
import { userEntity } from "~/models/user.server";
import { sessionEntity } from "~/models/session.server";
import { planEntity } from "~/models/plan.server";
import { minutes } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import {
  createApiClient,
  createBrowser,
  createUserOnFreePlan,
  PASSWORD,
  signUp,
  type Browser,
  type Call,
} from "../support/clients";
import { openMagic, requestMagicToken, resetTokenFor } from "../support/links";
import { addMember } from "../support/members";
import { getMembership } from "../support/users";
import { openProductStore } from "../support/product-store";
import {
  createIdentityProviderUserOnFreePlan,
  enterBy,
  startWithIdentityProviders,
  type StartedIdentityProviders,
} from "../support/identity-provider";
import {
  generateCode,
  requestChallenge,
  sendCode,
  waitUntilMidStep,
  withTwoFactor,
} from "../support/two-factor";

const FORBIDDEN = 403;
const TWO_FACTOR_ON = { "2fa_enabled": true };

let providers: StartedIdentityProviders;
let store: OpenStore;
beforeAll(async () => {
  providers = await startWithIdentityProviders();
  store = await openProductStore(providers.product);
  await store.update(planEntity, { id: "free" }, { keyLimit: 50 });
});
afterAll(async () => {
  await store.close();
  await providers.stop();
});

const anonymous: Call = (...call) => createApiClient(providers.product)(...call);
const toCaller = (data: Record<string, unknown>) => createApiClient(providers.product, String(data.token));

async function signIn(email: string): Promise<Call> {
  return toCaller((await anonymous("POST", "/api/auth", { email, password: PASSWORD })).data);
}

const createKey = (call: Call) => call("POST", "/api/key", { name: "First", scope: ["events:write"] });

describe("what counts", () => {
  test("a sign-in with the password, for ten minutes", async () => {
    await createUserOnFreePlan(providers.product, "ada@example.com");
    const call = await signIn("ada@example.com");
    const { userId } = await getMembership(store, "ada@example.com");
    const created = await createKey(call);
    expect(created.status).toBe(200);
    const path = `/api/key/${String(created.data.id)}`;
    expect((await call("PATCH", path, { scope: ["usage:read"] })).status).toBe(200);
    expect((await call("POST", `${path}/rotate`, {})).status).toBe(200);
    await store.update(sessionEntity, { userId }, { credentialAt: new Date(Date.now() - minutes(10)) });
    expect(await createKey(call)).toMatchObject({ status: FORBIDDEN, body: { inputError: "password" } });
  });

  test("a sign-up with a password", async () => {
    const { call } = await signUp(providers.product, "new@example.com");
    const { userId } = await getMembership(store, "new@example.com");
    await store.update(userEntity, { id: userId }, { verifiedAt: new Date() });
    expect((await call("PUT", "/api/user/2fa", TWO_FACTOR_ON)).status).toBe(200);
  });

  test("a code, also after a link", async () => {
    const { email, secret } = await withTwoFactor(providers.product, "coded@example.com");
    const { data } = await openMagic(anonymous, await requestMagicToken(providers.product, email));
    await waitUntilMidStep();
    const answer = await sendCode(providers.product, data.token, generateCode(secret));
    expect((await createKey(toCaller(answer.data))).status).toBe(200);
  });
});

describe("what does not count", () => {
  test("a mailed link alone: one that signs in, and one that sets the password", async () => {
    const email = "linked@example.com";
    await createUserOnFreePlan(providers.product, email);
    const byLink = await openMagic(anonymous, await requestMagicToken(providers.product, email));
    expect((await createKey(toCaller(byLink.data))).status).toBe(FORBIDDEN);
    const given = { jwt: await resetTokenFor(providers.product, email), email, password: PASSWORD };
    const byReset = await anonymous("POST", "/api/auth/password/reset", {
      ...given,
      confirm_password: PASSWORD,
    });
    expect((await createKey(toCaller(byReset.data))).status).toBe(FORBIDDEN);
  });

  test("a provider alone, also for a user who has a password", async () => {
    const as = { name: "Net", email: "net@example.com" };
    await createIdentityProviderUserOnFreePlan(providers.product, "facebook", as);
    const { userId } = await getMembership(store, as.email);
    const visitor = createBrowser(providers.product);
    await enterBy(visitor, "facebook", { as });
    await visitor.post("/signup/plan", { plan: "free" });
    await givePassword(userId);
    expect((await visitor.get("/account/2fa")).html).toContain('name="password"');
    expect((await visitor.post("/account/2fa", {})).status).toBe(FORBIDDEN);
  });

  test("a sign-in to another account, after a switch", async () => {
    const email = "several@example.com";
    await createUserOnFreePlan(providers.product, email);
    await createUserOnFreePlan(providers.product, "host@example.com");
    const { userId } = await getMembership(store, email);
    const { accountId } = await getMembership(store, "host@example.com");
    await addMember(store, { userId, accountId, role: "developer" });
    const call = await signIn(email);
    const switched = await call("POST", "/api/auth/switch", { account: accountId });
    expect((await createKey(toCaller(switched.data))).status).toBe(FORBIDDEN);
  });

  async function givePassword(userId: string): Promise<void> {
    const other = await store.findOne(userEntity, { email: "ada@example.com" });
    await store.update(userEntity, { id: userId }, { passwordHash: other?.passwordHash ?? null });
  }
});

describe("two-factor that was switched on by the sign-in alone", () => {
  test("two-factor switched on by the sign-in alone is mailed to the user, and its codes do not open what needs the password in this session", async () => {
    const email = "thief@example.com";
    await createUserOnFreePlan(providers.product, email);
    const call = await signIn(email);
    const { data } = await call("PUT", "/api/user/2fa", TWO_FACTOR_ON);
    await waitUntilMidStep();
    const secret = String(data.secret);
    const on = await call("POST", "/api/user/2fa/verify", { code: generateCode(secret, { steps: -1 }) });
    expect(on.status).toBe(200);
    expect(await providers.product.mailTo(email, /two-factor/i)).toContain(email);

    const [backup] = on.data.backup_codes as string[];
    for (const code of [generateCode(secret), backup]) {
      for (const [method, path, body] of [
        ["PATCH", "/api/user", { email: "theirs@example.com" }],
        ["PUT", "/api/user/2fa", { "2fa_enabled": false }],
        ["POST", "/api/user/2fa/codes", {}],
      ] as const)
        expect(await call(method, path, { ...body, code })).toMatchObject({
          status: FORBIDDEN,
          body: { inputError: "password" },
        });
    }
    const codes = await call("POST", "/api/user/2fa/codes", { password: PASSWORD });
    expect(codes.status).toBe(200);
  });

  test("two-factor opens what needs the password in a later session, which has needed the password and a code", async () => {
    const { email, secret } = await withTwoFactor(providers.product, "later@example.com");
    await waitUntilMidStep();
    const first = await sendCode(
      providers.product,
      await requestChallenge(providers.product, email),
      generateCode(secret),
    );
    const code = generateCode(secret, { steps: 1 });
    expect((await toCaller(first.data)("POST", "/api/user/2fa/codes", { code })).status).toBe(200);
  });
});

describe("the pages, without JavaScript", () => {
  async function signInBrowser(email: string): Promise<Browser> {
    await createUserOnFreePlan(providers.product, email);
    const visitor = createBrowser(providers.product);
    await visitor.post("/signin", { email, password: PASSWORD });
    return visitor;
  }

  test("the pages ask for no password after a sign-in with it, but where the account could be lost", async () => {
    const visitor = await signInBrowser("pages@example.com");
    for (const path of ["/account/2fa", "/account/apikeys/create"])
      expect([path, (await visitor.get(path)).html.includes('name="password"')]).toEqual([path, false]);
    expect((await visitor.get("/account/profile")).html).toContain('name="password"');
    const key = { name: "By the page", scope: "events:write" };
    expect((await visitor.post("/account/apikeys/create", key)).html).toContain("gw_test_");
    expect((await visitor.post("/account/2fa", {})).location).toBe("/account/2fa/setup");
    expect((await visitor.get("/account/2fa/setup")).html).not.toContain('name="password"');
  });

  test("a key is renamed without a password; other changes ask for it once it is needed, and keep what was typed", async () => {
    const email = "renames@example.com";
    const visitor = await signInBrowser(email);
    const { userId, accountId } = await getMembership(store, email);
    await visitor.post("/account/apikeys/create", { name: "Old name", scope: "events:write" });
    await store.update(sessionEntity, { userId }, { credentialAt: null });
    const id = (await store.findOne(apiKeyEntity, { accountId }))?.id ?? "";
    const page = `/account/apikeys/edit?id=${id}`;
    const settings = (await visitor.get(page)).html.split('id="rotate"')[0];
    expect(settings).not.toContain('name="password"');

    const renamed = {
      intent: "save",
      id,
      name: "New name",
      scope: "events:write",
      expires_at: "",
      allowed_ips: "",
    };
    expect((await visitor.post(page, renamed)).location).toBe(page);
    expect((await store.findOne(apiKeyEntity, { id }))?.name).toBe("New name");

    const refused = await visitor.post(page, { ...renamed, name: "Typed", allowed_ips: "192.0.2.1" });
    expect(refused.status).toBe(FORBIDDEN);
    const shown = refused.html.split('id="rotate"')[0];
    expect(shown).toContain('name="password"');
    expect(shown).toContain("Confirm this change with your password.");
    expect(shown).toContain('value="Typed"');
    expect(shown).toContain("192.0.2.1");
    const accepted = { ...renamed, allowed_ips: "192.0.2.1", password: PASSWORD };
    expect((await visitor.post(page, accepted)).location).toBe(page);
  });
});
