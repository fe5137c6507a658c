/** Idempotency-Key over HTTP, and the entity tag of the API's description. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventEntity } from "~/models/event.server";
import { sessionEntity } from "~/models/session.server";
import { apiKeyEntity } from "~/models/api-key.server";
import { OPERATIONS } from "~/services/operations.server";
import { createApiClient, PASSWORD, type Call } from "../support/clients";
import { openCredentials, type Credentials } from "../support/credentials";
import { getMembership, makeTestUser, makeSession } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import type { OpenStore } from "~/models/store/database";
import { withTwoFactor } from "../support/two-factor";

let product: Product;
let store: OpenStore;
let call: Call;
let accountId: string;
let people: Credentials;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  people = await openCredentials(product);
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  accountId = owner.accountId;
  call = createApiClient(product, owner.token);
});
afterAll(async () => {
  await people.close();
  await store.close();
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
  expect(await store.count(apiKeyEntity, { accountId })).toBe(1);
  const other = await call("POST", "/api/key", { name: "Twice", scope: ["events:write"] }, key);
  expect([other.status, other.message]).toEqual([
    422,
    "This Idempotency-Key was sent before with another input. Use a new key for a new call.",
  ]);
});

/** Long after the password or a code was given. */
const forgetConfirmation = (userId: string) =>
  store.update(
    sessionEntity,
    { userId },
    { credentialAt: null, reauthenticatedAt: new Date(Date.now() - 660_000) },
  );

describe("a repeated call whose answer has a whole API key", () => {
  test("a repeated call whose answer has a whole API key asks for the password as the first did, and answers the key with it alone", async () => {
    const { userId, script } = await people.signedIn();
    const wanted = { name: "Once", scope: ["events:write"] };
    const made = await script("POST", "/api/key", { ...wanted, password: PASSWORD }, withKey("make"));
    const id = String(made.data.id);
    const rotation = { overlap_hours: 0 };
    const rotated = await script("POST", `/api/key/${id}/rotate`, rotation, withKey("rotate"));
    for (const [path, body, key, first] of [
      ["/api/key", wanted, "make", made],
      [`/api/key/${id}/rotate`, rotation, "rotate", rotated],
    ] as const) {
      expect(first.status).toBe(200);
      await forgetConfirmation(userId);
      const unconfirmed = await script("POST", path, body, withKey(key));
      expect([unconfirmed.status, unconfirmed.body]).toEqual([
        403,
        { message: "Confirm this change with your password.", inputError: "password" },
      ]);
      const guessed = await script("POST", path, { ...body, password: "wrong one!" }, withKey(key));
      expect([guessed.status, guessed.data]).toEqual([400, {}]);
      const again = await script("POST", path, { ...body, password: PASSWORD }, withKey(key));
      expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([200, "true"]);
      expect(again.body).toEqual(first.body);
      expect(String(again.data.full_key)).toMatch(/^gw_test_/);
    }
    expect(await store.count(apiKeyEntity, { createdById: userId })).toBe(1);
  });

  test("the code of the first call is enough while it is recent, and later another one", async () => {
    const { email, backupCodes } = await withTwoFactor(product, "twice@example.com");
    const of = await getMembership(store, email);
    const { userId } = of;
    // The codes do not count in the session that has switched them on.
    const as = createApiClient(product, await makeSession(store, { ...of, kind: "script" }));
    await forgetConfirmation(userId);
    const repeat = (code = "") =>
      as("POST", "/api/key", { name: "Once", scope: ["events:write"], code }, withKey("by-code"));
    const first = await repeat(backupCodes[0]);
    expect([first.status, (await repeat(backupCodes[0])).body]).toEqual([200, first.body]);
    await forgetConfirmation(userId);
    expect((await repeat(backupCodes[0])).status).not.toBe(200);
    expect((await repeat(backupCodes[1])).body).toEqual(first.body);
  });
});

test("every call that asks for a confirmation and takes an Idempotency-Key asks again before it answers again", () => {
  const repeatable = OPERATIONS.filter(({ acceptsIdempotencyKey }) => acceptsIdempotencyKey);
  const isConfirmed = ({ input }: (typeof repeatable)[number]) => {
    const { shape = {} } = input._zod.def as { shape?: object };
    return "password" in shape || "code" in shape;
  };
  expect(repeatable.filter(isConfirmed).map(({ name }) => name)).toContain("createKey");
  for (const operation of repeatable)
    expect([operation.name, operation.confirmRepeat !== undefined]).toEqual([
      operation.name,
      isConfirmed(operation),
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
  expect(await store.count(eventEntity, { accountId, name: body.name })).toBe(0);
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
