/**
 * IdentityProviderPage sign-in when something is wrong: a forged or replayed callback, a provider that answers badly or not at all,
 * and each provider's own rules.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { KNOWN_IDENTITY_PROVIDER_IDS } from "~/domain/identity-providers";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, type Browser } from "../support/clients";
import {
  signInByIdentityProvider,
  consent,
  isSignedIn,
  startWithIdentityProviders,
  followIdentityProvider,
  type Fault,
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
afterEach(() => {
  providers.breakAt("token", null);
  providers.breakAt("person", null);
});

const createVisitor = () => createBrowser(providers.product);

describe.each(KNOWN_IDENTITY_PROVIDER_IDS)("with %s", (provider) => {
  describe("the state parameter", () => {
    const ends = async (someone: Browser, address: string) => {
      const { location } = await someone.get(address);
      expect(location).toBe(`/signin/social?provider=${provider}`);
      const page = await someone.get(location ?? "");
      expect(page.html).toContain(FAILED);
      expect(page.html).toContain('href="/signin"');
      expect(isSignedIn(someone)).toBe(false);
    };

    test("missing, wrong, empty or altered: no one is signed in", async () => {
      for (const change of [
        (query: URLSearchParams) => query.delete("state"),
        (query: URLSearchParams) => query.set("state", "x".repeat(43)),
        (query: URLSearchParams) => query.set("state", ""),
        (query: URLSearchParams) => query.set("state", `${query.get("state") ?? ""}x`),
      ]) {
        const someone = createVisitor();
        const back = await followIdentityProvider(someone, provider);
        back.searchParams.delete("posted");
        change(back.searchParams);
        await ends(someone, back.pathname + back.search);
      }
    });

    test("a state of another browser, of an earlier request, replayed, or without a request signs no one in", async () => {
      const [someone, other] = [createVisitor(), createVisitor()];
      const back = await followIdentityProvider(someone, provider);
      await other.get(`/auth/${provider}`);
      await ends(other, back.pathname + back.search);
      await ends(createVisitor(), back.pathname + back.search);

      const earlier = await followIdentityProvider(someone, provider);
      await someone.get(`/auth/${provider}`);
      await ends(someone, earlier.pathname + earlier.search);

      const good = await followIdentityProvider(someone, provider);
      expect((await someone.get(good.pathname + good.search)).location).toContain("token=soc_");
      await ends(someone, good.pathname + good.search);
    });

    test("a state of another provider signs no one in", async () => {
      const another = provider === "facebook" ? "twitter" : "facebook";
      const someone = createVisitor();
      const back = await followIdentityProvider(someone, another);
      await ends(someone, `/auth/${provider}/callback${back.search}`);
    });

    test("an altered cookie: no one is signed in", async () => {
      const someone = createVisitor();
      const back = await followIdentityProvider(someone, provider);
      const cookie = someone.cookies.get("social") ?? "";
      someone.cookies.set("social", `${cookie.slice(0, -4)}AAAA`);
      await ends(someone, back.pathname + back.search);
    });
  });

  test("the callback works in every spelling of its path that the router accepts", async () => {
    for (const path of [
      `/auth/${provider}/callback/`,
      `/auth/${provider}/CALLBACK`,
      `/AUTH/${provider}/callback`,
    ]) {
      const someone = createVisitor();
      const back = await followIdentityProvider(someone, provider);
      expect((await someone.get(path + back.search)).location, path).toContain("token=soc_");
    }
  });

  test("an invitation and a path to return to that are too long for a cookie do not prevent the sign-in", async () => {
    const query = `?next=/${"n".repeat(3000)}&invite=${"%00".repeat(300)}`;
    const page = await signInByIdentityProvider(createVisitor(), provider, { query });
    expect(page).toMatch(/token=soc_[\w-]{43}$/);
  });

  test("the redirect URI is the product's own URL, whatever the X-Forwarded headers say", async () => {
    const { location } = await createVisitor().get(`/auth/${provider}`, {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
    });
    const query = new URL(location ?? "").searchParams;
    expect(query.get("redirect_uri")).toBe(`${providers.product.url}/auth/${provider}/callback`);
    expect(query.get("state")).toMatch(/^[\w-]{43}$/);
  });

  const createJsonFault =
    (body: unknown): Fault =>
    (response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
  const faults: [string, "token" | "person", Fault][] = [
    ["500 to the code", "token", (response) => response.writeHead(500).end("{}")],
    ["500 to the profile request", "person", (response) => response.writeHead(500).end("{}")],
    ["no JSON", "person", (response) => response.writeHead(200).end("<html>")],
    ["no access token", "token", createJsonFault({ error: "none" })],
    ["no id", "person", createJsonFault({ name: "Nobody", data: { name: "Nobody" } })],
    ["an id that is no text", "person", createJsonFault({ id: [7], sub: 7, data: { id: 7 } })],
    [
      "a redirect elsewhere",
      "person",
      (response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
    ],
    [
      "10 MB",
      "person",
      (response) => response.writeHead(200).end(JSON.stringify({ id: "1", pad: "x".repeat(10 * 1024 ** 2) })),
    ],
    ["a broken connection", "token", (response) => response.destroy()],
  ];
  // The others say who the user is in the token that they sign.
  const hasProfile = ["facebook", "twitter", "linkedin", "github"].includes(provider);
  test.each(faults.filter(([, part]) => part === "token" || hasProfile))(
    "the provider answers %s: the page shows an error, and no one is signed in",
    async (_name, part, fault) => {
      const people = await store.count(userEntity, {});
      providers.breakAt(part, fault);
      const someone = createVisitor();
      const page = await signInByIdentityProvider(someone, provider, { query: "?signup=1" });
      expect(page).toBe(`/signin/social?provider=${provider}`);
      expect((await someone.get(page)).html).toContain(FAILED);
      expect(isSignedIn(someone)).toBe(false);
      expect(await store.count(userEntity, {})).toBe(people);
    },
  );
});

test.each(["facebook", "google"] as const)(
  "%s that does not answer fails after five seconds",
  async (provider) => {
    providers.breakAt("token", () => undefined);
    const startedAt = Date.now();
    expect(await signInByIdentityProvider(createVisitor(), provider)).toBe(
      `/signin/social?provider=${provider}`,
    );
    expect(Date.now() - startedAt).toBeLessThan(6500);
  },
);

describe("each provider's own rules", () => {
  test("X gets HTTP Basic authentication, Facebook and LinkedIn do not", () => {
    const listAuthorizations = (provider: string) =>
      providers.exchanges
        .filter((exchange) => exchange.provider === provider)
        .map((exchange) => exchange.authorization);
    expect(new Set(listAuthorizations("facebook"))).toEqual(new Set([undefined]));
    expect(new Set(listAuthorizations("linkedin"))).toEqual(new Set([undefined]));
    expect(listAuthorizations("twitter").every((header) => header?.startsWith("Basic "))).toBe(true);
  });

  test.each([
    ["facebook", "S256"],
    ["twitter", "S256"],
    ["linkedin", null],
  ])("%s gets a PKCE challenge with the method %s, and never the verifier", async (provider, method) => {
    const { location, headers } = await createVisitor().get(`/auth/${provider}?signup=1&invite=inv_secret`);
    const query = new URL(location ?? "").searchParams;
    expect(query.get("code_challenge_method")).toBe(method);
    if (method) expect(query.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    expect(location).not.toContain("inv_secret");
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^social=v1\./);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Max-Age=600/);
  });
});

test("the provider rejects a redirect URI that is not the product's", async () => {
  const { location } = await createVisitor().get("/auth/facebook");
  const forged = new URL(location ?? "");
  forged.searchParams.set("redirect_uri", "https://evil.example/");
  await expect(consent(forged.href, {})).rejects.toThrow("400");
});
