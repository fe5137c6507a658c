/** A provider by OpenID Connect that lies about who signs in: no one is, and nothing is written. */
import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { isSignedIn } from "../support/identity-provider";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  sendJson,
  startOpenIdProviders,
  type Lies,
  type OpenIdProviders,
} from "../support/openid-provider";
import {
  confirm,
  countRows,
  createPerson,
  leaveFor,
  open,
  startOpenIdStage,
  type OpenIdStage,
} from "../support/openid-visits";
import { createBrowser } from "../support/clients";

const MINUTE = 60;

let providers: OpenIdProviders;
let stage: OpenIdStage;
beforeAll(async () => {
  providers = await startOpenIdProviders();
  stage = await startOpenIdStage(providers, ["acme", "beta"]);
});
afterAll(async () => {
  await stage.stop();
  await providers.close();
});
afterEach(() => {
  providers.lies = {};
});

const now = () => Math.floor(Date.now() / 1000);

async function expectLieRefused(lies: Lies): Promise<void> {
  providers.lies.acme = lies;
  const { visitor, callback } = await stage.prepare("acme");
  await stage.expectRefusal(visitor, callback);
}

test("an honest provider creates one user, and signs the same one in again", async () => {
  const person = createPerson();
  const [first, again] = [await stage.prepare("acme", person), await stage.prepare("acme", person)];
  expect((await confirm(first.visitor, await open(first.visitor, first.callback))).location).toBe(
    "/signup/verify",
  );
  const before = await countRows(stage.store);
  await confirm(again.visitor, await open(again.visitor, again.callback));
  expect(isSignedIn(again.visitor)).toBe(true);
  expect(await countRows(stage.store)).toMatchObject({ users: before.users, identities: before.identities });
});

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
const signHmac = (claims: unknown, secret: string) => {
  const signed = `${encode({ alg: "HS256", kid: "acme" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};

const FORGERIES: [string, Lies["idToken"]][] = [
  [
    "signed by another key under the same id",
    async ({ claims }) => {
      const { privateKey } = await generateKeyPair("RS256");
      return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "acme" }).sign(privateKey);
    },
  ],
  [
    "whose payload was exchanged after signing",
    async ({ claims, sign }) => {
      const [header, , signature] = (await sign(claims)).split(".");
      return `${header}.${encode({ ...claims, sub: "person-1" })}.${signature}`;
    },
  ],
  [
    "signed by a key that the provider does not list",
    ({ claims, key }) => new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "unlisted" }).sign(key),
  ],
  [
    "signed by HS256 with the public key",
    async ({ claims, publicKey }) => signHmac(claims, await exportSPKI(publicKey)),
  ],
  [
    "signed by HS256 with the public key's modulus",
    async ({ claims, publicKey }) => signHmac(claims, (await exportJWK(publicKey)).n ?? ""),
  ],
  ["signed by HS256 with the client's secret", ({ claims }) => signHmac(claims, CLIENT_SECRET)],
  ["with the algorithm none", ({ claims }) => `${encode({ alg: "none" })}.${encode(claims)}.`],
  [
    "with the algorithm none, and a signature",
    async ({ claims, sign }) =>
      `${encode({ alg: "none" })}.${encode(claims)}.${(await sign(claims)).split(".")[2]}`,
  ],
  [
    "with an extension that must be understood",
    ({ claims, key }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "acme", crit: ["exp"], exp: 1 })
        .sign(key, { crit: { exp: true } }),
  ],
  [
    "that brings its own key",
    async ({ claims }) => {
      const { privateKey, publicKey } = await generateKeyPair("RS256");
      const jwk = await exportJWK(publicKey);
      return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "other", jwk }).sign(privateKey);
    },
  ],
  ["of another issuer's key", ({ claims }) => providers.signAs("beta", claims)],
  ["that is no token", () => "a.b.c"],
];

test.each(FORGERIES)("a token %s is refused", async (_what, idToken) => {
  await expectLieRefused({ ...(idToken && { idToken }) });
});

const without =
  (name: string): Lies["claims"] =>
  (claims) => ({ ...claims, [name]: undefined });
const having =
  (changes: () => Record<string, unknown>): Lies["claims"] =>
  (claims) => ({ ...claims, ...changes() });

const CLAIMS: [string, Lies["claims"]][] = [
  ["of another issuer", having(() => ({ iss: providers.issuerOf("beta") }))],
  ["of an issuer with a slash more", having(() => ({ iss: `${providers.issuerOf("acme")}/` }))],
  ["for another application", having(() => ({ aud: "another" }))],
  ["for two applications, which names neither", having(() => ({ aud: [CLIENT_ID, "another"] }))],
  ["handed to another application", having(() => ({ aud: [CLIENT_ID, "another"], azp: "another" }))],
  ["with another nonce", having(() => ({ nonce: "another" }))],
  ["without a nonce", without("nonce")],
  ["that expired 40 seconds ago", having(() => ({ exp: now() - 40 }))],
  ["that never expires", without("exp")],
  ["without the time of its issue", without("iat")],
  ["that is valid in five minutes", having(() => ({ nbf: now() + 5 * MINUTE }))],
  ["that was issued in five minutes", having(() => ({ iat: now() + 5 * MINUTE, exp: now() + 10 * MINUTE }))],
  ["without a subject", without("sub")],
  ["with an empty subject", having(() => ({ sub: "" }))],
  ["with a number as subject", having(() => ({ sub: 7 }))],
  ["with a list as subject", having(() => ({ sub: ["person-1"] }))],
  ["with a subject of 300 characters", having(() => ({ sub: "s".repeat(300) }))],
  ["with a space behind the subject", having(() => ({ sub: "person-1 " }))],
  ["with a line break behind the subject", having(() => ({ sub: "person-1\n" }))],
  ["with a zero byte in the subject", having(() => ({ sub: "person-1\u0000" }))],
];

test.each(CLAIMS)("a token %s is refused", async (_what, claims) => {
  await expectLieRefused({ ...(claims && { claims }) });
});

test("a token that expired a moment ago is accepted, because clocks differ", async () => {
  providers.lies.acme = { claims: (claims) => ({ ...claims, exp: now() - 15 }) };
  const { visitor, callback } = await stage.prepare("acme");
  expect(await open(visitor, callback)).toContain("token=soc_");
});

test("subjects that differ only in case are two people", async () => {
  for (const sub of ["CaseOfSubject", "caseofsubject"]) {
    const { visitor, callback } = await stage.prepare("acme", { ...createPerson(), sub });
    expect((await confirm(visitor, await open(visitor, callback))).location).toBe("/signup/verify");
  }
});

test("a token with the nonce of another browser is refused", async () => {
  const other = new URL(await leaveFor(createBrowser(stage.product), "acme"));
  const nonce = other.searchParams.get("nonce");
  await expectLieRefused({ claims: (claims) => ({ ...claims, nonce }) });
});

test.each<[string, Lies]>([
  ["without a token about the user", { idToken: () => null }],
  [
    "whose user info is about another user",
    { claims: (claims) => ({ ...claims, email: undefined }), userInfo: { sub: "person-1" } },
  ],
  [
    "whose user info names no user",
    { claims: (claims) => ({ ...claims, email: undefined }), userInfo: { sub: undefined } },
  ],
  ["that is an error", { answers: { token: (response) => sendJson(response, { error: "x" }, 400) } }],
])("an answer %s is refused", async (_what, lies) => {
  await expectLieRefused(lies);
});

test("an email that only the user info has is taken, to be verified", async () => {
  const person = createPerson();
  providers.lies.acme = { claims: (claims) => ({ ...claims, email: undefined, name: undefined }) };
  const { visitor, callback } = await stage.prepare("acme", person);
  expect((await confirm(visitor, await open(visitor, callback))).location).toBe("/signup/verify");
  const user = await stage.store.findOne(userEntity, { email: person.email });
  expect(user).toMatchObject({ name: person.name, verifiedAt: null });
});
