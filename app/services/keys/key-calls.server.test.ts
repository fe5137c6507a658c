/** Who makes a call with an API key: a member of one account, without a session. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "~/domain/errors";
import type { OpenStore } from "~/models/store/database";
import { userEntity } from "~/models/user.server";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { makeTestUser, type TestUser } from "../../../tests/support/users";
import { createAnonymousContext, createContext, makeApp } from "../../../tests/support/services";
import { insertShippedPlans } from "../billing/plans/plans.server";
import type { App } from "../platform/app.server";
import { requireSession, runOperation, type Context } from "../platform/operation.server";
import { createKey } from "./create-key.server";
import { findByKey } from "./key-calls.server";

const folder = mkdtempSync(join(tmpdir(), "key-calls-"));
let store: OpenStore;
let app: App;
let owner: TestUser;
let key: string;
beforeAll(async () => {
  store = await openMigratedStore(folder);
  app = makeApp({ store, folder });
  await insertShippedPlans(store);
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  const context = await createContext(app, owner);
  const reply = await runOperation(createKey, { name: "A program", scope: ["events:write"] }, context);
  key = reply.data.full_key;
});
afterAll(async () => {
  await app.keyUse.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const find = () => findByKey(app, key, { ip: "192.0.2.1", exactIp: "192.0.2.1" });

test("a call with a key has its scopes, the member and the account, and no session and no other account", async () => {
  const viewer = await find();
  expect(viewer.key.scopes).toEqual(["events:write"]);
  expect([viewer.user.id, viewer.account.id, viewer.isOwner]).toEqual([owner.userId, owner.accountId, true]);
  expect(viewer).not.toHaveProperty("session");
  expect(viewer).not.toHaveProperty("accountCount");
});

/** The refusal of a call that needs a session; null when it has one. */
function findRefusal(context: Context): { code: string; messageKey: string } | null {
  try {
    requireSession(context);
    return null;
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, messageKey: error.messageKey };
    throw error;
  }
}

test("what needs a session refuses a call with a key as one without a scope, and a visitor", async () => {
  const visitor = createAnonymousContext(app);
  const noKeys = { code: "forbidden", messageKey: "keys:refused.no_keys" };
  expect(findRefusal({ ...visitor, viewer: await find() })).toEqual(noKeys);
  expect(findRefusal(visitor)).toMatchObject({ code: "unauthenticated" });
  const bySession = await createContext(app, owner);
  expect(findRefusal(bySession)).toBeNull();
  expect(requireSession(bySession)).toBe(bySession.viewer);
});

test("the access state of a call with a key is that of the member, also of a master's", async () => {
  const expected = { permission: "owner", role: "owner", isVerified: true, subscription: "active" };
  expect((await find()).accessState).toMatchObject(expected);
  await store.update(userEntity, { id: owner.userId }, { isMaster: true });
  expect((await find()).accessState).toMatchObject(expected);
  await store.update(userEntity, { id: owner.userId }, { isMaster: false });
});
