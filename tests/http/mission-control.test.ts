/** Mission control: masters, and only masters, find users and accounts. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { accountEntity } from "~/models/account.server";
import { saveComparison } from "~/models/comparison.server";
import { saveFindings } from "~/models/comparison-finding.server";
import { userEntity } from "~/models/user.server";
import { toSearchKey } from "~/domain/text";
import { openStage, type Caller, type Stage } from "../support/impersonation";
import { createUserOnFreePlan } from "../support/clients";
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

interface Found {
  users: { name: string; email: string }[];
  accounts: { name: string; owner: { email: string } | null; plan: string | null; members: number }[];
  next: string | null;
}

async function getFound(path: string): Promise<Found> {
  const answer = await master.call("GET", path);
  expect(answer.status, path).toBe(200);
  return answer.data as unknown as Found;
}

async function rename(person: Caller, name: string): Promise<void> {
  const names = { name, nameKey: toSearchKey(name) };
  await stage.store.update(userEntity, { id: person.userId }, names);
  await stage.store.update(accountEntity, { id: person.accountId }, names);
}

describe("users", () => {
  test("users are found by the beginning of their name, in any case", async () => {
    await rename(await stage.person("owner"), "Zoë Quäck");
    for (const typed of ["zo", "ZOË", "Zoë Quäck", "  zoë q"]) {
      const { users } = await getFound(`/api/master/users?search=${encodeURIComponent(typed)}`);
      expect(
        users.map(({ name }) => name),
        typed,
      ).toEqual(["Zoë Quäck"]);
    }
    expect((await getFound("/api/master/users?search=Quäck")).users).toEqual([]);
  });

  test("users are found by the beginning of their email; where a name matches too, the email needs its @", async () => {
    await createUserOnFreePlan(product, "xenia.x@example.com", "Somebody");
    await rename(await stage.person("owner"), "Xenia");
    const searchEmails = async (search: string) =>
      (await getFound(`/api/master/users?search=${search}`)).users.map(({ email }) => email);
    expect(await searchEmails("xenia.")).toEqual(["xenia.x@example.com"]);
    expect(await searchEmails("xenia")).toHaveLength(1);
    expect(await searchEmails("xenia.x@exam")).toEqual(["xenia.x@example.com"]);
  });

  test("users are paged newest first, each once", async () => {
    for (let index = 0; index < 25; index += 1) await rename(await stage.person("user"), `Page ${index}`);
    const names: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: Found = await getFound(`/api/master/users?search=page${next && `&after=${next}`}`);
      expect(page.users.length).toBeLessThanOrEqual(20);
      names.push(...page.users.map(({ name }) => name));
      next = page.next;
    }
    expect(names).toEqual([...names].sort());
    expect(new Set(names).size).toBe(25);
    const newest = await getFound("/api/master/users");
    expect(newest.users[0]?.name).toBe("Page 24");
  });

  test.each(["%25", "_", "'", "%F0%9F%98%80", "\\", "x".repeat(3000), "a%00b"])(
    "any search is taken as text: %s",
    async (search) => {
      for (const page of ["/master/people", "/master/accounts"]) {
        const answer = await master.browser.get(`${page}?search=${search}`);
        expect(answer.status).toBe(200);
        expect(answer.html.includes("No Results")).toBe(true);
      }
    },
  );
});

describe("accounts", () => {
  test("accounts show their owner, plan and number of members", async () => {
    const { call } = await createUserOnFreePlan(product, "acme@example.com", "Grace Hopper");
    await call("PATCH", "/api/account", { name: "Acme Inc" });
    const { accounts } = await getFound("/api/master/accounts?search=acme");
    expect(accounts).toMatchObject([
      {
        name: "Acme Inc",
        owner: { name: "Grace Hopper", email: "acme@example.com" },
        plan: "Free",
        status: "active",
        members: 1,
      },
    ]);
    expect((await master.browser.get("/master/accounts?search=acme")).html).toContain("acme@example.com");
  });
});

describe("impersonating a user", () => {
  test("the form is shown where the user grants support access, and an explanation where not", async () => {
    const [open, closed] = [await stage.customer(), await stage.person("owner")];
    const openImpersonationPage = (person: Caller) =>
      master.browser.get(`/master/impersonate?user=${person.userId}`);
    expect((await openImpersonationPage(open)).html).toContain('name="reason"');
    const refused = await openImpersonationPage(closed);
    expect(refused.html).toContain("currently allow support access");
    expect(refused.html).not.toContain('name="reason"');
    expect((await master.browser.get(`/master/impersonate?user=${uuid()}`)).status).toBe(404);
  });

  test("the form shows its own errors", async () => {
    const { userId: user, accountId: account } = await stage.customer();
    const answer = await master.browser.post(`/master/impersonate?user=${user}`, {
      user,
      account,
      reason: "",
    });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("Please enter a reason");
  });
});

test("failed mails are listed without their contents", async () => {
  const now = new Date();
  await stage.store.insert(mailEntity, {
    id: uuid(),
    recipient: "nobody@example.com",
    template: "verify",
    locale: "en",
    payload: "sealed secret",
    status: "dead",
    attempts: 6,
    dueAt: now,
    lockedUntil: now,
    failure: "550 no such mailbox",
    createdAt: now,
    sentAt: null,
  });
  const { html } = await master.browser.get("/master/mails");
  expect(html).toContain("nobody@example.com");
  expect(html).toContain("550 no such mailbox");
  expect(html).not.toContain("sealed secret");
});

test("only a master sees the link to mission control, and only a master can open it", async () => {
  const owner = await stage.person("owner");
  expect((await master.browser.get("/dashboard")).html).toContain('href="/master"');
  expect((await owner.browser.get("/dashboard")).html).not.toContain('href="/master"');
  expect((await owner.browser.get("/master")).location).toBe("/signin");
  expect((await owner.call("GET", "/api/master/users")).status).toBe(403);
});

test("the health page shows each last comparison with its time, what differed and what was done", async () => {
  const { accountId } = await stage.person("owner");
  await stage.store.update(accountEntity, { id: accountId }, { name: "Quäck Ltd" });
  const at = new Date();
  const row = { comparedAt: at, accounts: 7, repaired: 1, unrepaired: 1 };
  await stage.store.transaction(async (store) => {
    await saveComparison(store, { ...row, id: "cards" });
    await saveFindings(store, "cards", [
      { accountId, what: "another card", failure: "the bank is away", mailedDay: null },
      { accountId, what: "cardLast4 0000 -> 4242", failure: null, mailedDay: null },
    ]);
  });
  const { data } = await master.call("GET", "/api/master/health");
  const cards = (data.comparisons as { area: string }[]).find(({ area }) => area === "cards");
  expect(cards).toMatchObject({ compared_at: at.toISOString(), accounts: 7, repaired: 1, not_repaired: 1 });
  const text = (await master.browser.get("/master/health")).html.replace(/<!--.*?-->|<[^>]*>/g, "");
  for (const area of [
    "API calls, meter and invoices",
    "Subscriptions",
    "Refunds",
    "Disputes and fraud warnings",
  ])
    expect(text).toContain(area);
  expect(text).toMatch(/Cards.* · 7 accounts1 repaired1 not repaired/);
  expect(text).toContain("Quäck Ltd: another card. Not repaired: the bank is away");
  expect(text).toContain("Quäck Ltd: cardLast4 0000 -&gt; 4242. Repaired");
});

test.each([
  ["/master", "Mission control"],
  ["/master/people", "Users"],
  ["/master/accounts", "Accounts"],
  ["/master/mails", "Emails"],
  ["/master/webhooks", "Webhooks"],
  ["/master/feedback", "Feedback"],
  ["/master/events", "Events"],
  ["/master/jobs", "Jobs"],
  ["/master/site", "Site"],
  ["/master/audit", "Audit log"],
  ["/master/health", "Health"],
])("%s has a title of its own: %s", async (path, title) => {
  expect((await master.browser.get(path)).html).toContain(`<title>${title} ·`);
});
