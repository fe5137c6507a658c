/** The recorder of key use, with a database that fails: nothing is lost, and nothing is counted twice. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { apiKeyDayEntity } from "~/models/api-key.server";
import { apiKeyEntity } from "~/models/api-key.server";
import type { OpenStore } from "~/models/store/database";
import { StoreUnavailableError } from "~/models/store/store";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { startKeyUse } from "./key-use.server";

const FOLDER = mkdtempSync(join(tmpdir(), "key-use-"));
const OWNED = { accountId: "account" };
const log = { error: vi.fn() };

let store: OpenStore;
beforeAll(async () => {
  store = await openMigratedStore(FOLDER);
});
afterAll(async () => {
  await store.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

async function insertKey(id: string): Promise<void> {
  const none = {
    allowedIps: null,
    overlapEndsAt: null,
    expiresAt: null,
    expiryWarnedAt: null,
    revokedAt: null,
  };
  const texts = { createdById: "user", name: "A program", scopes: "events:write", secretId: "s", hint: "h" };
  const unused = { lastUsedAt: null, lastUsedIp: null, createdAt: new Date() };
  await store.insert(apiKeyEntity, { id, ...OWNED, ...texts, ...none, ...unused });
}

test("calls while the database is down are kept, counted once and logged once", async () => {
  await insertKey("patient");
  let isDown = true;
  const transaction: OpenStore["transaction"] = (work) =>
    isDown ? Promise.reject(new StoreUnavailableError("down", null)) : store.transaction(work);
  const use = startKeyUse({ store: { ...store, transaction }, log, every: 5, firstAfter: 1 });
  const call = { keyId: "patient", ...OWNED, ip: "192.0.2.1" };
  for (let times = 0; times < 3; times += 1) {
    use.record(call);
    await use.flush();
  }
  expect([...(use.getUnstored("patient")?.calls.values() ?? [])]).toEqual([3]);
  isDown = false;
  use.record({ ...call, ip: "192.0.2.2" });
  await use.stop();
  expect(use.getUnstored("patient")).toBeUndefined();
  expect(await store.find(apiKeyDayEntity, { keyId: "patient" })).toMatchObject([{ calls: 4 }]);
  expect(await store.findOne(apiKeyEntity, { id: "patient" })).toMatchObject({ lastUsedIp: "192.0.2.2" });
  expect(log.error).toHaveBeenCalledTimes(1);
});

test("a key that is used all the time is written once in each period", async () => {
  await insertKey("busy");
  let count = 0;
  const transaction: OpenStore["transaction"] = (work) => {
    count += 1;
    return store.transaction(work);
  };
  const use = startKeyUse({ store: { ...store, transaction }, log, every: 60_000, firstAfter: 1 });
  for (let times = 0; times < 50; times += 1) {
    use.record({ keyId: "busy", ...OWNED, ip: "192.0.2.1" });
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(count).toBe(1);
  await use.stop();
  expect(count).toBe(2);
  expect(await store.find(apiKeyDayEntity, { keyId: "busy" })).toMatchObject([{ calls: 50 }]);
});

test("the calls before and after midnight (UTC) belong to their days", async () => {
  await insertKey("late");
  let now = Date.parse("2026-11-22T23:59:59.000Z");
  const use = startKeyUse({ store, log, every: 60_000, firstAfter: 60_000, now: () => now });
  use.record({ keyId: "late", ...OWNED, ip: "192.0.2.1" });
  now += 2000;
  use.record({ keyId: "late", ...OWNED, ip: "192.0.2.1" });
  await use.stop();
  const days = await store.find(apiKeyDayEntity, { keyId: "late" });
  expect(days.map(({ day, calls }) => [day, calls]).sort()).toEqual([
    ["2026-11-22", 1],
    ["2026-11-23", 1],
  ]);
});
