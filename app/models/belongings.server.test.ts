import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openMigratedStore } from "../../tests/support/migrated-stores";
import { sessionEntity } from "./session.server";
import { userEntity } from "./user.server";
import { deleteAccountData, deleteUsers, listBelongings, type Belonging } from "./belongings.server";
import { ANY_ENTITIES, PRODUCT_ENTITIES } from "./all-entities";
import type { AnyEntity, AnyRow, Field } from "./store/entity";
import type { OpenStore } from "./store/database";

const ALL = Object.entries(ANY_ENTITIES);
const OWNER_FIELDS = { account: "accountId", user: "userId" } as const;

describe("the owner that an entity declares", () => {
  test.each(ALL)(
    "%s: a field with the id of an account or a user is declared in belongsTo",
    (_name, { fields, belongsTo }) => {
      for (const owner of ["account", "user"] as const) {
        const field = OWNER_FIELDS[owner];
        if (field in fields) expect(belongsTo?.[owner]).toBe(field);
      }
    },
  );

  test.each(ALL)("%s: the fields in belongsTo exist", (_name, { fields, belongsTo }) => {
    for (const field of Object.values(belongsTo ?? {})) expect(fields).toHaveProperty(field);
  });

  test("only the log of a deleted user, and the memberships of a deleted account, are declared as kept", () => {
    const kept = ALL.filter(([, { keptWhenDeleted }]) => keptWhenDeleted).map(([name]) => name);
    expect(kept.sort()).toEqual(["audits", "memberships"]);
  });
});

/** A fixed order prevents deadlocks between concurrent requests. */
test("rows are deleted in a fixed order", () => {
  const products = Object.entries<AnyEntity>(PRODUCT_ENTITIES);
  const names = (belongings: Belonging[]) =>
    belongings.flatMap(({ entity }) => products.find(([, one]) => one === entity)?.[0] ?? []);
  expect(names(listBelongings("user"))).toEqual([
    ...["memberships", "sessions", "tokens", "backupCodes", "identities", "passkeys", "signInUses"],
    ...[
      "logins",
      "devices",
      "notificationPreferences",
      "events",
      "feedback",
      "twoFactors",
      "idempotencyKeys",
    ],
  ]);
  expect(names(listBelongings("account"))).toEqual([
    ...["invites", "sessions", "tokens", "billingIntents", "events", "feedback", "audits"],
    ...["subscriptions", "usageDays", "usageBatches", "meterEvents", "usageDifferences"],
    "comparisonFindings",
    ...["invoices", "disputes", "apiKeys", "apiKeySecrets", "apiKeyDays"],
    ...["webhookEndpoints", "webhookDeliveries"],
    "idempotencyKeys",
  ]);
});

describe("deleting", () => {
  const folder = mkdtempSync(join(tmpdir(), "belongings-"));
  let store: OpenStore;
  beforeAll(async () => {
    store = await openMigratedStore(folder);
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    for (const [name, entity] of ALL) {
      await store.remove(entity, { id: { not: "none" } });
      if (!entity.belongsTo && name !== "users") continue;
      await store.insert(entity, createRow(entity, "deleted"));
      await store.insert(entity, createRow(entity, "kept"));
    }
  });

  test("deleting a user deletes their data except the log, and nothing of other users", async () => {
    await deleteUsers(store, [{ id: "deleted", isMaster: false }]);
    for (const [name, entity] of ALL) {
      const { belongsTo } = entity;
      if (name !== "users" && !belongsTo) continue;
      const isDeleted = name === "users" || (belongsTo?.user !== undefined && name !== "audits");
      expect([name, await store.count(entity, {})]).toEqual([name, isDeleted ? 1 : 2]);
    }
    expect(await store.findOne(userEntity, { id: "kept" })).not.toBeNull();
  });

  test("deleting an account's data deletes nothing of other accounts", async () => {
    await deleteAccountData(store, { accountIds: ["deleted"] });
    for (const [name, entity] of ALL) {
      const { belongsTo } = entity;
      if (name !== "users" && !belongsTo) continue;
      const isDeleted = belongsTo?.account !== undefined && name !== "memberships";
      expect([name, await store.count(entity, {})]).toEqual([name, isDeleted ? 1 : 2]);
    }
  });

  test("deleting a master ends the sessions in which they act as other users", async () => {
    await store.update(sessionEntity, { userId: "kept" }, { impersonatorId: "deleted" });
    await deleteUsers(store, [{ id: "deleted", isMaster: true }]);
    expect(await store.count(sessionEntity, {})).toBe(0);
  });

  test("without users and accounts, nothing is deleted", async () => {
    await deleteUsers(store, []);
    await deleteAccountData(store, { accountIds: [] });
    expect(await store.count(sessionEntity, {})).toBe(2);
  });
});

/** A row whose texts, its owners' ids among them, are all `id`. */
function createRow({ fields }: AnyEntity, id: string): AnyRow {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { type }]) => [field, toValue(type, id)]),
  ) as AnyRow;
}

function toValue(type: Field["type"], id: string): string | number | boolean | Date {
  if (type === "integer") return 0;
  if (type === "boolean") return false;
  if (type === "date") return new Date("2026-11-21T14:05:00.000Z");
  return typeof type === "object" ? id.slice(0, type.string) : id;
}
