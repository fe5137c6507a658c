/** The known providers when their answers are odd, their names in addresses, and what an email from any of them opens. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { identityEntity } from "~/models/identity.server";
import { userEntity } from "~/models/user.server";
import {
  createApiClient,
  createBrowser,
  createVerifiedUser,
  PASSWORD,
  signUp,
  type Browser,
} from "../support/clients";
import { getToken, isSignedIn } from "../support/identity-provider";
import { listKnownSettings, startKnownProviders } from "../support/known-providers";
import { sendJson, type OpenIdProviders } from "../support/openid-provider";
import {
  confirm,
  countRows,
  createPerson,
  leaveFor,
  listOpenIdSettings,
  open,
  startSignInStage,
  type SignInStage,
} from "../support/openid-visits";
import { linkIn, waitFor } from "../support/product";
import { openRaw } from "../support/raw-request";

const OPENID = ["google", "microsoft", "apple", "acme"] as const;
const ALL = [...OPENID, "github"] as const;
type Provider = (typeof ALL)[number];

let providers: OpenIdProviders;
let stage: SignInStage;
beforeAll(async () => {
  providers = await startKnownProviders();
  stage = await startSignInStage({
    ...listKnownSettings(providers),
    ...listOpenIdSettings("acme", providers.issuerOf("acme")),
  });
});
afterAll(async () => {
  await stage.stop();
  await providers.close();
});
afterEach(() => {
  providers.lies = {};
  providers.answers = {};
});

const createVisitor = () => createBrowser(stage.product);
const toIssuer = (tenant: unknown) => `https://login.microsoftonline.com/${String(tenant)}/v2.0`;
const TENANT = "11111111-1111-1111-1111-111111111111";
const PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** Has the provider say this of the user; GitHub in its own words. */
function tell(provider: Provider, claims: Record<string, unknown>): void {
  const { sub = "person-0", email, email_verified: verified = true } = claims;
  const ofTenant = { tid: TENANT, iss: toIssuer(TENANT) };
  providers.lies[provider] = {
    claims: (honest) => ({ ...honest, ...(provider === "microsoft" && ofTenant), ...claims }),
  };
  tellOfGitHub({
    user: { id: Number(String(sub).replace(/\D/g, "")), login: "ada" },
    emails: [{ email, primary: true, verified }],
  });
}

function tellOfGitHub({ user, emails }: { user: unknown; emails: unknown }): void {
  providers.answers = {
    "/github/login/oauth/access_token": (response) => sendJson(response, { access_token: "gho_1" }),
    "/github/user": (response) => sendJson(response, user),
    "/github/user/emails": (response) => sendJson(response, emails, emails === null ? 500 : 200),
  };
}

/** The callback of a visit that has consented. */
async function prepare(provider: Provider, query?: string, visitor = createVisitor()) {
  const callback = providers.consent(await leaveFor(visitor, provider, query), createPerson());
  return { visitor, callback };
}

async function arrive(provider: Provider, query?: string, visitor?: Browser) {
  const prepared = await prepare(provider, query, visitor);
  return { visitor: prepared.visitor, page: await open(prepared.visitor, prepared.callback) };
}

async function enter(provider: Provider, claims: Record<string, unknown>) {
  tell(provider, claims);
  const { visitor, page } = await arrive(provider);
  return { visitor, location: (await confirm(visitor, page)).location };
}

