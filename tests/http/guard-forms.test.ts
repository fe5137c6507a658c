/**
 * Every form of every page, posted by callers whom the guard rejects, in each form of its URL: the answer redirects as
 * the page does, and nothing changes.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whereTo, type Standing } from "~/domain/guard";
import { PAGES } from "~/domain/pages";
import { PERMISSIONS } from "~/domain/roles";
import type { Store } from "~/models/store/store";
import { pageRoutes } from "../support/page-routes";
import { makePerson, type PersonState } from "../support/people";
import { startProduct, type Product } from "../support/product";
import { openStoreOf } from "../support/product-store";
import { readStore } from "../support/whole-store";

const forms = pageRoutes().filter(
  ({ path, file }) => path in PAGES && !path.includes(":") && takesForm(file),
);

const STATES = [
  ["unverified", { isVerified: false, subscription: null }],
  ["without a plan", { isVerified: true, subscription: null }],
  ["lapsed", { isVerified: true, subscription: "canceled" }],
  ["settled", { isVerified: true, subscription: "active" }],
] as const;

const callers = PERMISSIONS.flatMap((permission) =>
  STATES.map(([name, state]) => [`${permission}, ${name}`, { permission, ...state }] as const),
);

/** A value for every field, valid or not: the guard must reject the form before it reads any. */
const FIELDS = new URLSearchParams({
  ...{ email: "changed@example.com", name: "Changed", permission: "admin", locale: "es", dark_mode: "true" },
  ...{ password: "correct horse!", confirmation: "yes", "2fa_enabled": "true", support_enabled: "true" },
  ...{ plan: "free", message: "Changed", id: "x", user: "x", account: "x", provider: "facebook" },
});

let product: Product;
let store: Store;
beforeAll(async () => {
  product = await startProduct();
  store = await openStoreOf(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

test("more than 35 pages take a form", () => {
  expect(forms.length).toBeGreaterThan(35);
});

test.each([["an unauthenticated visitor", null] as const, ...callers])("%s", async (_name, state) => {
  const cookie = state && (await makePerson(store, state)).cookie;
  const before = await readStore(store);
  let posted = 0;
  for (const { path } of forms) {
    const elsewhere = whereTo(state && standingOf(state), path);
    if (elsewhere === null) continue;
    const dataPath = path === "/" ? "/_root.data" : `${path}.data`;
    for (const address of [path, `${path}?index`, `${path}/`, dataPath]) {
      expect(await ledTo(address, cookie), address).toBe(elsewhere);
      posted += 1;
    }
    expect(await ledTo(`${path}?_data=root`, cookie), path).toBe("refused");
  }
  if (state === null) expect(posted).toBeGreaterThan(100);
  expect(await readStore(store)).toEqual(before);
});

function takesForm(file: string): boolean {
  const text = readFileSync(new URL(`../../app/${file}`, import.meta.url), "utf8");
  return /export (const|async function|function) action\b/.test(text);
}

function standingOf({ permission, isVerified, subscription }: PersonState): Standing {
  return { permission, isVerified, isOnboarded: true, hasPlan: subscription !== null, subscription };
}

/** The URL that a post redirects to, or what happened instead. */
async function ledTo(address: string, cookie: string | null): Promise<string> {
  const response = await fetch(product.url + address, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: product.url, ...(cookie && { Cookie: `session=${cookie}` }) },
    body: FIELDS,
  });
  const body = await response.text();
  if (response.status === 400) return "refused";
  const inBody = /"SingleFetchRedirect".*?"redirect","([^"]+)"|"redirect","([^"]+)"/s.exec(body);
  return response.headers.get("Location") ?? inBody?.[1] ?? inBody?.[2] ?? `answered ${response.status}`;
}
