/** Tracked events: recorded by anyone who is signed in, read by masters. */
import { eventEntity } from "~/models/event.server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUserOnFreePlan, PASSWORD } from "../support/clients";
import { actAs, openStage, type Caller, type Stage } from "../support/impersonation";
import { getMembership } from "../support/users";
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

test("events are listed with who caused them, newest first, and found by their exact name", async () => {
  const owner = await stage.person("owner");
  for (const name of ["report_opened", "report_printed", "report_opened"])
    expect((await owner.call("POST", "/api/event", { name, metadata: { pages: 3 } })).status).toBe(200);
  const { data } = await master.call("GET", "/api/master/events?search=report_opened");
  expect(data.events).toMatchObject([
    { name: "report_opened", metadata: '{"pages":3}', account: owner.accountId },
    { name: "report_opened", metadata: '{"pages":3}', account: owner.accountId },
  ]);
  expect((await master.call("GET", "/api/master/events?search=report")).data.events).toEqual([]);
  const page = await master.browser.get("/master/events?search=report_printed");
  expect(page.status).toBe(200);
  expect(page.html).toContain("Events in the last 7 days");
  expect(page.html).toContain("report_printed");
});

test("the product records what users do: signing up, choosing a plan, inviting, joining and creating a key", async () => {
  const { call } = await createUserOnFreePlan(product, "active@example.com");
  const { userId } = await getMembership(stage.store, "active@example.com");
  const list = async () => {
    const events = await stage.store.find(
      eventEntity,
      { userId },
      { order: { by: "createdAt", direction: "asc" } },
    );
    return events.map(({ name, metadata }) => (metadata === null ? name : `${name} ${metadata}`));
  };
  expect(await list()).toEqual(["signed_up", 'plan_chosen {"plan":"free","action":"subscribe"}']);
  await call("POST", "/api/invite", { email: "asked@example.com", permission: "user" });
  await call("POST", "/api/invite", { email: "not an email", permission: "user" });
  await call("POST", "/api/key", { name: "A program", scope: ["usage:read"], password: PASSWORD });
  expect((await list()).slice(2)).toEqual(["invited", "key_created"]);
});

test("what a master does as a user is no usage of theirs", async () => {
  const customer = await stage.customer();
  const acting = await actAs(product, master, customer);
  const email = "made@example.com";
  const given = { name: "Ada", email, password: PASSWORD, confirm_password: PASSWORD };
  expect((await acting("POST", "/api/account", given)).status).toBe(200);
  const { userId } = await getMembership(stage.store, email);
  expect(await stage.store.count(eventEntity, { userId: { in: [userId, customer.userId] } })).toBe(0);
});

test("no one but a master lists events", async () => {
  for (const permission of ["owner", "admin", "developer", "user"] as const) {
    const { call } = await stage.person(permission);
    expect((await call("GET", "/api/master/events")).status, permission).toBe(403);
  }
});
