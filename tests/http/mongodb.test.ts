/** The built product on MongoDB's stand-in: a user's way from sign-up to a call with an API key. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import {
  createApiClient,
  createBrowserWithSession,
  createUserOnFreePlan,
  PASSWORD,
} from "../support/clients";
import { startMongodbStandIn, type MongodbStandIn } from "../support/mongodb/stand-in";
import { getMembership, makeSession } from "../support/users";
import { startProduct, type Product } from "../support/product";

const EMAIL = "grace@example.com";

let standIn: MongodbStandIn;
let product: Product;
beforeAll(async () => {
  standIn = await startMongodbStandIn();
  product = await startProduct({ DATABASE_URL: standIn.getUrl("groundwork") });
});
afterAll(async () => {
  await product.stop();
  await standIn.close();
});

test("a user signs up, verifies, chooses a plan, sees the dashboard, and calls the API with a key", async () => {
  const { call } = await createUserOnFreePlan(product, EMAIL);
  const store = await openStore(standIn.getUrl("groundwork"));
  const cookie = await makeSession(store, { ...(await getMembership(store, EMAIL)), kind: "browser" });
  await store.close();
  const browser = createBrowserWithSession(product, cookie);
  for (const path of ["/dashboard", "/account/users", "/account/billing", "/account/activity"]) {
    const page = await browser.get(path);
    expect([path, page.status]).toEqual([path, 200]);
  }
  const made = await call("POST", "/api/key", {
    name: "A program",
    scope: ["usage:read"],
    password: PASSWORD,
  });
  expect(made.status).toBe(200);
  const withKey = createApiClient(product, String(made.data.full_key));
  expect((await withKey("GET", "/api/account/usage")).status).toBe(200);
  expect(await product.wholeOutput()).not.toContain('"level":50');
});

test("a single server ends the start with what to do", async () => {
  const single = await startMongodbStandIn({ isReplicaSet: false });
  const start = startProduct({ DATABASE_URL: single.getUrl("groundwork") });
  await expect(start).rejects.toThrow("must run as a replica set");
  await single.close();
});
