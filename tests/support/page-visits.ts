/** The users that are needed to see every page once: each has a browser, and the values of their URLs. */
import type { Browser, Page } from "playwright";
import type { Store } from "~/models/store/store";
import { createApiClient, createVerifiedUser, PASSWORD, type Call } from "./clients";
import { visit, type Visit } from "./chromium";
import { addMember } from "./members";
import { makeTestUser, makeSession, getMembership, type TestUserState } from "./users";
import { linkIn, type Product } from "./product";
import { openProductStore } from "./product-store";
import { getNewestInvite } from "./team";
import { withTwoFactor } from "./two-factor";

export const ROLES = [
  "stranger",
  "unverified",
  "unplanned",
  "waiting",
  "owner",
  "member",
  "settingUp",
  "withFactor",
  "master",
] as const;
export type CastRole = (typeof ROLES)[number];

const STATES: Partial<Record<CastRole, TestUserState>> = {
  unverified: { permission: "owner", isVerified: false, subscription: null },
  unplanned: { permission: "owner", isVerified: true, subscription: null },
  waiting: { permission: "user", isVerified: true, subscription: null },
  member: { permission: "developer", isVerified: true, subscription: "active" },
  settingUp: { permission: "owner", isVerified: true, subscription: "active" },
  master: { permission: "master", isVerified: true, subscription: "active" },
};

const OWNER = "owner@example.com";

export interface Cast {
  visits: Record<CastRole, Visit>;
  /** The values for `:name` in a path. */
  values: Record<string, string>;
}

/**
 * Creates the users in a running product. The owner has a member and a pending invitation.
 */
export async function gatherCast(product: Product, browser: Browser): Promise<Cast> {
  const opened = await Promise.all(ROLES.map(async (role) => [role, await visit(browser, product)] as const));
  const visits = Object.fromEntries(opened) as Cast["visits"];
  const store = await openProductStore(product);
  const enter = (role: CastRole, cookie: string) =>
    visits[role].page.context().addCookies([{ name: "session", value: cookie, url: product.url }]);
  try {
    for (const [role, state] of Object.entries(STATES)) {
      const person = await makeTestUser(store, state);
      await enter(role as CastRole, person.cookie);
      if (role === "settingUp")
        await createApiClient(product, person.token)("PUT", "/api/user/2fa", { "2fa_enabled": true });
    }
    await enter("withFactor", await createCookieWithTwoFactor(product, store));
    await createVerifiedUser(product, OWNER);
    await enter(
      "owner",
      await makeSession(store, { ...(await getMembership(store, OWNER)), kind: "browser" }),
    );
    return { visits, values: await createPathValues(product, store, visits) };
  } finally {
    await store.close();
  }
}

async function createCookieWithTwoFactor(product: Product, store: Store): Promise<string> {
  const { email } = await withTwoFactor(product, "factor@example.com");
  return makeSession(store, { ...(await getMembership(store, email)), kind: "browser" });
}

async function createPathValues(
  product: Product,
  store: Store,
  visits: Cast["visits"],
): Promise<Record<string, string>> {
  const { userId, accountId } = await getMembership(store, OWNER);
  const colleague = await makeTestUser(store, { permission: "user", isVerified: true, subscription: null });
  await addMember(store, { userId: colleague.userId, accountId, role: "admin" });
  const token = await makeSession(store, { userId, accountId, kind: "script" });
  const invited = "invited.somebody@example.com";
  const call = createApiClient(product, token);
  await call("POST", "/api/account/plan", { plan: "scale", token: "tok_visa" });
  await call("POST", "/api/invite", { email: invited, permission: "user" });
  const key = await call("POST", "/api/key", { name: "W".repeat(100), scope: ["users:read", "usage:read"] });
  await createApiClient(product, String(key.data.full_key))("GET", "/api/account/users");
  const webhook = await createWebhook(call);
  const [mail = ""] = await listMailUrls(visits.stranger.page);
  return {
    account: accountId,
    colleague: colleague.userId,
    owner: userId,
    invite: (await getNewestInvite(product, invited)).id,
    invited,
    key: String(key.data.id),
    ...webhook,
    mail,
    stop: await receiveStopToken(product),
    newcomer: await signInThroughIdentityProvider(visits.stranger.page, { query: "signup=1", email: "" }),
    link: await signInThroughIdentityProvider(visits.owner.page, { query: "link=1", email: OWNER }),
  };
}

/** Returns the token of the link that turns off a mail about a sign-in from a new browser. */
async function receiveStopToken(product: Product): Promise<string> {
  const given = { email: OWNER, password: PASSWORD };
  await createApiClient(product)("POST", "/api/auth", given, { "User-Agent": "Other/1" });
  const mail = await product.mailTo(OWNER, /New sign-in/);
  return linkIn(mail, "/unsubscribe").searchParams.get("token") ?? "";
}

/** An endpoint with the longest texts, and one delivery that could not be made. */
async function createWebhook(call: Call): Promise<{ webhook: string; delivery: string }> {
  const url = `https://hooks.invalid/${"w".repeat(300)}`;
  const given = { url, description: "W".repeat(100), events: ["user.joined", "key.created"] };
  const id = String((await call("POST", "/api/webhook", given)).data.id);
  await call("POST", `/api/webhook/${id}/test`);
  const { data } = await call("GET", `/api/webhook/${id}/deliveries`);
  const [delivery] = data.deliveries as { id: string }[];
  return { webhook: id, delivery: delivery?.id ?? "" };
}

async function listMailUrls(page: Page): Promise<string[]> {
  await page.goto("/dev/mail");
  const links = await page.locator('a[href^="/dev/mail/"]').all();
  const urls = await Promise.all(links.map((link) => link.getAttribute("href")));
  return urls.map((address) => address?.split("/").at(-1) ?? "");
}

/** Goes to a network and comes back; returns the token of the callback's page. */
async function signInThroughIdentityProvider(
  page: Page,
  { query, email }: { query: string; email: string },
): Promise<string> {
  await page.goto(`/auth/facebook?${query}`);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('button[value="allow"]').click();
  await page.waitForURL("**token=**");
  return new URL(page.url()).searchParams.get("token") ?? "";
}
