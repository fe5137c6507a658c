/** Which optional mails a user gets: the calls and the page. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { notificationPreferenceEntity } from "~/models/notification-preference.server";
import type { Role } from "~/domain/roles";
import type { OpenStore } from "~/models/store/database";
import { createApiClient, createBrowser, createVerifiedUser, PASSWORD } from "../support/clients";
import { getMembership, makeTestUser, type TestUser } from "../support/users";
import { linkIn, type Product } from "../support/product";
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

const make = (permission: Role) =>
  makeTestUser(store, { permission, isVerified: true, subscription: "active" });
const createCall = (person: TestUser) => createApiClient(product, person.token);
const createVisitor = (person: TestUser) => {
  const visited = createBrowser(product);
  visited.cookies.set("session", person.cookie);
  return visited;
};
const ALL = ["new_signin", "plan_updated", "card_updated", "invite_accepted"];

describe("GET and PATCH /api/notification", () => {
  test("every mail is on until the user turns it off", async () => {
    const { data } = await createCall(await make("owner"))("GET", "/api/notification");
    expect(data).toEqual(ALL.map((name) => ({ name, active: true, receives: true })));
  });

  test.each([
    ["user", ["new_signin"]],
    ["developer", ["new_signin"]],
    ["admin", ["new_signin", "invite_accepted"]],
    ["owner", ALL],
  ] as const)("a %s sees every name, and which mails the role gets", async (permission, received) => {
    const { data } = await createCall(await make(permission))("GET", "/api/notification");
    const names: readonly string[] = received;
    expect(data).toEqual(ALL.map((name) => ({ name, active: true, receives: names.includes(name) })));
  });

  test.each([
    ["an object of names", { new_signin: false, card_updated: true }],
    ["the list as it was read", [{ name: "new_signin", active: false }]],
    ["the list under its name", { notifications: [{ name: "new_signin", active: false }] }],
  ])("%s changes the named preferences and no others", async (_way, body) => {
    const call = createCall(await make("owner"));
    const changed = await call("PATCH", "/api/notification", body);
    expect(changed.status).toBe(200);
    expect(changed.data).toEqual(
      ALL.map((name) => ({ name, active: name !== "new_signin", receives: true })),
    );
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
    expect(data).toContainEqual({ name: "new_signin", active: true, receives: true });
  });

  test("twenty concurrent changes leave one row", async () => {
    const person = await make("owner");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createCall(person)("PATCH", "/api/notification", { new_signin: index % 2 === 0 }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await store.count(notificationPreferenceEntity, { userId: person.userId })).toBe(1);
  });
});

describe("/account/notifications", () => {
  test("a switch for a mail that the role does not get is disabled and says who gets it", async () => {
    const read = async (person: TestUser) => (await createVisitor(person).get("/account/notifications")).html;
    const countSwitches = (html: string) => [...html.matchAll(/<input[^>]*role="switch"[^>]*>/g)].flat();
    const [owner, user] = [await read(await make("owner")), await read(await make("user"))];
    expect(countSwitches(owner).map((html) => html.includes(`disabled=""`))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(countSwitches(user).map((html) => html.includes(`disabled=""`))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(owner).not.toContain("Only the owner");
    expect(user).toContain("Only the owner of the account gets this email.");
    expect(user).toContain("Only the owner and admins of the account get this email.");
  });

  test("without JavaScript, a switch missing from the form is turned off, and one in it is turned on", async () => {
    const person = await make("owner");
    const answer = await createVisitor(person).post("/account/notifications", { card_updated: "on" });
    expect(answer.location).toBe("/account/notifications");
    const { data } = await createCall(person)("GET", "/api/notification");
    expect(data).toEqual(ALL.map((name) => ({ name, active: name === "card_updated", receives: true })));
  });
});

describe("the link in a mail that can be turned off", () => {
  /** The link of a mail about a sign-in from a new browser, and whether the user still wants such mails. */
  async function receiveLink(email: string) {
    await createVerifiedUser(product, email);
    await createApiClient(product)(
      "POST",
      "/api/auth",
      { email, password: PASSWORD },
      { "User-Agent": "Other/1" },
    );
    const mail = await product.mailTo(email, /New sign-in/);
    const { pathname, search } = linkIn(mail, "/unsubscribe");
    const { userId } = await getMembership(store, email);
    const isWanted = async () =>
      (await store.findOne(notificationPreferenceEntity, { userId, name: "new_signin" }))?.isActive ?? true;
    return { path: pathname + search, token: new URLSearchParams(search).get("token") ?? "", mail, isWanted };
  }

  test("opening it changes nothing; its button turns the mail off, and on again, without signing in", async () => {
    const { path, mail, isWanted } = await receiveLink("reader@example.com");
    expect(mail.replace(/\r?\n\s+/g, " ")).toContain(`List-Unsubscribe: <${product.url}${path}>`);
    const stranger = createBrowser(product);
    const asked = await stranger.get(path);
    expect(asked.html).toContain("Turn off “New sign-in” emails?");
    expect(asked.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(await isWanted()).toBe(true);
    const off = await stranger.post(path, { active: "false" });
    expect(off).toMatchObject({ status: 200, location: null });
    expect(off.html).toContain("You&#x27;ll no longer get “New sign-in” emails.");
    expect(await isWanted()).toBe(false);
    expect((await stranger.post(path, { active: "true" })).html).toContain("Turn off “New sign-in” emails?");
    expect(await isWanted()).toBe(true);
    expect(stranger.cookies.has("session")).toBe(false);
  });

  test("a mail program's own button posts to it without a cookie or an Origin, and gets no redirect", async () => {
    const { path, isWanted } = await receiveLink("one.click@example.com");
    const answer = await fetch(product.url + path, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
      redirect: "manual",
    });
    expect(answer.status).toBe(200);
    expect(await isWanted()).toBe(false);
  });

  test("the call does the same, and accepts no token that was altered or names another mail", async () => {
    const { token, isWanted } = await receiveLink("api.reader@example.com");
    const other = await make("owner");
    const call = createApiClient(product);
    const wrong = [
      token.replace("new_signin", "plan_updated"),
      token.replace(/\.[\w-]+\./, `.${other.userId}.`),
      token.replace("uns_", "uns_x"),
      "uns_..",
    ];
    for (const altered of wrong) {
      const { status, body } = await call("POST", "/api/notification/link", { token: altered });
      expect({ altered, status, body }).toMatchObject({ status: 400, body: { inputError: "token" } });
    }
    expect(await store.count(notificationPreferenceEntity, { userId: other.userId })).toBe(0);
    expect((await call("POST", "/api/notification/link", { token })).data).toEqual({
      name: "new_signin",
      active: false,
    });
    expect(await isWanted()).toBe(false);
  });

  test("the link in a mail ends when the user's email changes, and the page says what to do", async () => {
    const { path, isWanted } = await receiveLink("moving@example.com");
    await store.update(userEntity, { email: "moving@example.com" }, { email: "moved@example.com" });
    const answer = await createBrowser(product).post(path, { active: "false" });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("This link no longer works");
    expect(await isWanted()).toBe(true);
  });
});
