/** Calls that change something, sent without any field, or with what is so already. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenStore } from "~/models/store/database";
import { OWN_OPERATIONS } from "~/product/operations.server";
import { OPERATIONS } from "~/services/operations.server";
import { createApiClient } from "../support/clients";
import { makeTestUser } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
let call: (method: string, path: string, body: object) => ReturnType<ReturnType<typeof createApiClient>>;
/** For each path with an id, the id of something that the caller may change. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  product = await startProduct({ WEBHOOKS_TO_PRIVATE_NETWORKS: "on" });
  store = await openProductStore(product);
  const { token, userId } = await makeTestUser(store, {
    permission: "owner",
    isVerified: true,
    subscription: "active",
  });
  call = (method, path, body) =>
    createApiClient(product)(method, path, body, { Authorization: `Bearer ${token}` });
  const create = async (path: string, body: object) => String((await call("POST", path, body)).data.id);
  ids["/api/user/:id"] = userId;
  // No passkey has this id: what is missing is said first.
  ids["/api/user/passkeys/:id"] = userId;
  ids["/api/key/:id"] = await create("/api/key", { name: "Export", scope: ["users:read"] });
  ids["/api/webhook/:id"] = await create("/api/webhook", {
    url: "http://127.0.0.1:9/",
    events: ["user.joined"],
  });
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

/** Without those of a founder, whose rows are not made here. */
const CHANGES = OPERATIONS.filter(
  (operation) => operation.method === "PATCH" && !OWN_OPERATIONS.includes(operation),
).map(({ path }) => path);

test.each(CHANGES)("PATCH %s without any field is accepted, or says which field is missing", async (path) => {
  const { status, message } = await call("PATCH", path.replace(":id", ids[path] ?? ""), {});
  expect([200, 400], `${status} ${message}`).toContain(status);
});

test("a webhook endpoint can be turned off twice, and on twice", async () => {
  const path = `/api/webhook/${ids["/api/webhook/:id"]}`;
  for (const active of [false, false, true, true]) {
    const { status, data } = await call("PATCH", path, { active });
    expect([status, data.active]).toEqual([200, active]);
  }
});
