/** A master impersonates a user: only with support access, with a reason, visibly, and for a limited time. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tokenEntity } from "~/models/token.server";
import { sessionEntity } from "~/models/session.server";
import { userEntity } from "~/models/user.server";
import { OPERATIONS } from "~/services/operations.server";
import {
  actAs,
  actInBrowser,
  askFor,
  openStage,
  REASON,
  type Caller,
  type Stage,
} from "../support/impersonation";
import { createBrowser, createApiClient } from "../support/clients";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let stage: Stage;
let master: Caller;
let customer: Caller;
beforeAll(async () => {
  product = await shareProduct();
  stage = await openStage(product);
});
beforeEach(async () => {
  [master, customer] = [await stage.person("master"), await stage.customer()];
});
afterAll(async () => {
  await stage.close();
});

const ask = (by: Caller, as: Caller, more: object = {}) =>
  by.call("POST", "/api/master/impersonation", {
    user: as.userId,
    account: as.accountId,
    reason: REASON,
    ...more,
  });
const use = (by: Caller, token: string) => by.call("POST", "/api/auth/impersonate", { token });

describe("requesting an impersonation", () => {
  test("the token gives the customer's permissions and no others", async () => {
    const acting = await actAs(product, master, customer);
    const { data } = await acting("GET", "/api/user");
    expect(data).toMatchObject({ id: customer.userId, permission: "owner" });
    expect((await acting("GET", "/api/master/users")).status).toBe(403);
  });

  test("an impersonation needs the user's support access; expired access answers 403", async () => {
    const closed = await stage.person("owner");
    expect((await ask(master, closed)).status).toBe(403);
    await stage.store.update(userEntity, { id: closed.userId }, { supportUntil: new Date(Date.now() - 1) });
    expect((await ask(master, closed)).status).toBe(403);
  });

  test("another master and the caller themselves answer 403", async () => {
    const other = await stage.person("master");
    const supportUntil = new Date(Date.now() + 600_000);
    await stage.store.update(userEntity, { id: { in: [other.userId, master.userId] } }, { supportUntil });
    expect((await ask(master, other)).status).toBe(403);
    expect((await ask(master, master)).status).toBe(403);
  });

  test("only a master can request an impersonation", async () => {
    const owner = await stage.person("owner");
    expect((await ask(owner, customer)).status).toBe(403);
  });

  test("an impersonation needs a reason of at most 190 characters on one line", async () => {
    for (const reason of ["", "  ", "x".repeat(191), "two\nlines"]) {
      expect((await ask(master, customer, { reason })).body).toMatchObject({ inputError: "reason" });
    }
    expect((await ask(master, customer, { reason: "x".repeat(190) })).status).toBe(200);
  });

  test("an impersonation needs an account of the user; a foreign account and an absent user get the same 404", async () => {
    const foreign = await ask(master, customer, { account: master.accountId });
    const absent = await ask(master, customer, { user: "00000000-0000-7000-8000-000000000000" });
    expect(foreign.status).toBe(404);
    expect(absent.body).toEqual(foreign.body);
  });

  test("an impersonation needs a recent reauthentication of the master", async () => {
    const past = { reauthenticatedAt: new Date(Date.now() - 11 * 60_000) };
    await stage.store.update(sessionEntity, { userId: master.userId }, past);
    const answer = await ask(master, customer);
    expect(answer.status).toBe(403);
    expect(answer.message).toContain("confirmed with a password");
  });
});

describe("the token", () => {
  test("the token works once", async () => {
    const token = await askFor(master, customer);
    expect((await use(master, token)).status).toBe(200);
    expect((await use(master, token)).status).toBe(404);
  });

  test("the token expires after two minutes", async () => {
    const token = await askFor(master, customer);
    const past = { expiresAt: new Date(Date.now() - 1) };
    await stage.store.update(tokenEntity, { userId: customer.userId, kind: "impersonate" }, past);
    expect((await use(master, token)).status).toBe(404);
  });

  test("the token works for the master who requested it only, and the attempts of others do not consume it", async () => {
    const token = await askFor(master, customer);
    const other = await stage.person("master");
    expect((await use(other, token)).status).toBe(404);
    expect((await createApiClient(product)("POST", "/api/auth/impersonate", { token })).status).toBe(401);
    expect((await use(customer, token)).status).toBe(403);
    expect((await use(master, token)).status).toBe(200);
  });

  test("the token stops working when the user revokes support access, and stays so when they grant it again", async () => {
    const token = await askFor(master, customer);
    await customer.call("PATCH", "/api/user", { support_enabled: false });
    expect((await use(master, token)).status).toBe(404);
    await customer.call("PATCH", "/api/user", { support_enabled: true });
    expect((await use(master, token)).status).toBe(404);
  });

  test("the token stops working when the user becomes a master", async () => {
    const token = await askFor(master, customer);
    await stage.store.update(userEntity, { id: customer.userId }, { isMaster: true });
    expect((await use(master, token)).status).toBe(404);
  });
});

describe("the impersonation session", () => {
  test("the impersonation ends at once when the user revokes support access, and stays ended when they grant it again", async () => {
    const acting = await actAs(product, master, customer);
    expect((await acting("GET", "/api/user")).status).toBe(200);
    await customer.call("PATCH", "/api/user", { support_enabled: false });
    expect((await acting("GET", "/api/user")).status).toBe(401);
    await customer.call("PATCH", "/api/user", { support_enabled: true });
    expect((await acting("GET", "/api/user")).status).toBe(401);
  });

  test.each([
    [
      "the support access expires",
      (to: Caller) => stage.store.update(userEntity, { id: to.userId }, { supportUntil: new Date() }),
    ],
    [
      "the user becomes a master",
      (to: Caller) => stage.store.update(userEntity, { id: to.userId }, { isMaster: true }),
    ],
    [
      "the master loses the role",
      () => stage.store.update(userEntity, { id: master.userId }, { isMaster: false }),
    ],
    ["the master signs out", () => master.call("DELETE", "/api/auth")],
  ])("the impersonation ends when %s", async (_when, happens) => {
    const acting = await actAs(product, master, customer);
    await happens(customer);
    expect((await acting("GET", "/api/user")).status).toBe(401);
  });

  test("the impersonation lasts an hour at most, and no longer than the support access", async () => {
    await customer.call("PATCH", "/api/user", { support_enabled: true, support_hours: 168 });
    await actAs(product, master, customer);
    const [hour] = await stage.store.find(sessionEntity, { impersonatorId: master.userId });
    const minutes = ((hour?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    const soon = new Date(Date.now() + 5 * 60_000);
    await stage.store.remove(sessionEntity, { impersonatorId: master.userId });
    await stage.store.update(userEntity, { id: customer.userId }, { supportUntil: soon });
    await actAs(product, master, customer);
    const [short] = await stage.store.find(sessionEntity, { impersonatorId: master.userId });
    expect(short?.expiresAt).toEqual(soon);
  });

  test("an impersonator cannot impersonate a third user, and cannot switch accounts", async () => {
    const acting = await actAs(product, master, customer);
    const third = await stage.customer();
    expect((await ask({ ...master, call: acting }, third)).status).toBe(403);
    expect((await acting("POST", "/api/auth/switch", { account: customer.accountId })).status).toBe(403);
    expect(await stage.store.count(sessionEntity, { userId: customer.userId, impersonatorId: null })).toBe(2);
  });

  test("an impersonator gets 403 from every operation that is kept from them", async () => {
    const acting = await actAs(product, master, customer);
    for (const { method, path } of OPERATIONS.filter(({ refusesImpersonator }) => refusesImpersonator)) {
      const url = path.replace(/:\w+/g, customer.userId);
      const answer = await acting(method, url, method === "GET" ? undefined : {});
      expect(answer.status, `${method} ${path}`).toBe(403);
      expect(answer.message, `${method} ${path}`).toContain("signed in as another user");
    }
  });

  test("an impersonator cannot change the support access, and cannot change anything in the same request", async () => {
    const acting = await actAs(product, master, customer);
    const name = "Renamed by support";
    const answer = await acting("PATCH", "/api/user", { name, support_enabled: true, support_hours: 168 });
    expect(answer.status).toBe(403);
    expect((await customer.call("GET", "/api/user")).data.name).not.toBe(name);
    expect((await acting("POST", "/api/account/plan", { plan: "free" })).status).toBe(403);
  });
});

describe("visibility to the customer", () => {
  test("the customer's log shows who signed in, why, and when it ended", async () => {
    const acting = await actAs(product, master, customer);
    await acting("DELETE", "/api/auth/impersonate");
    const { data } = await customer.call("GET", "/api/account/activity");
    expect(data.activity).toMatchObject([
      { action: "impersonation_ended", support: "A master", name: "A owner" },
      { action: "impersonation_started", support: "A master", name: "A owner", target: REASON },
      { action: "support_allowed", support: null },
    ]);
    const help = await customer.browser.get("/help");
    expect(help.html).toContain(REASON);
  });

  test("the customer gets a mail with the reason and the way to end it", async () => {
    await actAs(product, master, customer);
    const mail = await product.mailTo(`${customer.userId}@example.com`, /Support has signed in/);
    expect(mail).toContain("May looks wrong");
    expect(mail).toContain("/help");
  });

  test("every layout shows who impersonates whom, with a button to end it", async () => {
    const acting = await actInBrowser(master, customer);
    for (const page of ["/dashboard", "/welcome", "/account/profile", "/404", "/signup/verify?token=x"]) {
      const { html, location } = await acting.get(page);
      if (location) continue;
      expect(html, page).toContain("A master (operator) is signed in as A owner until");
      expect(html, page).toContain('action="/impersonation/end"');
    }
    expect((await customer.browser.get("/dashboard")).html).not.toContain("/impersonation/end");
  });
});

describe("ending an impersonation", () => {
  test("ending an impersonation redirects the browser to the master's own session, with a new cookie", async () => {
    const before = master.browser.cookies.get("session");
    const acting = await actInBrowser(master, customer);
    const cookie = acting.cookies.get("session") ?? "";
    const ended = await acting.post("/impersonation/end", {});
    expect(ended.location).toBe("/master");
    expect((await acting.get("/master")).html).toContain("A master");
    expect(acting.cookies.get("session")).not.toBe(before);
    for (const dead of [before ?? "", cookie]) {
      const thief = createBrowser(product);
      thief.cookies.set("session", dead);
      expect((await thief.get("/dashboard")).location).toBe("/signin");
    }
  });

  test("signing out ends the impersonation only, and redirects to mission control", async () => {
    const acting = await actInBrowser(master, customer);
    expect((await acting.post("/signout", {})).location).toBe("/master");
    expect((await acting.get("/master")).status).toBe(200);
  });

  test("the bearer token of an impersonation alone does not end it, and gives no cookie of the master's session", async () => {
    const acting = await actInBrowser(master, customer);
    const cookie = `session=${acting.cookies.get("session") ?? ""}`;
    const checked = await fetch(`${product.url}/api/auth`, { headers: { Cookie: cookie } });
    const { data } = (await checked.json()) as { data: { token: string } };
    const answer = await createApiClient(product, data.token)("DELETE", "/api/auth/impersonate");
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie().join()).not.toContain("session=");
  });

  test("ending an impersonation answers 404 to a user who is not impersonating", async () => {
    expect((await customer.call("DELETE", "/api/auth/impersonate")).status).toBe(404);
  });
});

describe("the confirmation page", () => {
  test("opening the link does not consume it; an invalid token redirects to /404", async () => {
    const { userId: user, accountId: account } = customer;
    const asked = await master.browser.post("/master/impersonate", { user, account, reason: REASON });
    expect(asked.location).toMatch(/^\/signin\/impersonate\?token=imp_/);
    const opened = await master.browser.get(asked.location ?? "");
    expect(opened.html).toContain('name="token"');
    expect((await master.browser.get(asked.location ?? "")).status).toBe(200);
    expect(await stage.store.count(sessionEntity, { impersonatorId: master.userId })).toBe(0);
    for (const visitor of [master.browser, customer.browser, createBrowser(product)]) {
      expect((await visitor.post("/signin/impersonate", { token: "imp_nothing" })).location).toBe("/404");
    }
  });
});