describe("Microsoft", () => {
  test.each([
    ["names no tenant", { tid: undefined, iss: toIssuer(TENANT) }],
    ["names no tenant, and is of none", { tid: undefined, iss: toIssuer("{tenantid}") }],
    ["names another tenant than its issuer", { tid: PERSONAL, iss: toIssuer(TENANT) }],
    ["is of another server", { tid: TENANT, iss: `https://evil.example/${TENANT}/v2.0` }],
    ["is of an older version", { tid: TENANT, iss: `https://sts.windows.net/${TENANT}/` }],
  ])("a token that %s is refused", async (_what, claims) => {
    tell("microsoft", claims);
    const { visitor, callback } = await prepare("microsoft");
    await stage.expectRefusal(visitor, callback);
  });

  test("the same subject in two tenants is two people, and a private person is a third", async () => {
    const before = await countRows(stage.store);
    for (const tid of [TENANT, "22222222-2222-2222-2222-222222222222", PERSONAL]) {
      const claims = { ...createPerson(), sub: "the-same", tid, iss: toIssuer(tid) };
      expect((await enter("microsoft", claims)).location).toBe("/signup/verify");
    }
    const { users = 0, identities = 0 } = before;
    expect(await countRows(stage.store)).toMatchObject({ users: users + 3, identities: identities + 3 });
  });
});

describe("GitHub", () => {
  let ids = 5000;
  const createUser = () => ({ id: (ids += 1), login: "ada", name: "Ada Lovelace" });
  const email = "github@example.com";

  test.each([
    ["is not verified", [{ email, primary: true, verified: false }]],
    ["is none", []],
    ["is not primary", [{ email, primary: false, verified: true }]],
    [
      "is one of two",
      [email, "b@example.com"].map((each) => ({ email: each, primary: true, verified: true })),
    ],
    ["is no list", { message: "no" }],
    ["cannot be asked for", null],
  ])("an email that %s is not taken: the user is asked for one", async (_what, emails) => {
    tellOfGitHub({ user: createUser(), emails });
    const { visitor, page } = await arrive("github");
    expect((await visitor.get(page)).html).toContain("share your email.");
    expect((await confirm(visitor, page)).status).toBe(400);
    expect(isSignedIn(visitor)).toBe(false);
    expect(await stage.store.count(userEntity, { email })).toBe(0);
  });

  test("a user whose login was renamed is the same one", async () => {
    const user = createUser();
    const emails = [{ email: "renamed@example.com", primary: true, verified: true }];
    for (const login of ["before", "after"]) {
      tellOfGitHub({ user: { ...user, login }, emails });
      const { visitor, page } = await arrive("github");
      await confirm(visitor, page);
      expect(isSignedIn(visitor)).toBe(true);
    }
    expect(await stage.store.count(identityEntity, { subject: String(user.id) })).toBe(1);
  });

  test.each(["5001", 5001.5, -1, 0, 1e21, null, [5001], undefined])(
    "an id that is %j is refused",
    async (id) => {
      tellOfGitHub({ user: { ...createUser(), id }, emails: [] });
      const { visitor, callback } = await prepare("github");
      await stage.expectRefusal(visitor, callback);
    },
  );
});

describe("an email from a provider", () => {
  test.each([
    ...[true, false, undefined, "true"].map((value) => ["google", value] as const),
    ...(["microsoft", "apple", "acme"] as const).map((provider) => [provider, true] as const),
  ])(
    "of a verified user, from %s with email_verified %j, opens nothing of that user",
    async (provider, email_verified) => {
      const { sub, email } = createPerson();
      const owner = await createVerifiedUser(stage.product, email, "The Owner");
      const { visitor, location } = await enter(provider, {
        sub,
        email: email.toUpperCase(),
        email_verified,
      });
      expect(location).toBe("/signup/verify");
      expect((await visitor.get("/dashboard")).location).toBe("/signup/verify");
      const { id = "" } = (await stage.store.find(userEntity, { email })).find((one) => one.verifiedAt) ?? {};
      expect(await stage.store.count(identityEntity, { userId: id })).toBe(0);
      expect((await owner.call("GET", "/api/auth")).data).toMatchObject({
        name: "The Owner",
        verified: true,
      });
    },
  );

  test.each(ALL)("of a verified user, from %s by signing in, leads to no account", async (provider) => {
    const { sub, email } = createPerson();
    await createVerifiedUser(stage.product, email);
    tell(provider, { sub, email });
    const { visitor, page } = await arrive(provider, "");
    expect((await visitor.get(page)).html).toContain("have an account yet");
    expect((await confirm(visitor, page)).status).toBe(400);
    expect(isSignedIn(visitor)).toBe(false);
  });

  test.each(ALL)("that its owner verifies after coming by %s ends what a squatter had", async (provider) => {
    const { sub, email } = createPerson();
    const squatter = await signUp(stage.product, email, "Squatter");
    await stage.product.mailTo(email);
    const { visitor } = await enter(provider, { sub, email });
    const listMails = () => stage.product.mailsTo(email);
    const newest = await waitFor(
      () => (listMails().length === 2 ? listMails().at(-1) : null),
      "the second mail",
    );
    const token = linkIn(newest, "/signup/verify").searchParams.get("token") ?? "";
    const done = await visitor.post("/signup/verify", { intent: "verify", token });
    expect(done.location).toBe("/signup/plan");
    expect((await squatter.call("GET", "/api/user")).status).toBe(401);
    const again = await createApiClient(stage.product)("POST", "/api/auth", { email, password: PASSWORD });
    expect(again.status).toBe(401);
    expect(await stage.store.find(userEntity, { email })).toMatchObject([{ passwordHash: null }]);
  });
});

