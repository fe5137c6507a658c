/** Which optional mails a user gets: the calls and the page. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "~/models/store/store";
import { createBrowser, createApiClient } from "../support/clients";
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

const make = (permission: "owner" | "user") =>
  makePerson(store, { permission, isVerified: true, subscription: "active" });
const createCall = (person: Person) => createApiClient(product, person.token);
const createVisitor = (person: Person) => {
  const visited = createBrowser(product);
  visited.cookies.set("session", person.cookie);
  return visited;
};
const ALL = ["new_signin", "plan_updated", "card_updated", "invite_accepted"];

describe("GET and PATCH /api/notification", () => {
  test("every mail is on until the user turns it off", async () => {
    const { data } = await createCall(await make("owner"))("GET", "/api/notification");
    expect(data).toEqual(ALL.map((name) => ({ name, active: true })));
  });

  test("a user sees only the preferences for mails that their role can get", async () => {
    const { data } = await createCall(await make("user"))("GET", "/api/notification");
    expect(data).toEqual([{ name: "new_signin", active: true }]);
  });

  test.each([
    ["an object of names", { new_signin: false, card_updated: true }],
    ["the list as it was read", [{ name: "new_signin", active: false }]],
    ["the list under its name", { notifications: [{ name: "new_signin", active: false }] }],
  ])("%s changes the named preferences and no others", async (_way, body) => {
    const call = createCall(await make("owner"));
    const changed = await call("PATCH", "/api/notification", body);
    expect(changed.status).toBe(200);
    expect(changed.data).toEqual(ALL.map((name) => ({ name, active: name !== "new_signin" })));
    expect((await call("GET", "/api/notification")).data).toEqual(changed.data);
  });

  test.each([
    [{ new_signin: "perhaps" }],
    [[{ name: "unheard_of", active: true }]],
    [[{ name: "new_signin" }]],
    [{ notifications: "all" }],
    [Array.from({ length: 50 }, () => ({ name: "new_signin", active: true }))],
  ])("%j answers 400", async (body) => {
    expect((await createCall(await make("owner"))("PATCH", "/api/notification", body)).status).toBe(400);
  });

  test("a user's preference does not affect other users", async () => {
    const [one, other] = [await make("owner"), await make("owner")];
    await createCall(one)("PATCH", "/api/notification", { new_signin: false });
    const { data } = await createCall(other)("GET", "/api/notification");
    expect(data).toContainEqual({ name: "new_signin", active: true });
  });

  test("twenty concurrent changes leave one row", async () => {
    const person = await make("owner");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createCall(person)("PATCH", "/api/notification", { new_signin: index % 2 === 0 }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await store.count("notificationPreferences", { userId: person.userId })).toBe(1);
  });
});

describe("/account/notifications", () => {
  test("an owner sees four switches, and a user only one", async () => {
    const countSwitches = async (person: Person) =>
      [...(await createVisitor(person).get("/account/notifications")).html.matchAll(/role="switch"/g)].length;
    expect(await countSwitches(await make("owner"))).toBe(4);
    expect(await countSwitches(await make("user"))).toBe(1);
  });

  test("without JavaScript, a switch missing from the form is turned off, and one in it is turned on", async () => {
    const person = await make("owner");
    const answer = await createVisitor(person).post("/account/notifications", { card_updated: "on" });
    expect(answer.location).toBe("/account/notifications");
    const { data } = await createCall(person)("GET", "/api/notification");
    expect(data).toEqual(ALL.map((name) => ({ name, active: name === "card_updated" })));
  });
});
