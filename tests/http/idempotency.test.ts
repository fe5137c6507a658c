/** Idempotency-Key over HTTP, and the entity tag of the API's description. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiClient, type Call } from "../support/clients";
import { makePerson } from "../support/people";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import type { Store } from "~/models/store/store";

let product: Product;
let store: Store;
let call: Call;
let accountId: string;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
  const owner = await makePerson(store, { permission: "owner", isVerified: true, subscription: "active" });
  accountId = owner.accountId;
  call = createApiClient(product, owner.token);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

const withKey = (key: string) => ({ "Idempotency-Key": key });

test("a repeated call answers the same, says so, and changes nothing more", async () => {
  const key = withKey("0199c3f0-7d1c-7c1e-9d55-0a4b1c2d3e4f");
  const first = await call("POST", "/api/key", { name: "Once", scope: ["events:write"] }, key);
  const again = await call("POST", "/api/key", { name: "Once", scope: ["events:write"] }, key);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body).toEqual(first.body);
  expect(first.headers.get("Idempotent-Replayed")).toBeNull();
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(await store.count("apiKeys", { accountId })).toBe(1);
  const other = await call("POST", "/api/key", { name: "Twice", scope: ["events:write"] }, key);
  expect([other.status, other.message]).toEqual([
    422,
    "This Idempotency-Key was sent before with another input. Use a new key for a new call.",
  ]);
});

test.each([
  ["a malformed key", "POST", "/api/event", "with spaces in it"],
  ["a key that is too long", "POST", "/api/event", "x".repeat(256)],
  ["a call that takes no key", "PATCH", "/api/account", "fine"],
  ["a call that starts a session", "POST", "/api/auth/magic", "fine"],
])("%s answers 400, and nothing runs", async (...[, method, path, key]) => {
  const body = { name: "report_opened", email: "ada@example.com" };
  const { status, message } = await call(method, path, body, withKey(key));
  expect([status, message]).toEqual([400, expect.stringContaining("Idempotency-Key")]);
  expect(await store.count("events", { accountId, name: body.name })).toBe(0);
});

test("while the API's description is the same, its entity tag answers 304", async () => {
  const first = await call("GET", "/api/openapi.json");
  expect(first.body).toMatchObject({ openapi: "3.1.0" });
  const etag = first.headers.get("ETag") ?? "";
  const headers = { "If-None-Match": etag };
  const again = await fetch(`${product.url}/api/openapi.json`, { headers });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await call("GET", "/api/openapi.json", undefined, { "If-None-Match": '"other"' })).status).toBe(
    200,
  );
});