describe("connecting a provider", () => {
  async function signIn(email: string): Promise<Browser> {
    await createVerifiedUser(stage.product, email);
    const someone = createVisitor();
    await someone.post("/signin", { email, password: PASSWORD });
    await someone.post("/signup/plan", { plan: "free" });
    return someone;
  }

  const link = (visitor: Browser, page: string) =>
    visitor.post(page, { token: getToken(page), password: PASSWORD });

  test.each(ALL)(
    "%s: by opening the page, by another user, or twice at once connects once",
    async (provider) => {
      const { sub, email } = createPerson();
      const [someone, other] = [await signIn(email), await signIn(createPerson().email)];
      tell(provider, { sub, email });
      const { page } = await arrive(provider, "?link=1", someone);
      const before = await stage.store.count(identityEntity, {});
      expect((await someone.get(page)).html).toContain("Connect");
      expect((await link(other, page)).status).toBe(400);
      const byToken = await createApiClient(stage.product)("POST", "/api/auth", { token: getToken(page) });
      expect(byToken.status).toBe(401);
      expect(await stage.store.count(identityEntity, {})).toBe(before);
      const answers = await Promise.all(Array.from({ length: 5 }, () => link(someone, page)));
      expect(answers.filter(({ location }) => location === "/account/security")).toHaveLength(1);
      expect(await stage.store.count(identityEntity, {})).toBe(before + 1);

      tell(provider, { sub, email });
      const taken = await arrive(provider, "?link=1", other);
      expect((await link(other, taken.page)).status).toBe(409);
      expect(await stage.store.count(identityEntity, {})).toBe(before + 1);
    },
  );
});

describe("a name in the address", () => {
  test.each([
    "..%2f..",
    "GOOGLE",
    "Google",
    "google%00",
    "google%20",
    "constructor",
    "__proto__",
    "toString",
    "form",
    "%23form",
    "callback",
    "x".repeat(300),
    "%ff",
    "google;x",
  ])("that is no provider's leads to none: %s", async (name) => {
    const before = await countRows(stage.store);
    const asked = providers.requests.length;
    for (const path of [`/auth/${name}`, `/auth/${name}/callback?code=x&state=y`]) {
      const raw = openRaw(
        stage.product,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      const [answer = ""] = (await raw.closed).split("\r\n\r\n");
      expect(answer).toMatch(/^HTTP\/1\.1 (302[^]*location: \/404|404|400)/i);
      expect(answer).not.toMatch(/^set-cookie: social/im);
    }
    expect(providers.requests).toHaveLength(asked);
    expect(await countRows(stage.store)).toEqual(before);
  });

  test.each(["..", "%2e%2e"])("that is %s means the page above, as in every address", async (name) => {
    const raw = openRaw(
      stage.product,
      `GET /auth/${name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(await raw.closed).toContain("<title>Sign in");
  });
});
