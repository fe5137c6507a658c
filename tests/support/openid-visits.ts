/** The product in front of providers that a test has told what to answer, and what must not come of a lie. */
import { expect } from "vitest";
import { identityEntity } from "~/models/identity.server";
import { sessionEntity } from "~/models/session.server";
import type { OpenStore } from "~/models/store/database";
import { tokenEntity } from "~/models/token.server";
import { userEntity } from "~/models/user.server";
import { createBrowser, type Browser, type PageAnswer } from "./clients";
import { getToken, isSignedIn } from "./identity-provider";
import { CLIENT_ID, CLIENT_SECRET, type OpenIdProviders, type Person } from "./openid-provider";
import { startProduct, type Product } from "./product";
import { openProductStore } from "./product-store";

export interface SignInStage {
  product: Product;
  store: OpenStore;
  /** The pages that refusals have led to. */
  pages: string[];
  /** The callback leads to the page that says so, and nothing is written. */
  expectRefusal(visitor: Browser, callback: URL): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenIdStage extends SignInStage {
  /** Leaves for the provider in a new browser, and consents there. Returns the callback, not yet opened. */
  prepare(name: string, person?: Person): Promise<{ visitor: Browser; callback: URL }>;
}

/** Starts the product with these providers by their names. Stop it when done. */
export async function startOpenIdStage(
  providers: OpenIdProviders,
  names: readonly string[],
  environment: Record<string, string> = {},
): Promise<OpenIdStage> {
  const settings = names.flatMap((name) =>
    Object.entries(listOpenIdSettings(name, providers.issuerOf(name))),
  );
  const stage = await startSignInStage({ ...Object.fromEntries(settings), ...environment });
  return {
    ...stage,
    async prepare(name, person = createPerson()) {
      const visitor = createBrowser(stage.product);
      return { visitor, callback: providers.consent(await leaveFor(visitor, name), person) };
    },
  };
}

/** Starts the product with these settings. Stop it when done. */
export async function startSignInStage(environment: Record<string, string>): Promise<SignInStage> {
  const product = await startProduct(environment);
  const store = await openProductStore(product);
  const pages: string[] = [];
  return {
    product,
    store,
    pages,
    async expectRefusal(visitor, callback) {
      const before = await countRows(store);
      const [, , name = ""] = callback.pathname.split("/");
      const location = await open(visitor, callback);
      expect(location).toBe(`/signin/social?provider=${name}`);
      const { html } = await visitor.get(location);
      expect(html).toContain("Please try signing in again.");
      pages.push(html);
      expect(isSignedIn(visitor)).toBe(false);
      expect(await countRows(store)).toEqual(before);
    },
    async stop() {
      await store.close();
      await product.stop();
    },
  };
}

/** The variables of a provider by settings. */
export function listOpenIdSettings(name: string, issuer: string): Record<string, string> {
  const prefix = `OIDC_${name.toUpperCase()}`;
  return {
    [`${prefix}_ISSUER`]: issuer,
    [`${prefix}_CLIENT_ID`]: CLIENT_ID,
    [`${prefix}_CLIENT_SECRET`]: CLIENT_SECRET,
  };
}

let people = 0;

/** Someone new. */
export function createPerson(): Required<Person> {
  people += 1;
  return { sub: `person-${people}`, name: "Ada Lovelace", email: `person${people}@example.com` };
}

/** Leaves for the provider, and returns where its page is. */
export async function leaveFor(visitor: Browser, name: string, query = "?signup=1"): Promise<string> {
  const away = await visitor.get(`/auth/${name}${query}`);
  if (!away.location) throw new Error(`/auth/${name} answered ${away.status}: ${away.html.slice(0, 500)}`);
  return away.location;
}

/** Opens a callback, and returns where it leads. */
export async function open(visitor: Browser, { pathname, search }: URL): Promise<string> {
  return (await visitor.get(pathname + search)).location ?? "";
}

/** Confirms what the callback has led to. */
export function confirm(visitor: Browser, page: string): Promise<PageAnswer> {
  return visitor.post(page, { token: getToken(page) });
}

/** What a sign-in would add to. */
export async function countRows(store: OpenStore): Promise<Record<string, number>> {
  return {
    users: await store.count(userEntity, {}),
    sessions: await store.count(sessionEntity, {}),
    identities: await store.count(identityEntity, {}),
    pending: await store.count(tokenEntity, { kind: "social" }),
  };
}
