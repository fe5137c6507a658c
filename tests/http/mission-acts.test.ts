/** Mission control's pages by HTTP: the overview, the filters, and the acts with a reason, without scripts. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountEntity } from "~/models/account.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { auditEntity } from "~/models/audit.server";
import { userEntity } from "~/models/user.server";
import { days } from "~/domain/limits";
import { openStage, type Caller, type Stage } from "../support/impersonation";
import { startProduct, type Product } from "../support/product";

let product: Product;
let stage: Stage;
let master: Caller;
beforeAll(async () => {
  product = await startProduct();
  stage = await openStage(product);
  master = await stage.person("master");
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

const findAudits = async ({ call }: Caller) => {
  const { data } = await call("GET", "/api/account/activity");
  return data.activity as { action: string; name: string; target: string }[];
};

describe("the overview", () => {
  test("the overview has a tile for each number, which leads to its list", async () => {
    const { html } = await master.browser.get("/master");
    for (const path of [
      "/master/people",
      "/master/accounts?status=active",
      "/master/accounts?status=overdue",
      "/master/mails",
      "/master/webhooks",
      "#revenue",
      "#errors",
    ])
      expect(html).toContain(`href="${path.startsWith("#") ? `/master${path}` : path}"`);
    const { status, data } = await master.call("GET", "/api/master/overview");
    expect(status).toBe(200);
    expect(data).toMatchObject({ errors: { count: 0 } });
  });
});

describe("people", () => {
  const listEmails = async (query: string) => {
    const { data } = await master.call("GET", `/api/master/users?${query}`);
    return (data.users as { id: string }[]).map(({ id }) => id);
  };

  test("people are filtered by whether they are verified, masters, or allow support", async () => {
    const [customer, owner] = [await stage.customer(), await stage.person("owner")];
    await stage.store.update(userEntity, { id: owner.userId }, { verifiedAt: null });
    expect(await listEmails("status=support")).toContain(customer.userId);
    expect(await listEmails("status=support")).not.toContain(owner.userId);
    expect(await listEmails("status=unverified")).toContain(owner.userId);
    expect(await listEmails("status=verified")).not.toContain(owner.userId);
    expect(await listEmails("status=master")).toEqual([master.userId]);
    expect((await listEmails("status=nonsense")).length).toBeGreaterThan(2);
    const { html } = await master.browser.get("/master/people?status=master");
    expect(html).toContain("A master");
    expect(html).not.toContain("A owner");
  });

  test("people are sorted by name in both directions, page by page", async () => {
    const { data } = await master.call("GET", "/api/master/users?sort=name&direction=desc");
    const names = (data.users as { name: string }[]).map(({ name }) => name.toLowerCase());
    expect(names).toEqual([...names].sort().reverse());
  });

  test("a person's page shows accounts, sessions and sign-ins, and an unknown one answers 404", async () => {
    const owner = await stage.person("owner");
    const { html } = await master.browser.get(`/master/people/details?id=${owner.userId}`);
    expect(html).toContain(`The account of ${owner.userId}`);
    expect((await master.browser.get(`/master/people/details?id=${uuid()}`)).status).toBe(404);
    expect((await master.call("GET", `/api/master/users/${uuid()}`)).status).toBe(404);
  });

  test("a master ends all sessions from the page with a reason, which the account can read", async () => {
    const owner = await stage.person("owner");
    const page = `/master/people/details?id=${owner.userId}`;
    const form = { intent: "sessions", id: owner.userId, reason: "", confirm: "" };
    const refused = await master.browser.post(page, form);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Please enter a reason");
    expect(
      (await master.browser.post(page, { ...form, reason: "Lost laptop", confirm: "on" })).location,
    ).toBe(page);
    expect((await owner.call("GET", "/api/user")).status).toBe(401);
    const entry = await stage.store.findOne(auditEntity, {
      accountId: owner.accountId,
      action: "sessions_ended",
    });
    expect(entry).toMatchObject({
      actorId: master.userId,
      target: `${owner.userId}@example.com: Lost laptop`,
    });
    // The master's own session goes on.
    expect((await master.browser.get("/master")).status).toBe(200);
  });

  test("a master sends the verification again, and not to someone who is verified", async () => {
    const [pending, verified] = [await stage.person("owner"), await stage.person("owner")];
    await stage.store.update(
      userEntity,
      { id: pending.userId },
      { verifiedAt: null, emailClaim: pending.userId },
    );
    const send = ({ userId }: Caller) =>
      master.call("POST", `/api/master/users/${userId}/verification`, { reason: "They asked" });
    expect((await send(pending)).status).toBe(200);
    expect(await product.mailTo(`${pending.userId}@example.com`)).toContain("/signup/verify");
    expect((await send(verified)).status).toBe(409);
  });
});

describe("accounts", () => {
  const listAccounts = async (query: string) => {
    const { data } = await master.call("GET", `/api/master/accounts?${query}`);
    return (data.accounts as { id: string }[]).map(({ id }) => id);
  };

  test("accounts are filtered by plan and status, also within a search", async () => {
    const [free, late] = [await stage.person("owner"), await stage.person("owner")];
    const changes = { planId: "pro", status: "requires_action" } as const;
    await stage.store.update(subscriptionEntity, { id: late.accountId }, changes);
    expect(await listAccounts("status=overdue")).toEqual([late.accountId]);
    expect(await listAccounts("plan=pro")).toEqual([late.accountId]);
    expect(await listAccounts("plan=pro&status=active")).toEqual([]);
    const search = encodeURIComponent("the account of");
    expect(await listAccounts(`search=${search}&status=overdue`)).toEqual([late.accountId]);
    expect(await listAccounts(`search=${search}&status=active`)).toContain(free.accountId);
    expect(await listAccounts("search=nobody&status=active")).toEqual([]);
    expect((await master.browser.get("/master/accounts?plan=pro")).html).toContain(late.accountId);
  });

  test("a filtered search pages through all that match", async () => {
    const name = `Paged ${uuid()}`;
    for (let index = 0; index < 23; index += 1) {
      const { accountId } = await stage.person("owner");
      const names = { name: `${name} ${index}`, nameKey: `${name} ${index}`.toLowerCase() };
      await stage.store.update(accountEntity, { id: accountId }, names);
    }
    const query = `search=${encodeURIComponent(name)}&status=active`;
    const first = await master.call("GET", `/api/master/accounts?${query}`);
    const second = await master.call("GET", `/api/master/accounts?${query}&after=${String(first.data.next)}`);
    const back = await master.call(
      "GET",
      `/api/master/accounts?${query}&before=${String(second.data.previous)}`,
    );
    expect((first.data.accounts as unknown[]).length).toBe(20);
    expect((second.data.accounts as unknown[]).length).toBe(3);
    expect(second.data.next).toBeNull();
    expect(back.data.accounts).toEqual(first.data.accounts);
  });

  test("an account's page shows its members and activity, and an unknown one answers 404", async () => {
    const owner = await stage.person("owner");
    const page = await master.browser.get(`/master/accounts/details?id=${owner.accountId}`);
    expect(page.html).toContain(`${owner.userId}@example.com`);
    expect((await master.browser.get(`/master/accounts/details?id=${uuid()}`)).status).toBe(404);
    expect((await master.browser.get(`/master/accounts/acts?id=${uuid()}`)).status).toBe(404);
    expect((await master.call("GET", `/api/master/accounts/${uuid()}`)).status).toBe(404);
  });

  test("a master gives a plan and extends it by the page's forms, and the owner reads both reasons", async () => {
    const owner = await stage.person("owner");
    const page = `/master/accounts/acts?id=${owner.accountId}`;
    const shared = { id: owner.accountId, confirm: "on" };
    const given = { ...shared, intent: "comp", plan: "pro", days: "10", reason: "A goodwill gesture" };
    expect((await master.browser.post(page, { ...given, days: "many" })).html).toContain(
      "whole number of days",
    );
    expect((await master.browser.post(page, given)).location).toBe(
      `/master/accounts/details?id=${owner.accountId}`,
    );
    const until = new Date(Date.now() + days(30)).toISOString().slice(0, 10);
    const extended = { ...shared, intent: "extend", until, reason: "They need longer" };
    expect((await master.browser.post(page, extended)).location).toContain("/master/accounts/details");
    const entries = await findAudits(owner);
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "trial_extended", target: `${until}: They need longer` }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ action: "plan_given", name: "A master" }));
    expect((await master.browser.post(page, given)).location).toBe(page);
    expect((await master.browser.get(page)).html).toContain("The account has a subscription.");
  });

  test("closing needs the account's name, and ends what its members can do", async () => {
    const owner = await stage.person("owner");
    const page = `/master/accounts/acts?id=${owner.accountId}`;
    const form = { intent: "close", id: owner.accountId, reason: "Fraud", confirmation: "wrong" };
    expect((await master.browser.post(page, form)).html).toContain("the account&#x27;s name");
    const confirmation = `The account of ${owner.userId}`;
    expect((await master.browser.post(page, { ...form, confirmation })).location).toBe("/master/accounts");
    expect((await owner.call("GET", "/api/user")).status).toBe(401);
    expect(await product.mailTo(`${owner.userId}@example.com`)).toContain("Fraud");
  });
});

describe("the audit log", () => {
  const listTargets = async (query: string) => {
    const { status, data } = await master.call("GET", `/api/master/audit?${query}`);
    expect(status).toBe(200);
    return (data.audit as { target: string }[]).map(({ target }) => target);
  };

  test("the audit log is filtered by account, actor, action and days, and shows all without filters", async () => {
    const [one, other] = [await stage.person("owner"), await stage.person("owner")];
    await one.call("PATCH", "/api/account", { name: "First name" });
    await other.call("PATCH", "/api/account", { name: "Second name" });
    const [today, tomorrow] = [0, 1].map((ahead) =>
      new Date(Date.now() + days(ahead)).toISOString().slice(0, 10),
    );
    expect(await listTargets(`account=${one.accountId}`)).toEqual(["First name"]);
    expect(await listTargets(`actor=${other.userId}`)).toEqual(["Second name"]);
    expect(await listTargets(`actor=${other.userId}@example.com&action=account_renamed`)).toEqual([
      "Second name",
    ]);
    expect(await listTargets(`account=${one.accountId}&actor=${other.userId}`)).toEqual([]);
    expect(await listTargets(`account=${one.accountId}&from=${today}&to=${today}`)).toEqual(["First name"]);
    expect(await listTargets(`account=${one.accountId}&from=${tomorrow}`)).toEqual([]);
    expect(await listTargets("action=account_renamed")).toEqual(
      expect.arrayContaining(["First name", "Second name"]),
    );
    const { html } = await master.browser.get(`/master/audit?account=${one.accountId}&from=nonsense`);
    expect(html).toContain("First name");
    expect((await master.call("GET", "/api/master/audit?from=2026-02-30")).status).toBe(400);
  });
});

test("an owner gets 403 from every call and no page", async () => {
  const owner = await stage.person("owner");
  const { accountId, userId } = owner;
  for (const [method, path] of [
    ["GET", "/api/master/overview"],
    ["GET", "/api/master/audit"],
    ["GET", `/api/master/accounts/${accountId}`],
    ["GET", `/api/master/users/${userId}`],
    ["POST", `/api/master/accounts/${accountId}/plan`],
    ["POST", `/api/master/accounts/${accountId}/trial`],
    ["DELETE", `/api/master/accounts/${accountId}`],
    ["DELETE", `/api/master/users/${userId}/sessions`],
  ] as const)
    expect((await owner.call(method, path)).status, path).toBe(403);
  for (const page of ["/master", "/master/people", "/master/audit", `/master/accounts/acts?id=${accountId}`])
    expect((await owner.browser.get(page)).location, page).toBe("/signin");
});
