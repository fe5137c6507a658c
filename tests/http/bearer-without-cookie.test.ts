/**
 * A browser's bearer token without the browser's cookie: a stolen token gives no session, leaves nothing behind, and
 * expires after fifteen minutes (docs/decisions/0004 and 0063).
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { OPERATIONS } from "~/services/operations.server";
import { askFor, openStage, type Stage } from "../support/impersonation";
import {
  createBrowserWithSession,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
  type ApiAnswer,
  type Browser,
  type Call,
} from "../support/clients";
import { getMailedToken } from "../support/links";
import { makeSession, getMembership } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { createIdentityProviderUserOnFreePlan } from "../support/identity-provider";
import { invite, makeOwner } from "../support/team";
import { generateCode, withTwoFactor } from "../support/two-factor";

let product: Product;
let stage: Stage;
let store: Store;
beforeAll(async () => {
  product = await startProduct();
  stage = await openStage(product);
  ({ store } = stage);
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

/** A user's browser, calls with its bearer token alone, and calls with the token and the cookie. */
interface Held {
  visitor: Browser;
  alone: Call;
  withCookie: Call;
}

async function createHolder(email: string): Promise<Held> {
  const of = await getMembership(store, email);
  const visitor = createBrowserWithSession(product, await makeSession(store, { ...of, kind: "browser" }));
  const { data } = JSON.parse((await visitor.get("/api/auth")).html) as { data: { token: string } };
  const alone = createApiClient(product, data.token);
  const cookie = `session=${visitor.cookies.get("session") ?? ""}`;
  const callWithCookie: Call = (method, path, body) =>
    alone(method, path, body, { Cookie: cookie, "Sec-Fetch-Site": "same-origin" });
  return { visitor, alone, withCookie: callWithCookie };
}

const listSessionCookies = ({ headers }: ApiAnswer) =>
  headers.getSetCookie().filter((cookie) => cookie.includes("session=ses_"));
const isOpen = async ({ visitor }: Held) => (await visitor.get("/account/profile")).status === 200;
const findOtherAccount = async (call: Call) => {
  const { data } = await call("GET", "/api/auth");
  const { accounts, account_id } = data as { accounts: { id: string }[]; account_id: string };
  return accounts.find(({ id }) => id !== account_id)?.id ?? "";
};

interface Renewal {
  /** Creates the user; a verified user with a plan, when left out. Returns what the call needs. */
  prepare?: (email: string) => Promise<string>;
  run: (call: Call, prepared: string, email: string) => Promise<ApiAnswer>;
}

/** Every operation that replaces the cookie of the browser's session. */
const RENEWALS: Record<string, Renewal> = {
  verifyTwoFactor: {
    run: async (call) => {
      const started = await call("PUT", "/api/user/2fa", { "2fa_enabled": true });
      if (started.status !== 200) return started;
      return call("POST", "/api/user/2fa/verify", { code: generateCode(String(started.data.secret)) });
    },
  },
  switchTwoFactor: {
    prepare: async (email) => (await withTwoFactor(product, email)).email,
    run: (call) => call("PUT", "/api/user/2fa", { "2fa_enabled": false }),
  },
  changePassword: {
    run: (call) =>
      call("PUT", "/api/user/password", { oldpassword: PASSWORD, newpassword: "another horse!" }),
  },
  unlinkIdentityProvider: {
    prepare: async (email) => {
      await (
        await createIdentityProviderUserOnFreePlan(product, "facebook", { name: email, email })
      ).post("/signup/plan", { plan: "free" });
      return "facebook";
    },
    run: (call, provider) => call("DELETE", "/api/user/network", { provider }),
  },
  verifyUser: {
    prepare: async (email) => {
      const { call } = await createUserOnFreePlan(product, email);
      await call("PATCH", "/api/user", { email: `new-${email}`, password: PASSWORD });
      return getMailedToken(product, "verify", `new-${email}`);
    },
    run: (call, token) => call("POST", "/api/user/verify", { token }),
  },
  closeAccount: {
    prepare: async (email) => {
      await createUserOnFreePlan(product, email);
      await createUserOnFreePlan(product, email);
      return PASSWORD;
    },
    run: (call, password) => call("DELETE", "/api/account", { password }),
  },
};

