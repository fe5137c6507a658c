/** The onboarding pages, and the usage events. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "~/models/store/store";
import { createBrowserWithSession, createApiClient } from "../support/clients";
import { makePerson, type Person } from "../support/people";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: Store;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

async function makeNewcomer(permission: "owner" | "user" = "owner"): Promise<Person> {
  const person = await makePerson(store, { permission, isVerified: true, subscription: "active" });
  await store.update("users", { id: person.userId }, { onboardedAt: null });
  return person;
}
const createVisitor = (person: Person) => createBrowserWithSession(product, person.cookie);
const isOnboarded = async ({ userId }: Person) =>
  (await store.findOne("users", { id: userId }))?.onboardedAt !== null;
const listEvents = async ({ userId }: Person) => {
  const events = await store.find("events", { userId });
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
    expect((await owner.get("/welcome?page=4")).html).toContain('name="return_to" value="/welcome?page=4"');
    const user = createVisitor(await makeNewcomer("user"));
    expect((await user.get("/welcome?page=1")).html).not.toContain("Invite your team");
    expect((await user.get("/welcome?page=4")).html).toContain("Nothing to show");
  });

  test("a wrong email is shown at its field in the same step, and a right one leads on", async () => {
    const owner = createVisitor(await makeNewcomer());
    const fields = { intent: "invite", permission: "user", return_to: "/welcome?page=4" };
    const refused = await owner.post("/welcome?page=4", { ...fields, email: "nobody" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Step 4 of");
    expect(refused.html).toMatch(/<input[^>]* name="email" aria-invalid="true"[^>]* value="nobody"/);
    const invited = await owner.post("/welcome?page=4", { ...fields, email: "colleague@example.com" });
    expect(invited.location).toBe("/welcome?page=4");
  });

  test("a duplicate user sees a step that explains it, with the name of the present account", async () => {
    const person = await makeNewcomer();
    const getWelcomePage = async () => (await createVisitor(person).get("/welcome?page=1")).html;
    expect(await getWelcomePage()).not.toContain("You already had an account");
    await store.update("sessions", { userId: person.userId }, { isDuplicateUser: true });
    const [, last] =
      /href="\/welcome\?page=(\d)"[^>]*>(?:(?!<\/a>).)*You already had an account/s.exec(
        await getWelcomePage(),
      ) ?? [];
    const { html } = await createVisitor(person).get(`/welcome?page=${last}`);
    expect(html).toContain("You had already registered");
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
  const post = (person: Person, body: unknown) =>
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
    expect(answer.message).toMatch(/^(An event name|Event metadata) must be/);
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
