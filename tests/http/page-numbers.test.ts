/** Lists by cursors have no page numbers: `?page=n` answers the first page, and a sentence that says how to go on. */
import * as z from "zod";
import { beforeAll, expect, test } from "vitest";
import { OPERATIONS } from "~/services/operations.server";
import type { Operation } from "~/services/platform/operation.server";
import { createApiClient, createBrowserWithSession, type Browser, type Call } from "../support/clients";
import { makeTestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

interface Shape {
  properties?: Record<string, unknown>;
}

const describeShape = (shape: Operation["input"]): string[] => {
  const { properties = {} } = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }) as Shape;
  return Object.keys(properties);
};

/** Every call that answers with `next`, which is a list by cursors. */
const lists = OPERATIONS.filter(({ output }) => describeShape(output).includes("next"));

const HOW_TO_GO_ON =
  "This list has no page numbers, so this is its first page. To go on, send the answer's next as after.";

let product: Product;
let call: Call;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  const store = await openProductStore(product);
  const master = await makeTestUser(store, {
    permission: "master",
    isVerified: true,
    subscription: "active",
  });
  for (let count = 0; count < 60; count += 1)
    await makeTestUser(store, { permission: "user", isVerified: true, subscription: "active" });
  await store.close();
  call = createApiClient(product, master.token);
  browser = createBrowserWithSession(product, master.cookie);
});

test("every list by cursors accepts a page's number, whatever it is", () => {
  expect(lists.length).toBeGreaterThan(8);
  for (const { name, input } of lists)
    expect([name, describeShape(input)]).toEqual([name, expect.arrayContaining(["after", "before", "page"])]);
});

test.each(lists.filter(({ path }) => !path.includes(":")).map(({ path }) => path))(
  "GET %s?page=n answers the first page, and says how to go on",
  async (path) => {
    let before = await call("GET", path);
    expect([before.status, before.message]).toEqual([200, ""]);
    for (const page of ["1", "2", "99", "last", "-1"]) {
      const { status, message, data } = await call("GET", `${path}?page=${page}`);
      expect([status, message]).toEqual([200, HOW_TO_GO_ON]);
      // What the files before this one have left to the product's jobs may change the list meanwhile.
      const after = await call("GET", path);
      expect([before.data, after.data]).toContainEqual(data);
      before = after;
    }
    expect((await call("GET", `${path}?page=`)).message).toBe("");
  },
);

test("the sentence leads on: next as after is the second page, which says nothing any more", async () => {
  const { data } = await call("GET", "/api/master/users?page=2");
  const second = await call("GET", `/api/master/users?page=2&after=${String(data.next)}`);
  expect([second.status, second.message]).toEqual([200, ""]);
  expect(second.data.users).not.toEqual(data.users);
});

test("a failed call keeps its own message", async () => {
  const { status, message } = await createApiClient(product)("GET", "/api/master/users?page=2");
  expect([status, message]).not.toEqual([200, HOW_TO_GO_ON]);
  expect((await call("GET", "/api/master/users?page=2&after=x")).status).toBe(400);
});

test.each([
  ...["/account/activity", "/account/users", "/master/people", "/master/accounts", "/master/audit"],
  ...["/master/mails", "/master/webhooks", "/master/feedback", "/master/events"],
])("%s?page=n shows the first page under a notice", async (path) => {
  expect((await browser.get(path)).html).not.toContain("has no page numbers");
  const { status, html } = await browser.get(`${path}?page=3`);
  expect([status, html]).toEqual([200, expect.stringContaining("This list has no page numbers")]);
  expect(html).not.toMatch(/href="[^"]*[?&;]page=/);
});

test("pages that count, and pages without such a list, say nothing", async () => {
  for (const path of ["/dashboard?page=2", "/master?page=2", "/account/apikeys?page=2"])
    expect((await browser.get(path)).html).not.toContain("has no page numbers");
});

test("a reader of Spanish gets both sentences in Spanish", async () => {
  expect((await call("PATCH", "/api/user", { locale: "es" })).status).toBe(200);
  expect((await call("GET", "/api/master/users?page=2")).message).toContain(
    "Para continuar, envía el valor de next",
  );
  expect((await browser.get("/master/people?page=2")).html).toContain("Para continuar, usa Siguiente");
});
