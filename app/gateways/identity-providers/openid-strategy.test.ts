/** What time changes at a provider by OpenID Connect: its keys and its announcement; and whose directory may sign in. */
import { createCookieSessionStorage } from "@remix-run/node";
import { SignJWT, type CryptoKey } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { minutes, seconds } from "~/domain/limits";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startOpenIdProviders,
  type OpenIdProviders,
} from "../../../tests/support/openid-provider";
import type { IdentityProviderClient } from "./client";
import { requirePage } from "./discovery";
import type { IdentityProfile, IdentityProviderKeys } from "./identity-provider";
import { OpenIdStrategy } from "./openid-strategy";

const MICROSOFT = "https://login.microsoftonline.com";
const [OURS, THEIRS] = ["11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222"];

let providers: OpenIdProviders;
beforeEach(async () => {
  const issuer = `${MICROSOFT}/${OURS}/v2.0`;
  providers = await startOpenIdProviders({ microsoft: { issuer, origin: MICROSOFT } });
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await providers.close();
});

const storage = createCookieSessionStorage({ cookie: { name: "flow", secrets: ["of this test"] } });

/** Signs in by a client of the provider. Rejects with the reason. */
function createSignIn(id: string, given: Partial<IdentityProviderKeys>): () => Promise<IdentityProfile> {
  const base = `${providers.origin}/${id}`;
  const { baseUrl = null } = given;
  const client: IdentityProviderClient = {
    id,
    keys: { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, baseUrl, ...given },
    callbackUrl: `http://localhost/auth/${id}/callback`,
    getBases: () => Promise.resolve(baseUrl === null ? null : { page: base, calls: base }),
  };
  const strategy = new OpenIdStrategy<IdentityProfile>(client, ({ profile }) => Promise.resolve(profile));
  const options = {
    name: id,
    sessionKey: "user",
    sessionErrorKey: "error",
    sessionStrategyKey: "strategy",
    throwOnError: true,
  };
  const authenticate = (url: URL | string, cookie = "") =>
    strategy.authenticate(new Request(url, { headers: { Cookie: cookie } }), storage, options);
  return async () => {
    const away: unknown = await authenticate(`http://localhost/auth/${id}`).catch(
      (thrown: unknown) => thrown,
    );
    if (!(away instanceof Response)) throw away;
    const cookie = (away.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    const callback = providers.consent(away.headers.get("Location") ?? "", {
      sub: "ada",
      email: "a@example.com",
    });
    return authenticate(callback, cookie);
  };
}

const REFUSED = { cause: { name: "IdentityProviderError", reason: "failed" } };
const pass = (time: number) => void vi.advanceTimersByTime(time);

describe("the keys of a provider", () => {
  const countKeyRequests = () => providers.requests.filter((request) => request.endsWith("/keys")).length;
  const createAcme = () => createSignIn("acme", { issuer: providers.issuerOf("acme") });

  test("that have changed are asked for after a minute: until then no one is signed in, then everyone is", async () => {
    const signIn = createAcme();
    expect(await signIn()).toMatchObject({ issuer: providers.issuerOf("acme"), subject: "ada" });
    await providers.rotateKey("acme");
    await expect(signIn()).rejects.toMatchObject(REFUSED);
    pass(seconds(61));
    expect(await signIn()).toMatchObject({ subject: "ada" });
    expect(countKeyRequests()).toBe(2);
  });

  test("are asked for once a minute, however many tokens name a key that there is not", async () => {
    const signIn = createAcme();
    await signIn();
    const { signAs } = providers;
    providers.lies.acme = { idToken: ({ claims }) => signAs("unlisted", claims) };
    for (let minute = 0; minute < 3; minute += 1) {
      for (let time = 0; time < 34; time += 1) await expect(signIn()).rejects.toMatchObject(REFUSED);
      expect(countKeyRequests()).toBe(minute + 1);
      pass(seconds(61));
    }
  });

  test("that it has dropped sign no one in after five minutes", async () => {
    const signIn = createAcme();
    let dropped: CryptoKey | undefined;
    providers.lies.acme = {
      idToken({ claims, key, sign }) {
        dropped = key;
        return sign(claims);
      },
    };
    await signIn();
    await providers.rotateKey("acme");
    providers.lies.acme = {
      idToken: ({ claims }) => {
        const token = new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "acme" });
        return dropped ? token.sign(dropped) : null;
      },
    };
    pass(minutes(4));
    expect(await signIn()).toMatchObject({ subject: "ada" });
    pass(minutes(1));
    await expect(signIn()).rejects.toMatchObject(REFUSED);
  });

  test("that cannot be had sign no one in, until they can", async () => {
    const signIn = createAcme();
    await signIn();
    pass(minutes(6));
    providers.lies.acme = { answers: { keys: (response) => response.writeHead(500).end() } };
    await expect(signIn()).rejects.toMatchObject(REFUSED);
    providers.lies = {};
    expect(await signIn()).toMatchObject({ subject: "ada" });
  });
});

test("what a provider announces is asked for once an hour", async () => {
  const signIn = createSignIn("acme", { issuer: providers.issuerOf("acme") });
  const countAnnouncements = () =>
    providers.requests.filter((request) => request.includes("well-known")).length;
  for (const expected of [1, 1, 2, 2]) {
    await signIn();
    expect(countAnnouncements()).toBe(expected);
    pass(minutes(31));
  }
});

describe("Microsoft, for one directory", () => {
  const signInBy = (tenant: string) => createSignIn("microsoft", { tenant, baseUrl: providers.origin });
  const tell = (claims: Record<string, unknown>) => {
    providers.lies.microsoft = { claims: (honest) => ({ ...honest, ...claims }) };
  };

  test.each([OURS, "example.com"])("signs in its people: %s", async (tenant) => {
    tell({ tid: OURS });
    expect(await signInBy(tenant)()).toMatchObject({ issuer: `${MICROSOFT}/${OURS}/v2.0`, subject: "ada" });
  });

  test.each([OURS, "example.com"])("refuses those of another one: %s", async (tenant) => {
    const signIn = signInBy(tenant);
    tell({ tid: THEIRS, iss: `${MICROSOFT}/${THEIRS}/v2.0` });
    await expect(signIn()).rejects.toMatchObject(REFUSED);
    tell({ tid: OURS, iss: `${MICROSOFT}/${THEIRS}/v2.0` });
    await expect(signIn()).rejects.toMatchObject(REFUSED);
  });
});

describe("the page that a provider announces", () => {
  const [secure, local] = ["https://acme.example.com", "http://127.0.0.1:8080"];

  test.each([
    [secure, "https://login.example.com/authorize"],
    [local, "http://127.0.0.1:8080/authorize"],
    [local, "https://login.example.com/authorize"],
  ])("of %s may be %s", (issuer, page) => {
    expect(() => requirePage(new URL(issuer), page)).not.toThrow();
  });

  test.each([
    [secure, "http://acme.example.com/authorize"],
    [secure, "javascript:alert(1)"],
    [local, "javascript:alert(1)"],
    [local, "data:text/html,x"],
    [secure, "/authorize"],
    [secure, ""],
    [secure, undefined],
  ])("of %s is refused where it is %s", (issuer, page) => {
    expect(() => requirePage(new URL(issuer), page)).toThrow("no web page");
  });
});
