/** The introduction and usage events. Spec §2 "Onboarding wizard", §4, §7 "POST /api/event". */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "~/models/store/store";
import { holding, program } from "../support/caller";
import { makePerson, type Person } from "../support/people";
import { startProduct, type Product } from "../support/product";
import { openStoreOf } from "../support/product-store";

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

async function makeNewcomer(permission: "owner" | "user" = "owner"): Promise<Person> {
  const person = await makePerson(store, { permission, isVerified: true, subscription: "active" });
  await store.update("users", { id: person.userId }, { onboardedAt: null });
  return person;
}
const visitor = (person: Person) => holding(product, person.cookie);
const isOnboarded = async ({ userId }: Person) =>
  (await store.findOne("users", { id: userId }))?.onboardedAt !== null;
const eventsOf = async ({ userId }: Person) => {
  const events = await store.find("events", { userId });
  return events.map(({ name, metadata }) => ({ name, metadata }));
};
const linkTo = (page: number) => `href="/welcome?page=${page}"`;

describe("/welcome", () => {
  test("the step is added to the address", async () => {
    expect((await visitor(await makeNewcomer()).get("/welcome")).location).toBe("/welcome?page=1");
  });

  test("the sidebar lists the steps, a page beyond them shows nothing", async () => {
    const newcomer = visitor(await makeNewcomer());
    const { html } = await newcomer.get("/welcome?page=2");
    for (const page of [1, 2, 3]) expect(html).toContain(linkTo(page));
    expect((await newcomer.get("/welcome?page=9")).html).toContain("Nothing to show");
  });

  test("admins and above may invite their team; the way goes on in the introduction", async () => {
    const owner = visitor(await makeNewcomer());
    expect((await owner.get("/welcome?page=1")).html).toContain("Invite your team");
    expect((await owner.get("/welcome?page=4")).html).toContain('name="return_to" value="/welcome?page=4"');
    const user = visitor(await makeNewcomer("user"));
    expect((await user.get("/welcome?page=1")).html).not.toContain("Invite your team");
    expect((await user.get("/welcome?page=4")).html).toContain("Nothing to show");
  });

  test("a wrong email is shown at its field in the same step, and a right one leads on", async () => {
    const owner = visitor(await makeNewcomer());
    const fields = { intent: "invite", permission: "user", return_to: "/welcome?page=4" };
    const refused = await owner.post("/welcome?page=4", { ...fields, email: "nobody" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Step 4 of");
    expect(refused.html).toMatch(/<input[^>]* name="email" aria-invalid="true"[^>]* value="nobody"/);
    const invited = await owner.post("/welcome?page=4", { ...fields, email: "colleague@example.com" });
    expect(invited.location).toBe("/welcome?page=4");
  });

  test("whoever had already registered is told so, and in which account they are now", async () => {
    const person = await makeNewcomer();
    const page = async () => (await visitor(person).get("/welcome?page=1")).html;
    expect(await page()).not.toContain("You already had an account");
    await store.update("sessions", { userId: person.userId }, { isDuplicateUser: true });
    const [, last] =
      /href="\/welcome\?page=(\d)"[^>]*>(?:(?!<\/a>).)*You already had an account/s.exec(await page()) ?? [];
    const { html } = await visitor(person).get(`/welcome?page=${last}`);
    expect(html).toContain("You had already registered");
    expect(html).toContain(`The account of ${person.userId}`);
  });

  test("finishing it is remembered, records nothing, and leads to the dashboard", async () => {
    const person = await makeNewcomer();
    expect((await visitor(person).post("/welcome", { intent: "finish" })).location).toBe("/dashboard");
    expect(await isOnboarded(person)).toBe(true);
    expect(await eventsOf(person)).toEqual([]);
  });

  test("skipping it is remembered, records cancelled_onboarding once, and leads to the dashboard", async () => {
    const person = await makeNewcomer();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor(person).post("/welcome", { intent: "skip" })),
    );
    expect(answers.map(({ location }) => location)).toEqual(answers.map(() => "/dashboard"));
    expect(await isOnboarded(person)).toBe(true);
    expect(await eventsOf(person)).toEqual([{ name: "cancelled_onboarding", metadata: null }]);
  });

  test("opening a URL that names the intent of skipping skips nothing", async () => {
    const person = await makeNewcomer();
    expect((await visitor(person).get("/welcome?intent=skip")).location).toBe("/welcome?page=1");
    expect(await isOnboarded(person)).toBe(false);
  });
});

describe("POST /api/event", () => {
  const post = (person: Person, body: unknown) => program(product, person.token)("POST", "/api/event", body);

  test.each([
    [{ name: "report.opened" }, null],
    [{ name: "report-2_opened", metadata: { rows: 3, of: ["a", null] } }, '{"rows":3,"of":["a",null]}'],
    [{ name: "x".repeat(100), metadata: {} }, "{}"],
  ])("%j is recorded", async (body, metadata) => {
    const person = await makeNewcomer();
    expect((await post(person, body)).status).toBe(200);
    expect(await eventsOf(person)).toEqual([{ name: body.name, metadata }]);
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
    ["metadata nested without end", deep],
  ])("%s is refused and not recorded", async (_what, body) => {
    const person = await makeNewcomer();
    const answer = await post(person, body);
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(/^(An event needs a name|The metadata of an event)/);
    expect(await eventsOf(person)).toEqual([]);
  });

  test("a key that could change every object changes none", async () => {
    const person = await makeNewcomer();
    const body = '{"name":"x","metadata":{"__proto__":{"isMaster":true},"constructor":{"prototype":{}}}}';
    expect((await post(person, body)).status).toBe(200);
    const other = await post(person, { name: "y" });
    expect(other.data).toEqual({});
  });

  test("the sixty-first within a minute is refused", async () => {
    const person = await makeNewcomer();
    const answers = await Promise.all(Array.from({ length: 61 }, () => post(person, { name: "many" })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