/** Every operation that starts another session in place of the present one: without the cookie there is none. */
const MOVES: Record<string, Renewal> = {
  switchAccount: {
    prepare: async (email) => {
      await createUserOnFreePlan(product, email);
      return findOtherAccount((await createUserOnFreePlan(product, email)).call);
    },
    run: async (call) => call("POST", "/api/auth/switch", { account: await findOtherAccount(call) }),
  },
  acceptInvitation: {
    prepare: async (email) => {
      await createUserOnFreePlan(product, email);
      const inviter = await makeOwner(product, `inviter-${email}`);
      return (await invite(product, inviter.call, { email })).id;
    },
    run: (call, invite_id) => call("POST", "/api/invite/accept", { invite_id }),
  },
};

const prepare = async ({ prepare }: Renewal, email: string): Promise<string> =>
  prepare ? prepare(email) : (await createUserOnFreePlan(product, email), "");

describe.each(Object.entries(RENEWALS))("%s", (name, renewal) => {
  test("a call with the bearer token alone answers 403, and the browser keeps its session", async () => {
    const email = `alone-${name.toLowerCase()}@example.com`;
    const prepared = await prepare(renewal, email);
    const person = await createHolder(email);
    const answer = await renewal.run(person.alone, prepared, email);
    expect(answer.status).toBe(403);
    expect(listSessionCookies(answer)).toEqual([]);
    expect(await isOpen(person)).toBe(true);
  });

  test("a call with the cookie next to the token replaces the browser's cookie", async () => {
    const email = `beside-${name.toLowerCase()}@example.com`;
    const prepared = await prepare(renewal, email);
    const person = await createHolder(email);
    const answer = await renewal.run(person.withCookie, prepared, email);
    expect(answer.status).toBe(200);
    expect(listSessionCookies(answer)).toHaveLength(1);
    expect(await isOpen(person)).toBe(false);
  });
});

describe.each(Object.entries(MOVES))("%s", (name, move) => {
  test("a call with the bearer token alone answers 403, also when it claims to come from the browser", async () => {
    const email = `alone-${name.toLowerCase()}@example.com`;
    const prepared = await prepare(move, email);
    const person = await createHolder(email);
    const callAsBrowser: Call = (method, path, body) =>
      person.alone(method, path, body, { "Sec-Fetch-Site": "same-origin" });
    for (const call of [person.alone, callAsBrowser]) {
      const answer = await move.run(call, prepared, email);
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.body).not.toHaveProperty("data");
    }
    expect(await isOpen(person)).toBe(true);
    expect((await move.run(person.withCookie, prepared, email)).status).toBe(200);
  });
});

/** No row has it. */
const ABSENT_ID = "00000000-0000-7000-8000-000000000000";

const guarded = OPERATIONS.filter(({ needsOwnSession }) => needsOwnSession);

describe("every operation that needs its session's own cookie", () => {
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    for (const permission of ["owner", "master"] as const) {
      const { browser } = await stage.person(permission);
      const { data } = JSON.parse((await browser.get("/api/auth")).html) as { data: { token: string } };
      tokens.set(permission, data.token);
    }
  });

  test.each(guarded.map((operation) => [operation.name, operation] as const))(
    "%s refuses a browser's bearer token alone, and counts nothing",
    async (_name, { access, method, path }) => {
      const call = createApiClient(product, tokens.get(access.permission === "master" ? "master" : "owner"));
      const body = method === "GET" ? undefined : {};
      const claims: Record<string, string>[] = [
        { "Sec-Fetch-Site": "same-origin" },
        { Cookie: "session=ses_of_another" },
      ];
      for (const headers of claims) {
        const answer = await call(method, path.replace(/:\w+/g, ABSENT_ID), body, headers);
        expect([answer.status, answer.message]).toEqual([
          403,
          "This can only be done in the browser where you're signed in.",
        ]);
        expect(answer.headers.get("RateLimit")).toBeNull();
      }
    },
  );
});

test("a master's bearer token alone starts no impersonation", async () => {
  const [master, customer] = [await stage.person("master"), await stage.customer()];
  const { data } = JSON.parse((await master.browser.get("/api/auth")).html) as { data: { token: string } };
  const alone = createApiClient(product, data.token);
  const cookie = `session=${master.browser.cookies.get("session") ?? ""}`;
  const callWithCookie: Call = (method, path, body) => alone(method, path, body, { Cookie: cookie });
  const token = await askFor({ ...master, call: callWithCookie }, customer);
  for (const site of [undefined, "same-origin"]) {
    const headers: Record<string, string> = site ? { "Sec-Fetch-Site": site } : {};
    const answer = await alone("POST", "/api/auth/impersonate", { token }, headers);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect(await store.count(sessionEntity, { impersonatorId: master.userId })).toBe(0);
});
