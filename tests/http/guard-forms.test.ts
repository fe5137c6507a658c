/**
 * The forms of every page, posted by callers whom the guard rejects, in each form of the URL: the answer redirects as
 * the page does, and nothing changes. The same holds for a form whose operation requires more than its page.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { getRedirectPath } from "~/domain/guard";
import type { OpenStore } from "~/models/store/database";
import { hasOnePath, listPageRoutes, takesForm } from "../support/page-routes";
import { CALLERS, makeTestUser, toUserAccess, type TestUserState } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { readStore } from "../support/whole-store";

const forms = listPageRoutes().filter(hasOnePath).filter(takesForm);

const callers = CALLERS.map(({ name, state }) => [name, state] as const);

/** A value for every field, valid or not: the guard must reject the form before it reads any. */
const FIELDS = new URLSearchParams({
  ...{ email: "changed@example.com", name: "Changed", permission: "admin", locale: "es", dark_mode: "true" },
  ...{ password: "correct horse!", confirmation: "yes", "2fa_enabled": "true", support_enabled: "true" },
  ...{ plan: "free", message: "Changed", id: "x", user: "x", account: "x", provider: "facebook" },
});

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

test("more than 25 pages take a form", () => {
  expect(forms.length).toBeGreaterThan(25);
});

test.each([["an unauthenticated visitor", null] as const, ...callers])("%s", async (_name, state) => {
  const cookie = state && (await makeTestUser(store, state)).cookie;
  const before = await readStore(store);
  let posted = 0;
  for (const { path } of forms) {
    const elsewhere = getRedirectPath(state && toUserAccess(state), path);
    if (elsewhere === null) continue;
    const dataPath = path === "/" ? "/_root.data" : `${path}.data`;
    for (const address of [path, `${path}?index`, `${path}/`, dataPath]) {
      expect(await followPost(address, cookie), address).toBe(elsewhere);
      posted += 1;
    }
    expect(await followPost(`${path}?_data=root`, cookie), path).toBe("refused");
  }
  if (state === null) expect(posted).toBeGreaterThan(60);
  expect(await readStore(store)).toEqual(before);
});

const SETTLED = { isVerified: true, subscription: "active" } as const;
const USER = { permission: "user", ...SETTLED } as const;
const UNVERIFIED = { permission: "owner", isVerified: false, subscription: "active" } as const;
const LAPSED_ADMIN = { permission: "admin", isVerified: true, subscription: "canceled" } as const;

/** The page lets the caller in, and its operation does not. A path is where its message is shown. */
const STRICTER: [form: string, caller: TestUserState | null, answer: string][] = [
  ["rename-account on /account/profile", USER, "answered 403"],
  ["close-account on /account/profile", USER, "answered 403"],
  ["unlink-network on /account/security", UNVERIFIED, "answered 403"],
  ["accept-ownership on /account", USER, "/account"],
  ["decline-ownership on /account", USER, "/account"],
  ["invite on /welcome?page=1", USER, "answered 403"],
  ["invite on /account/users", LAPSED_ADMIN, "answered 402"],
  ["resend-invite on /account/users", LAPSED_ADMIN, "/account/users"],
  ["resend-invite on /account/users/edit", LAPSED_ADMIN, "/account/users"],
  ["accept on /signup/user", null, "/account"],
];

test.each(STRICTER)("%s is refused by its operation and changes nothing", async (form, caller, answer) => {
  const [intent = "", path = ""] = form.split(" on ");
  const cookie = caller && (await makeTestUser(store, caller)).cookie;
  const before = await readStore(store);
  expect(await followPost(path, cookie, intent)).toBe(answer);
  expect(await readStore(store)).toEqual(before);
});

test.each([null, "", "no-such-form", "constructor", "__proto__"])(
  "the intent %j is none of the page's: 400, a message, and nothing changes",
  async (intent) => {
    const { cookie } = await makeTestUser(store, { permission: "owner", ...SETTLED });
    const before = await readStore(store);
    for (const path of ["/account/profile", "/account", "/help", "/welcome?page=1"]) {
      const response = await post(path, cookie, intent);
      expect(response.status, path).toBe(400);
      expect((await response.text()).match(/<div>This form is out of date/g), path).toHaveLength(1);
    }
    expect(await readStore(store)).toEqual(before);
  },
);

/** The URL that a post redirects to, or what happened instead. */
async function followPost(
  address: string,
  cookie: string | null,
  intent: string | null = null,
): Promise<string> {
  const response = await post(address, cookie, intent);
  const body = await response.text();
  if (response.status === 400) return "refused";
  const inBody = /"SingleFetchRedirect".*?"redirect","([^"]+)"|"redirect","([^"]+)"/s.exec(body);
  return response.headers.get("Location") ?? inBody?.[1] ?? inBody?.[2] ?? `answered ${response.status}`;
}

function post(address: string, cookie: string | null, intent: string | null): Promise<Response> {
  const fields = new URLSearchParams(FIELDS);
  if (intent !== null) fields.set("intent", intent);
  return fetch(product.url + address, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: product.url, ...(cookie && { Cookie: `session=${cookie}` }) },
    body: fields,
  });
}
