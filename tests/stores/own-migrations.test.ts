/** The founder's own migrations beside those of the product, which comes with new ones at each update. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";
import { quoteName } from "~/models/store/sequelize/dialects";
import { migrateDown, migrateUp } from "~/models/store/sequelize/migrate";
import { userEntity } from "~/models/user.server";
import { MIGRATIONS, PRODUCT_MIGRATIONS } from "../../migrations";
import { describeSqlStores } from "../support/stores";
import { buildUser } from "./rows";
import { withDatabase } from "./schema-dump";

const createTableMigration = (name: string, table: string): Migration => ({
  name,
  up: (schema) => schema.createTable(table, { columns: { id: string(36) } }),
  down: (schema) => schema.dropTable(table),
});

const OWN = [
  createTableMigration("own/0001-boats", "own_boats"),
  createTableMigration("own/0002-crews", "own_crews"),
];
const LATER = createTableMigration("9001-later", "later_things");

const BEFORE_UPDATE = [...PRODUCT_MIGRATIONS, ...OWN];
const AFTER_UPDATE = [...PRODUCT_MIGRATIONS, LATER, ...OWN];

await describeSqlStores("own migrations", (fresh) => {
  /** The founder has used the product: their own migrations have run, and there are rows. */
  beforeEach(async () => {
    const { url, store } = fresh();
    await store.migrate();
    await migrateUp(url, { migrations: BEFORE_UPDATE });
    await insert("own_boats", "a boat");
  });
  afterEach(async () => {
    await migrateDown(fresh().url, { to: "own/0001-boats", migrations: AFTER_UPDATE });
  });

  test("a later migration of the product runs after them, and keeps their rows and those of the product", async () => {
    const { url, store } = fresh();
    const user = buildUser();
    await store.insert(userEntity, user);
    const ran = await update();
    expect(ran).toEqual(["9001-later"]);
    expect(await list("own_boats")).toEqual(["a boat"]);
    expect(await store.findOne(userEntity, { id: user.id })).toEqual(user);
    const all = [...MIGRATIONS, ...BEFORE_UPDATE, LATER].map(({ name }) => name);
    expect(await listDone(url)).toEqual([...new Set(all)].sort());
  });

  test("undoing goes by time: the update's migration goes first, and theirs, which ran before, stay", async () => {
    const { url } = fresh();
    await update();
    await insert("later_things", "a thing");
    await migrateDown(url, { to: "9001-later", migrations: AFTER_UPDATE });
    expect(await list("own_boats")).toEqual(["a boat"]);
    await expect(list("later_things")).rejects.toThrow();
    await migrateDown(url, { to: "own/0002-crews", migrations: AFTER_UPDATE });
    expect(await list("own_boats")).toEqual(["a boat"]);
    await expect(list("own_crews")).rejects.toThrow();
  });

  /** Returns the names of the migrations that have run, in their order. */
  async function update(): Promise<string[]> {
    const ran: string[] = [];
    const log = (_message: string, { name }: Record<string, unknown>) => void ran.push(String(name));
    // An update comes later than what it updates. MariaDB keeps the second at which a migration has run, the others the millisecond.
    await new Promise((resolve) => setTimeout(resolve, /^(mysql|mariadb)/.test(fresh().url) ? 1100 : 5));
    await migrateUp(fresh().url, { log, migrations: AFTER_UPDATE });
    return ran;
  }

  function insert(table: string, id: string) {
    return withDatabase(fresh().url, ({ sequelize }) =>
      sequelize.getQueryInterface().bulkInsert(table, [{ id }]),
    );
  }

  async function list(table: string): Promise<string[]> {
    return withDatabase(fresh().url, async ({ sequelize, dialect }) => {
      const [rows] = await sequelize.query(`SELECT id FROM ${quoteName(dialect, table)}`);
      return (rows as { id: string }[]).map(({ id }) => id);
    });
  }

  const listDone = async (url: string) => {
    const ids = await withDatabase(url, async ({ sequelize, dialect }) => {
      const [rows] = await sequelize.query(`SELECT id FROM ${quoteName(dialect, "migrations")}`);
      return rows as { id: string }[];
    });
    return ids.map(({ id }) => id).sort();
  };
});
