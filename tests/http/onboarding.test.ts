/** The onboarding pages, and the tracked events. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { accountEntity } from "~/models/account.server";
import { inviteEntity } from "~/models/invite.server";
import { eventEntity } from "~/models/event.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import { createBrowserWithSession, createApiClient } from "../support/clients";
import { listFilledButtons } from "../support/filled-buttons";
import { createRefusedEmailsPattern } from "../support/team";
import { makeTestUser, type TestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

async function makeNewcomer(permission: "owner" | "user" = "owner"): Promise<TestUser> {
  const person = await makeTestUser(store, { permission, isVerified: true, subscription: "active" });
  await store.update(userEntity, { id: person.userId }, { onboardedAt: null });
  return person;
}
const createVisitor = (person: TestUser) => createBrowserWithSession(product, person.cookie);
const isOnboarded = async ({ userId }: TestUser) =>
  (await store.findOne(userEntity, { id: userId }))?.onboardedAt !== null;
const listEvents = async ({ userId }: TestUser) => {
  const events = await store.find(eventEntity, { userId });
  return events.map(({ name, metadata }) => ({ name, metadata }));
};
const linkTo = (page: number) => `href="/welcome?page=${page}"`;

describe("/welcome", () => {
  test("the URL without a step redirects to the first step", async () => {
    expect((await createVisitor(await makeNewcomer()).get("/welcome")).location).toBe("/welcome?page=1");
  });

  test("the sidebar lists the steps, and a step out of range shows an empty state", async () => {
    const newcomer = createVisitor(await makeNewcomer());
    const { html } = await newcomer.get("/welcome?page=2");
    for (const getWelcomePage of [1, 2, 3]) expect(html).toContain(linkTo(getWelcomePage));
    expect((await newcomer.get("/welcome?page=9")).html).toContain("Nothing to show");
  });

  test("owners and admins see a step that invites their team, and return to it; users do not", async () => {
    const owner = createVisitor(await makeNewcomer());
    expect((await owner.get("/welcome?page=1")).html).toContain("Invite your team");
    expect((await owner.get("/welcome?page=3")).html).toContain('name="return_to" value="/welcome?page=3"');
    const user = createVisitor(await makeNewcomer("user"));
    expect((await user.get("/welcome?page=1")).html).toMatch(/^(?!.*Invite your team).*see you/s);
    expect((await user.get("/welcome?page=3")).html).toContain("Nothing to show");
  });

  test("a wrong email is shown at its field in the same step, and a right one leads on", async () => {
    const owner = createVisitor(await makeNewcomer());
    const fields = { intent: "invite", permission: "user", return_to: "/welcome?page=3", email: "nobody" };
    const refused = await owner.post("/welcome?page=3", fields);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Step 3 of");
    expect(refused.html).toMatch(createRefusedEmailsPattern("nobody"));
    const invited = await owner.post("/welcome?page=3", { ...fields, email: "colleague@begin.test" });
    expect(invited.location).toBe("/welcome?page=3");
  });

  test("the last step has one filled button: it sends the invitations and finishes, or only finishes", async () => {
    const person = await makeNewcomer();
    const owner = createVisitor(person);
    const { html } = await owner.get("/welcome?page=3");
    expect(listFilledButtons(html)).toEqual(["Send and finish"]);
    const fields = { intent: "invite", permission: "user", return_to: "/welcome?page=3", then: "finish" };
    const sent = await owner.post("/welcome?page=3", { ...fields, email: "colleague@begin.test" });
    expect(sent).toMatchObject({ status: 302, location: "/dashboard" });
    expect((await owner.get("/dashboard")).html).toContain("Invited: colleague@begin.test.");
    expect(await store.find(inviteEntity, { accountId: person.accountId })).toHaveLength(1);
    expect(await isOnboarded(person)).toBe(true);
    const other = await makeNewcomer();
    const empty = await createVisitor(other).post("/welcome?page=3", { ...fields, email: " , " });
    expect(empty.location).toBe("/dashboard");
    expect(await isOnboarded(other)).toBe(true);
    expect(await store.find(inviteEntity, { accountId: other.accountId })).toEqual([]);
  });

  test("invitations that are refused do not finish the introduction", async () => {
    const person = await makeNewcomer();
    const fields = { intent: "invite", permission: "user", then: "finish", email: "nobody" };
    const { status, html } = await createVisitor(person).post("/welcome?page=3", fields);
    expect([status, html]).toEqual([400, expect.stringMatching(createRefusedEmailsPattern("nobody"))]);
    expect(await isOnboarded(person)).toBe(false);
  });

  test("skipping neither sends nor drops entered emails, and skips once the field is empty", async () => {
    const person = await makeNewcomer();
    const owner = createVisitor(person);
    const fields = { intent: "invite", permission: "user", then: "skip" };
    const kept = await owner.post("/welcome?page=3", { ...fields, email: "colleague@begin.test" });
    expect(kept.status).toBe(400);
    expect(kept.html).toMatch(createRefusedEmailsPattern("colleague@begin.test"));
    expect(kept.html).toContain("These addresses haven&#x27;t been invited yet.");
    expect(await store.find(inviteEntity, { accountId: person.accountId })).toEqual([]);
    expect(await isOnboarded(person)).toBe(false);
    expect((await owner.post("/welcome?page=3", { ...fields, email: "" })).location).toBe("/dashboard");
    expect(await listEvents(person)).toEqual([{ name: "cancelled_onboarding", metadata: null }]);
  });

  test("skipping at the first step saves what was entered, and asks for nothing that is missing", async () => {
    const person = await makeNewcomer();
    const fields = { intent: "introduce", then: "skip", name: "Ada", account_name: "" };
    expect((await createVisitor(person).post("/welcome?page=1", fields)).location).toBe("/dashboard");
    expect(await store.findOne(userEntity, { id: person.userId })).toMatchObject({ name: "Ada" });
    expect((await store.findOne(accountEntity, { id: person.accountId }))?.name).toMatch(/^The account of/);
    expect(await isOnboarded(person)).toBe(true);
  });

  test("the choice of a default account is saved by the button that finishes", async () => {
    const person = await makeNewcomer();
    await store.update(sessionEntity, { userId: person.userId }, { isDuplicateUser: true });
    const visitor = createVisitor(person);
    const { html } = await visitor.get("/welcome?page=4");
    expect(listFilledButtons(html)).toEqual(["Save and finish"]);
    const fields = { intent: "change-default-account", default_account: person.accountId, then: "finish" };
    expect((await visitor.post("/welcome?page=4", fields)).location).toBe("/dashboard");
    expect(await store.findOne(userEntity, { id: person.userId })).toMatchObject({
      defaultAccountId: person.accountId,
    });
    expect(await isOnboarded(person)).toBe(true);
  });

  test("the first step saves the user's name and the account's, and leads on", async () => {
    const person = await makeNewcomer();
    const owner = createVisitor(person);
    await store.update(accountEntity, { id: person.accountId }, { unnamedSince: new Date() });
    const { html } = await owner.get("/welcome?page=1");
    expect(html).toMatch(/<input[^>]* name="account_name"[^>]* value=""/);
    const fields = { intent: "introduce", return_to: "/welcome?page=2" };
    const refused = await owner.post("/welcome?page=1", { ...fields, name: "Ada", account_name: " " });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Please enter an account name");
    const saved = await owner.post("/welcome?page=1", { ...fields, name: "Ada", account_name: "Acme Inc" });
    expect(saved.location).toBe("/welcome?page=2");
    expect(await store.findOne(userEntity, { id: person.userId })).toMatchObject({ name: "Ada" });
    expect(await store.findOne(accountEntity, { id: person.accountId })).toMatchObject({
      ...{ name: "Acme Inc", nameKey: "acme inc", unnamedSince: null },
    });
    expect((await owner.get("/welcome?page=1")).html).toMatch(/name="account_name"[^>]* value="Acme Inc"/);
  });

  test("the first step accepts a picture, and an empty file field", async () => {
    const person = await makeNewcomer();
    // As a browser sends every field of the form and its button. Node leaves an empty file's name out.
    const fields = Object.entries({
      ...{ intent: "introduce", return_to: "/welcome?page=2" },
      ...{ name: "Grace", account_name: "Acme Inc", then: "next" },
    }).map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    const file = 'Content-Disposition: form-data; name="avatar"; filename=""\r\n';
    const body = `${fields.join("")}--b\r\n${file}Content-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n`;
    const headers = {
      Cookie: `session=${person.cookie}`,
      Origin: product.url,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "multipart/form-data; boundary=b",
    };
    const request = { method: "POST", body, headers, redirect: "manual" } as const;
    const answer = await fetch(`${product.url}/welcome?page=1`, request);
    expect(answer.headers.get("Location")).toBe("/welcome?page=2");
    expect((await store.findOne(userEntity, { id: person.userId }))?.name).toBe("Grace");
  });

  test("a user who does not own the account is not asked for its name, and cannot change it", async () => {
    const person = await makeNewcomer("user");
    expect((await createVisitor(person).get("/welcome?page=1")).html).not.toContain("account_name");
    const before = await store.findOne(userEntity, { id: person.userId });
    const call = createApiClient(product, person.token);
    const refused = await call("PATCH", "/api/user", { name: "Mallory", account_name: "Mine" });
    expect(refused).toMatchObject({ status: 403, body: { inputError: "account_name" } });
    expect(await store.findOne(userEntity, { id: person.userId })).toEqual(before);
    expect((await store.findOne(accountEntity, { id: person.accountId }))?.name).toMatch(/^The account of/);
  });

  test("the second step sets language and theme at once, without scripts too", async () => {
    const person = await makeNewcomer();
    const visitor = createVisitor(person);
    const here = { return_to: "/welcome?page=2" };
    expect((await visitor.post("/preferences", { ...here, dark_mode: "true" })).location).toBe(
      "/welcome?page=2",
    );
    expect((await visitor.get("/welcome?page=2")).html).toMatch(/<html[^>]* class="dark"/);
    expect((await visitor.post("/preferences", { ...here, locale: "es" })).location).toBe("/welcome?page=2");
    expect((await visitor.get("/welcome?page=2")).html).toContain("Hazlo tuyo");
  });

  test("a user who has seen the introduction leaves it by a link, and nothing is saved", async () => {
    const person = await makeTestUser(store, {
      permission: "user",
      isVerified: true,
      subscription: "active",
    });
    const { html } = await createVisitor(person).get("/welcome?page=2");
    expect(html).not.toContain('value="finish"');
    expect(html).toMatch(/<a[^>]* href="\/dashboard"[^>]*>Finish<\/a>/);
  });

  test("a duplicate user sees a step that explains it, with the name of the present account", async () => {
    const person = await makeNewcomer();
    const getWelcomePage = async () => (await createVisitor(person).get("/welcome?page=1")).html;
    expect(await getWelcomePage()).not.toContain("You already had an account");
    await store.update(sessionEntity, { userId: person.userId }, { isDuplicateUser: true });
    const [, last] =
      /href="\/welcome\?page=(\d)"[^>]*>(?:(?!<\/a>).)*You already had an account/s.exec(
        await getWelcomePage(),
      ) ?? [];
    const { html } = await createVisitor(person).get(`/welcome?page=${last}`);
    expect(html).toContain('value="change-default-account"');
    expect(html).toContain(`The account of ${person.userId}`);
  });

  test("finishing sets onboarded, records no event, and redirects to the dashboard", async () => {
    const person = await makeNewcomer();
    expect((await createVisitor(person).post("/welcome", { intent: "finish" })).location).toBe("/dashboard");
    expect(await isOnboarded(person)).toBe(true);
    expect(await listEvents(person)).toEqual([]);
  });

  test("skipping sets onboarded, records cancelled_onboarding once, and redirects to the dashboard", async () => {
    const person = await makeNewcomer();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => createVisitor(person).post("/welcome", { intent: "skip" })),
    );
    expect(answers.map(({ location }) => location)).toEqual(answers.map(() => "/dashboard"));
    expect(await isOnboarded(person)).toBe(true);
    expect(await listEvents(person)).toEqual([{ name: "cancelled_onboarding", metadata: null }]);
  });

  test("a GET of a URL with the intent of skipping skips nothing", async () => {
    const person = await makeNewcomer();
    expect((await createVisitor(person).get("/welcome?intent=skip")).location).toBe("/welcome?page=1");
    expect(await isOnboarded(person)).toBe(false);
  });
});

describe("POST /api/event", () => {
  const post = (person: TestUser, body: unknown) =>
    createApiClient(product, person.token)("POST", "/api/event", body);

  test.each([
    [{ name: "report.opened" }, null],
    [{ name: "report-2_opened", metadata: { rows: 3, of: ["a", null] } }, '{"rows":3,"of":["a",null]}'],
    [{ name: "x".repeat(100), metadata: {} }, "{}"],
  ])("%j is recorded", async (body, metadata) => {
    const person = await makeNewcomer();
    expect((await post(person, body)).status).toBe(200);
    expect(await listEvents(person)).toEqual([{ name: body.name, metadata }]);
  });

  const deep = `{"name":"deep","metadata":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`;
  test.each([
    ["no name", {}],
    ["an empty name", { name: "" }],
    ["capitals", { name: "Opened" }],
    ["spaces", { name: "a b" }],
    ["markup", { name: "<script>" }],
    ["a name that is too long", { name: "x".repeat(101) }],
    ["a list as metadata", { name: "x", metadata: [1] }],
    ["a text as metadata", { name: "x", metadata: "y" }],
    ["metadata beyond 4 KB", { name: "x", metadata: { text: "y".repeat(4096) } }],
    ["metadata beyond 4 KB in bytes", { name: "x", metadata: { text: "€".repeat(1400) } }],
    ["deeply nested metadata", deep],
  ])("%s answers 400 and is not recorded", async (_what, body) => {
    const person = await makeNewcomer();
    const answer = await post(person, body);
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(
      /^(An event name must be|Event metadata must be|The JSON must have a maximum of)/,
    );
    expect(await listEvents(person)).toEqual([]);
  });

  test("metadata keys such as __proto__ change no object", async () => {
    const person = await makeNewcomer();
    const body = '{"name":"x","metadata":{"__proto__":{"isMaster":true},"constructor":{"prototype":{}}}}';
    expect((await post(person, body)).status).toBe(200);
    const other = await post(person, { name: "y" });
    expect(other.data).toEqual({});
  });

  test("the sixty-first event within a minute answers 429", async () => {
    const person = await makeNewcomer();
    const answers = await Promise.all(Array.from({ length: 61 }, () => post(person, { name: "many" })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
