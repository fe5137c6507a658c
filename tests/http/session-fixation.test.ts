/** Session fixation: every kind of sign-in replaces the browser's session cookie, and the old cookie stops working. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenStore } from "~/models/store/database";
import {
  createBrowserWithSession,
  PASSWORD,
  createApiClient,
  type Browser,
  type PageAnswer,
  signUp,
} from "../support/clients";
import { insertUserOnFreePlan } from "../support/inserted-users";
import { requestMagicToken, resetTokenFor } from "../support/links";
import { makeSession, getMembership } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { enterBy, createIdentityProviderUserOnFreePlan } from "../support/identity-provider";
import { invite, makeOwner } from "../support/team";
import { generateCode, withTwoFactor } from "../support/two-factor";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

/** The authenticator secrets of users with two-factor, by email. */
const secrets = new Map<string, string>();

const isOpen = async (cookie: string) =>
  (await createBrowserWithSession(product, cookie).get("/dashboard")).status === 200;

const signInWith = (email: string, visitor: Browser): Promise<PageAnswer> =>
  visitor.post("/signin", { email, password: PASSWORD });

/** The cookie of a new session of this user. */
async function createSessionCookie(email: string): Promise<string> {
  return makeSession(store, { ...(await getMembership(store, email)), kind: "browser" });
}

interface WayIn {
  /** Creates the user; a verified user with a plan, when left out. */
  prepare?: (email: string) => Promise<unknown>;
  /** Only a signed-in user can do it. */
  needsSession?: boolean;
  /** Does it in this browser, as the user with this email. */
  enter(visitor: Browser, email: string): Promise<void>;
}

/** Every way in which a browser signs in or gains more trust: each must replace its cookie. */
const WAYS_IN: Record<string, WayIn> = {
  "the password": {
    enter: async (visitor, email) => {
      await signInWith(email, visitor);
    },
  },
  "the password from a script": {
    enter: async (visitor, email) => {
      const headers = {
        Cookie: `session=${visitor.cookies.get("session")}`,
        "Sec-Fetch-Site": "same-origin",
      };
      const answer = await createApiClient(product)(
        "POST",
        "/api/auth",
        { email, password: PASSWORD },
        headers,
      );
      const [, cookie = ""] = /session=([^;]+)/.exec(answer.headers.getSetCookie().join()) ?? [];
      visitor.cookies.set("session", cookie);
    },
  },
  "signing up": {
    enter: async (visitor, email) => {
      const fields = { name: "Grace", email: `new-${email}`, password: PASSWORD, confirm_password: PASSWORD };
      await visitor.post("/signup", fields);
    },
  },
  "a magic link": {
    enter: async (visitor, email) => {
      await visitor.post("/magic", { token: await requestMagicToken(product, email) });
    },
  },
  "a password reset": {
    enter: async (visitor, email) => {
      const fields = { jwt: await resetTokenFor(product, email), email, password: "another horse!" };
      await visitor.post("/resetpassword", fields);
    },
  },
  "an authenticator code": {
    prepare: async (email) => secrets.set(email, (await withTwoFactor(product, email)).secret),
    enter: async (visitor, email) => {
      const { location } = await signInWith(email, visitor);
      const jwt = new URL(location ?? "", product.url).searchParams.get("token") ?? "";
      await visitor.post("/signin/otp", { jwt, code: generateCode(secrets.get(email) ?? "") });
    },
  },
  "an invitation": {
    enter: async (visitor, email) => {
      const inviter = await makeOwner(product, `inviter-${email}`);
      const { id } = await invite(product, inviter.call, { email });
      await visitor.post("/signup/user", { intent: "join", invite_id: id, email, password: PASSWORD });
    },
  },
  "an identity provider": {
    prepare: async (email) => {
      const someone = await createIdentityProviderUserOnFreePlan(product, "facebook", { name: email, email });
      await someone.post("/signup/plan", { plan: "free" });
    },
    enter: async (visitor, email) => {
      await enterBy(visitor, "facebook", { as: { name: email, email } });
    },
  },
  "turning two-factor on": {
    needsSession: true,
    enter: async (visitor) => {
      await visitor.post("/account/2fa", {});
      const { html } = await visitor.get("/account/2fa/setup");
      const secret = /secret=([A-Z2-7]+)/.exec(html)?.[1] ?? "";
      await visitor.post("/account/2fa/setup", { code: generateCode(secret) });
    },
  },
  "turning two-factor off": {
    needsSession: true,
    prepare: (email) => withTwoFactor(product, email),
    enter: async (visitor) => {
      await visitor.post("/account/2fa/off", { password: PASSWORD });
    },
  },
  "changing the password": {
    needsSession: true,
    enter: async (visitor) => {
      const newpassword = "another horse!";
      await visitor.post("/account/password", { oldpassword: PASSWORD, newpassword, confirm: newpassword });
    },
  },
  "switching the account": {
    needsSession: true,
    enter: async (visitor, email) => {
      const again = await signUp(product, email);
      await again.call("POST", "/api/account/plan", { plan: "free" });
      const { html } = await visitor.get("/api/auth");
      const { data } = JSON.parse(html) as { data: { accounts: { id: string }[]; account_id: string } };
      const account = data.accounts.find(({ id }) => id !== data.account_id)?.id ?? "";
      await visitor.post("/switch", { account });
    },
  },
};

describe("session fixation", () => {
  const ways = Object.entries(WAYS_IN);
  const make = (email: string): Promise<unknown> => insertUserOnFreePlan(email);
  const ofStrangers = ways.filter(([, { needsSession }]) => !needsSession);

  test.each(ways)(
    "%s: a signed-in browser gets a new session cookie, and the old one stops working",
    async (name, { enter, prepare = make }) => {
      const email = `has-${name.replaceAll(" ", "-")}@session-fixation.example.com`;
      await prepare(email);
      const visitor = createBrowserWithSession(product, await createSessionCookie(email));
      const before = visitor.cookies.get("session") ?? "";
      expect(await isOpen(before)).toBe(true);
      await enter(visitor, email);
      const after = visitor.cookies.get("session") ?? "";
      expect(after).toMatch(/^ses_[\w-]{43}$/);
      expect(after).not.toBe(before);
      expect(await isOpen(before)).toBe(false);
    },
  );

  test.each(ofStrangers)(
    "%s: a planted session cookie is replaced, and never becomes valid",
    async (name, { enter, prepare = make }) => {
      const email = `planted-${name.replaceAll(" ", "-")}@session-fixation.example.com`;
      await prepare(email);
      const planted = `ses_${randomBytes(32).toString("base64url")}`;
      const visitor = createBrowserWithSession(product, planted);
      await enter(visitor, email);
      expect(visitor.cookies.get("session")).toMatch(/^ses_[\w-]{43}$/);
      expect(visitor.cookies.get("session")).not.toBe(planted);
      expect(await isOpen(planted)).toBe(false);
    },
  );
});
