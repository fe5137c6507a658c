/**
 * Every page × role × state, in each of the four addresses under which Remix answers for a page. A guard in a layout
 * would protect only the first of them. Spec §4, security.md §0.2.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { afterSignIn, isPaidUp, whereTo, type Standing } from "~/domain/guard";
import { PAGES, type PagePath } from "~/domain/pages";
import { PERMISSIONS } from "~/domain/roles";
import type { Store } from "~/models/store/store";
import { hasOnePath, pageRoutes } from "../support/page-routes";
import { makePerson, type Person, type PersonState } from "../support/people";
import { startProduct, type Product } from "../support/product";
import { openStoreOf } from "../support/product-store";

const pages = pageRoutes();

const STATES = {
  unverified: { isVerified: false, subscription: null },
  "without a plan": { isVerified: true, subscription: null },
  lapsed: { isVerified: true, subscription: "canceled" },
  settled: { isVerified: true, subscription: "active" },
} as const;

const callers = PERMISSIONS.flatMap((permission) =>
  Object.entries(STATES).map(([name, state]) => ({
    name: `${permission}, ${name}`,
    state: { permission, ...state },
  })),
);

/** What some pages do to those whom the guard lets in: forms without a page, and sign-in for somebody signed in. */
const FORM_ONLY: Record<string, string> = {
  "/signout": "/signin",
  "/preferences": "/",
  "/switch": "/dashboard",
  "/welcome": "/welcome?page=1",
  "/signin/impersonate": "/404",
  "/impersonation/end": "/dashboard",
  // Without a sign-in that waits for its code, without a secret to prove, without two-factor on.
  "/signin/otp": "/signin",
  "/account/2fa/setup": "/account/2fa",
  "/account/2fa/codes": "/account/2fa",
  "/account/2fa/off": "/account/2fa",
};

let product: Product;
let store: Store;
const people = new Map<string, Person>();
beforeAll(async () => {
  product = await startProduct();
  store = await openStoreOf(product);
  for (const { name, state } of callers) people.set(name, await makePerson(store, state));
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

test("every page of the map has a policy, and every policy a page", () => {
  const withPolicy = pages.map(({ path }) => path).filter((path) => path !== "/*");
  expect(new Set(withPolicy)).toEqual(new Set(Object.keys(PAGES)));
});

describe.each(pages.filter(hasOnePath))("$path", ({ id, path }) => {
  test.each(callers)(
    "for $name: every form of the address answers as the guard says",
    async ({ name, state }) => {
      const standing = standingOf(state);
      const expected = expectedFor(standing, path);
      for (const [form, address] of Object.entries(addresses(path, id))) {
        const answer = form === "?_data=" ? "refused" : expected;
        expect(await reached(address, people.get(name)?.cookie), form).toBe(answer);
      }
    },
  );

  test("for a stranger: every form of the address answers as the guard says", async () => {
    const expected = whereTo(null, path) ?? FORM_ONLY[path] ?? "shown";
    for (const [form, address] of Object.entries(addresses(path, id))) {
      expect(await reached(address), form).toBe(form === "?_data=" ? "refused" : expected);
    }
  });
});

function expectedFor(standing: Standing, path: PagePath): string {
  if (path === "/signup/waiting") return expectedAtWaiting(standing);
  if (path === "/" || path === "/signin" || path === "/signup") return afterSignIn(standing);
  // Whoever has what these pages are for is led on. A lapsed plan may be chosen anew, by a master too.
  const isReady = standing.isVerified && standing.hasPlan && isPaidUp(standing);
  if (path === "/signup/plan" && isReady && standing.subscription === "active") {
    return whereTo(standing, path) ?? "/dashboard";
  }
  return whereTo(standing, path) ?? FORM_ONLY[path] ?? "shown";
}

/** Only who can but wait stays: others are led to where they would come from the dashboard. */
function expectedAtWaiting(standing: Standing): string {
  const ledOn = whereTo(standing, "/dashboard") ?? "/dashboard";
  return ledOn === "/signup/waiting" ? "shown" : ledOn;
}

function standingOf({ permission, isVerified, subscription }: PersonState): Standing {
  return { permission, isVerified, isOnboarded: true, hasPlan: subscription !== null, subscription };
}

function addresses(path: string, id: string): Record<string, string> {
  const route = encodeURIComponent(id);
  const dataPath = path === "/" ? "/_root.data" : `${path}.data`;
  return {
    document: path,
    "?_data=": `${path}?_data=${route}`,
    ".data": dataPath,
    ".data?_routes=": `${dataPath}?_routes=${route}`,
  };
}

/** "shown", or where the visitor is sent; never both. */
async function reached(address: string, cookie?: string): Promise<string> {
  const response = await fetch(product.url + address, {
    redirect: "manual",
    headers: cookie ? { Cookie: `session=${cookie}` } : {},
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
