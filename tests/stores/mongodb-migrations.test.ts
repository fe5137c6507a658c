/** Migrations of MongoDB: collections and indexes up, down and up again, by one process at a time. */
import type { Db } from "mongodb";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { accountEntity } from "~/models/account.server";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import { migrateDown } from "~/models/store/mongodb/migrate";
import { indexName, toColumnName } from "~/models/store/names";
import { openStore } from "~/models/store/open-store";
import { MIGRATIONS } from "../../migrations";
import { withMongodb } from "../support/mongodb/databases";
import { describeMongodbStores } from "../support/stores";
import { ALL_ENTITIES, compareNames, type AnyEntity } from "./all-entities";
import { buildAccount, buildMembership, buildUser } from "./rows";

const PROCESSES = 3;
const NAMES = MIGRATIONS.map(({ name }) => name);

await describeMongodbStores("migrations", (fresh) => {
  beforeEach(() => fresh().store.migrate());

  test("migrating up, down and up again gives the same collections and indexes", async () => {
    const { url, store } = fresh();
    const before = await dumpIndexes(url);
    await migrateDown(url);
    expect(JSON.stringify(await dumpIndexes(url))).not.toContain("email_claim");
    await store.migrate();
    expect(await dumpIndexes(url)).toEqual(before);
  });

  test("columns that a migration adds are filled from existing rows, and gone after it is reverted", async () => {
    const { url, store } = fresh();
    const user = buildUser({ nameKey: "ada", email: "ada@example.com" });
    const membership = buildMembership({ userId: user.id, nameKey: user.nameKey, email: user.email });
    await store.insert(userEntity, user);
    await store.insert(membershipEntity, membership);
    await migrateDown(url, { to: "0007-members-searched" });
    const stored = await withMongodb(url, (db) => findStored(db, "memberships", membership.id));
    expect(stored).not.toHaveProperty("name_key");
    await store.migrate();
    expect(await store.findOne(membershipEntity, { id: membership.id })).toEqual(membership);
  });

  test("a row from before a migration that adds a nullable column has null in it", async () => {
    const { url, store } = fresh();
    const account = buildAccount();
    await store.insert(accountEntity, account);
    await migrateDown(url, { to: "0021-demo-accounts" });
    await store.migrate();
    expect(await store.findOne(accountEntity, { id: account.id, demoState: null })).toEqual(account);
    expect(await store.count(accountEntity, { id: account.id, demoState: { not: null } })).toBe(0);
    expect(await store.count(accountEntity, { id: account.id, demoState: { not: "complete" } })).toBe(1);
  });

  test("the next run completes a migration that stopped half-way", async () => {
    const { url, store } = fresh();
    const before = await dumpIndexes(url);
    await withMongodb(url, async (db) => {
      await db.collection<{ _id: string }>("migrations").deleteMany({ _id: { $gt: "0002" } });
      await db.collection("plans").dropIndex("plans_position_index");
      await db.collection("mails").drop();
    });
    await store.migrate();
    expect(await dumpIndexes(url)).toEqual(before);
  });

  test("processes that start at the same time run each migration once, and all succeed", async () => {
    const { url } = fresh();
    await migrateDown(url);
    const done: unknown[] = [];
    const log = (_: string, { name }: Record<string, unknown>) => done.push(name);
    const stores = await Promise.all(Array.from({ length: PROCESSES }, () => openStore(url, { log })));
    onTestFinished(() => Promise.all(stores.map((store) => store.close())).then(() => undefined));
    await Promise.all(stores.map((store) => store.migrate()));
    expect(done).toEqual(NAMES);
  });

  test("a process that died while it migrated holds up the others until its lease ends", async () => {
    const { url, store } = fresh();
    await migrateDown(url, { to: "0021-demo-accounts" });
    const until = new Date(Date.now() + 1000);
    await withMongodb(url, async (db) => {
      const locks = db.collection<{ _id: string }>("migration_lock");
      await locks.updateOne({ _id: "migrations" }, { $set: { owner: "gone", until } });
    });
    await store.migrate();
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  });

  test.each(ALL_ENTITIES)(
    "the collection of %s has the indexes of the entity, with the id as the last key",
    async (_, entity) => {
      const indexes = await withMongodb(fresh().url, (db) => db.collection(entity.table).indexes());
      const found = indexes
        .filter(({ name }) => name !== "_id_")
        .map(({ name = "", key, unique = false }) => [name, Object.keys(key as object), unique]);
      expect(found.toSorted(compareNames)).toEqual(listExpectedIndexes(entity).toSorted(compareNames));
    },
  );
});

async function dumpIndexes(url: string): Promise<unknown[]> {
  return withMongodb(url, async (db) => {
    const collections = await db.listCollections().toArray();
    const names = collections.map(({ name }) => name).toSorted();
    return Promise.all(names.map(async (name) => [name, sortByName(await db.collection(name).indexes())]));
  });
}

function sortByName<T extends { name?: string }>(indexes: T[]): T[] {
  return indexes.toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
}

function findStored(db: Db, collection: string, id: string) {
  return db.collection<{ _id: string }>(collection).findOne({ _id: id });
}

function listExpectedIndexes({ table, unique = [], indexes = [] }: AnyEntity): [string, string[], boolean][] {
  const toKeys = (columns: readonly string[]) => columns.map((column) => (column === "id" ? "_id" : column));
  return [
    ...unique.map((fields): [string, string[], boolean] => {
      const columns = fields.map(toColumnName);
      return [indexName(table, columns, "unique"), toKeys(columns), true];
    }),
    ...indexes.map((fields): [string, string[], boolean] => {
      const columns = fields.map(toColumnName);
      const tie = columns.includes("id") ? [] : ["_id"];
      return [indexName(table, columns, "index"), [...toKeys(columns), ...tie], false];
    }),
  ];
}
