/**
 * Every page for every role and state, in each of the three URLs under which Remix answers for a page. A guard in a
 * layout would protect only the first of them. Remix's former data requests are refused for everyone.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getPathAfterSignIn, hasActiveSubscription, getRedirectPath, type AccessState } from "~/domain/guard";
import { PAGES } from "~/domain/pages";
import type { PagePath } from "~/domain/paths";
import type { OpenStore } from "~/models/store/database";
import { hasOnePath, listPageRoutes } from "../support/page-routes";
import { UNCOMPRESSED } from "../support/clients";
import { CALLERS, makeTestUser, toUserAccess, type TestUser } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

const pages = listPageRoutes();

/** Redirects of pages that the guard accepts: form routes without a page, and pages that need an earlier step. */
const FORM_ONLY: Record<string, string> = {
  "/signout": "/signin",
  "/preferences": "/",
  "/switch": "/dashboard",
  "/welcome": "/welcome?page=1",
  "/signin/impersonate": "/404",
  // Closed, because the product has users.
  "/setup": "/404",
  "/impersonation/end": "/dashboard",
  // Without a challenge, without a secret to verify, without two-factor.
  "/signin/otp": "/signin",
  "/account/2fa/setup": "/account/2fa",
  "/account/2fa/codes": "/account/2fa",
  "/account/2fa/off": "/account/2fa",
  // Without the id of a key, or of an endpoint.
  "/account/apikeys/edit": "/404",
  "/account/webhooks/edit": "/404",
};

let product: Product;
let store: OpenStore;
const people = new Map<string, TestUser>();
beforeAll(async () => {
  // Its requests use up the tokens that an IP may try.
  product = await startProduct();
  store = await openProductStore(product);
  for (const { name, state } of CALLERS) people.set(name, await makeTestUser(store, state));
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

test("every page has a policy, and every policy a page", () => {
  const withPolicy = pages.map(({ path }) => path).filter((path) => path !== "/*");
  expect(new Set(withPolicy)).toEqual(new Set(Object.keys(PAGES)));
});

describe.each(pages.filter(hasOnePath))("$path", ({ id, path }) => {
  test.each(CALLERS)(
    "for $name: every form of the URL answers as the guard decides",
    async ({ name, state }) => {
      const accessState = toUserAccess(state);
      const expected = getExpectedPath(accessState, path);
      for (const [form, address] of Object.entries(listUrls(path, id)))
        expect(await getReachedPath(address, getCookie(name)), form).toBe(expected);
    },
  );

  test("for an unauthenticated visitor: every form of the URL answers as the guard decides", async () => {
    const expected = getRedirectPath(null, path) ?? FORM_ONLY[path] ?? "shown";
    for (const [form, address] of Object.entries(listUrls(path, id)))
      expect(await getReachedPath(address), form).toBe(expected);
  });

  test("the URL of Remix's former data requests is refused for every caller", async () => {
    const address = `${path}?_data=${encodeURIComponent(id)}`;
    expect(await getReachedPath(address), "a visitor").toBe("refused");
    for (const name of ["master and owner, settled", "owner, settled", "user, lapsed"])
      expect(await getReachedPath(address, getCookie(name)), name).toBe("refused");
  });
});

function getCookie(name: string): string {
  const user = people.get(name);
  if (!user) throw new Error(`there is no caller ${name}`);
  return user.cookie;
}

function getExpectedPath(accessState: AccessState, path: PagePath): string {
  if (path === "/signup/waiting") return getExpectedPathAtWaiting(accessState);
  if (path === "/" || path === "/signin" || path === "/signup") return getPathAfterSignIn(accessState);
  // A caller who does not need the page any more is redirected. A lapsed plan may be chosen again, also by a master.
  const isReady = accessState.isVerified && accessState.hasPlan && hasActiveSubscription(accessState);
  if (path === "/signup/plan" && isReady && accessState.subscription === "active") {
    return getRedirectPath(accessState, path) ?? "/dashboard";
  }
  return getRedirectPath(accessState, path) ?? FORM_ONLY[path] ?? "shown";
}

/** Only callers who can do nothing but wait stay: others are redirected to where the dashboard would send them. */
function getExpectedPathAtWaiting(accessState: AccessState): string {
  const ledOn = getRedirectPath(accessState, "/dashboard") ?? "/dashboard";
  return ledOn === "/signup/waiting" ? "shown" : ledOn;
}

function listUrls(path: string, id: string): Record<string, string> {
  const route = encodeURIComponent(id);
  const dataPath = path === "/" ? "/_root.data" : `${path}.data`;
  return {
    document: path,
    ".data": dataPath,
    ".data?_routes=": `${dataPath}?_routes=${route}`,
  };
}

/** "shown", or the URL that the caller is redirected to; never both. */
async function getReachedPath(address: string, cookie?: string): Promise<string> {
  const response = await fetch(product.url + address, {
    redirect: "manual",
    headers: { ...UNCOMPRESSED, ...(cookie && { Cookie: `session=${cookie}` }) },
  });
  const body = await response.text();
  if (response.status === 400) return "refused";
  const moved = response.headers.get("Location") ?? response.headers.get("X-Remix-Redirect");
  if (moved) return moved;
  const inBody = address.includes(".data")
    ? /"SingleFetchRedirect".*?"redirect","([^"]+)"/s.exec(body)?.[1]
    : undefined;
  return inBody ?? (response.status < 500 ? "shown" : `failed with ${response.status}`);
}
