/** Who may change a key whose scopes are beyond their own role, and how. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { planEntity } from "~/models/plan.server";
import { apiKeyEntity, type ApiKeyRow } from "~/models/api-key.server";
import type { OpenStore } from "~/models/store/database";
import { addMember } from "../../../tests/support/members";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { makeTestUser, makeSession, type TestUser } from "../../../tests/support/users";
import { createContext, makeApp } from "../../../tests/support/services";
import { insertShippedPlans } from "../billing/plans/plans.server";
import type { App } from "../platform/app.server";
import { runOperation } from "../platform/operation.server";
import { createKey, rotateKey } from "./create-key.server";
import { deleteKeys, updateKey } from "./keys.server";

const folder = mkdtempSync(join(tmpdir(), "key-changes-"));
let store: OpenStore;
let app: App;
let owner: TestUser;
let developer: TestUser;
let keyId: string;
beforeAll(async () => {
  store = await openMigratedStore(folder);
  app = makeApp({ store, folder });
  await insertShippedPlans(store);
  await store.update(planEntity, { id: "free" }, { keyLimit: 50 });
  const state = { isVerified: true, subscription: "active" } as const;
  owner = await makeTestUser(store, { permission: "owner", ...state });
  const { accountId } = owner;
  const { userId } = await makeTestUser(store, { permission: "owner", ...state });
  await addMember(store, { userId, accountId, role: "developer" });
  await store.remove(sessionEntity, { userId });
  const token = await makeSession(store, { userId, accountId, kind: "script" });
  developer = { userId, accountId, cookie: "", token };
});
beforeEach(async () => {
  const settings = { scope: ["events:write", "usage:read"], allowed_ips: ["10.0.0.0/24", "2001:db8::/48"] };
  keyId = await create({ ...settings, expires_at: "2030-01-01" });
});
afterAll(async () => {
  await app.keyUse.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const create = async (settings: object) => {
  const reply = await runOperation(
    createKey,
    { name: "Of the owner", ...settings },
    await createContext(app, owner),
  );
  return reply.data.id;
};
const change = async (changes: object, by = developer) =>
  runOperation(updateKey, { id: keyId, ...changes }, await createContext(app, by));
const readKey = async (): Promise<ApiKeyRow> => {
  const key = await store.findOne(apiKeyEntity, { id: keyId });
  if (!key) throw new Error("the key is gone");
  return key;
};

describe("a key whose scopes are beyond the role of a developer", () => {
  test.each([
    [{ allowed_ips: [] }, "allowed_ips"],
    [{ allowed_ips: ["0.0.0.0/0"] }, "allowed_ips"],
    [{ allowed_ips: ["10.0.0.0/23"] }, "allowed_ips"],
    [{ allowed_ips: ["10.0.0.0/24", "10.0.1.1"] }, "allowed_ips"],
    [{ allowed_ips: ["2001:db8:1::1"] }, "allowed_ips"],
    [{ expires_at: null }, "expires_at"],
    [{ expires_at: "2030-01-02" }, "expires_at"],
    [{ allowed_ips: ["10.0.0.1"], expires_at: null }, "expires_at"],
    [{ scope: ["events:write", "usage:read", "billing:read"] }, "scope"],
  ])("developers do not widen a key whose scopes are beyond their role: %j", async (changes, inputError) => {
    const before = await readKey();
    await expect(change(changes)).rejects.toMatchObject({ status: 403, detail: { inputError } });
    expect(await readKey()).toEqual(before);
    expect((await change(changes, owner)).data.id).toBe(keyId);
    expect(await readKey()).not.toEqual(before);
  });

  test.each([
    { name: "Renamed" },
    { allowed_ips: ["10.0.0.16/28", "10.0.0.7", "2001:db8:0:1::/64"] },
    { expires_at: "2029-12-31" },
    { scope: ["usage:read"] },
    { scope: ["events:write"], allowed_ips: [], expires_at: null },
    { active: false },
  ])("developers rename, narrow and revoke a key whose scopes are beyond their role: %j", async (changes) => {
    const before = await readKey();
    await change(changes);
    expect(await readKey()).not.toEqual(before);
  });

  test("developers do not rotate a key whose scopes are beyond their role, and can delete it", async () => {
    const rotation = runOperation(rotateKey, { id: keyId }, await createContext(app, developer));
    await expect(rotation).rejects.toMatchObject({ status: 403 });
    await runOperation(deleteKeys, { ids: [keyId] }, await createContext(app, developer));
    expect(await store.findOne(apiKeyEntity, { id: keyId })).toBeNull();
  });
});

test("a change that was allowed for the key as it was read answers 409 when the owner gives it more meanwhile", async () => {
  keyId = await create({ scope: ["events:write"], allowed_ips: ["10.0.0.1"], expires_at: "2030-01-01" });
  const context = await createContext(app, developer);
  const transaction: OpenStore["transaction"] = async (work) => {
    await store.update(apiKeyEntity, { id: keyId }, { scopes: "events:write usage:read" });
    return store.transaction(work);
  };
  const slow = { ...context, app: { ...app, store: { ...store, transaction } } };
  const lifted = runOperation(updateKey, { id: keyId, allowed_ips: [] }, slow);
  await expect(lifted).rejects.toMatchObject({ status: 409 });
  expect((await readKey()).allowedIps).toBe("10.0.0.1");
});

test("a key within the role of a developer can be widened by them", async () => {
  keyId = await create({ scope: ["events:write"], allowed_ips: ["10.0.0.1"], expires_at: "2030-01-01" });
  await change({ allowed_ips: [], expires_at: null });
  expect(await readKey()).toMatchObject({ allowedIps: null, expiresAt: null });
});
