/** Migrations up, down and up again, and from several processes at once; the schema matches the entities. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import { accountEntity } from "~/models/account.server";
import type { Field } from "~/models/store/entity";
import { toColumnName, toFieldName, indexName } from "~/models/store/names";
import { quoteName } from "~/models/store/sequelize/dialects";
import { migrateDown, migrateUp } from "~/models/store/sequelize/migrate";
import { MIGRATIONS, PRODUCT_MIGRATIONS } from "../../migrations";
import { OWN_MIGRATIONS } from "../../migrations/own";
import { describeSqlStores } from "../support/stores";
import { ALL_ENTITIES, compareNames, type AnyEntity } from "./all-entities";
import { buildMembership, buildAccount, buildUser } from "./rows";
import { dumpSchema, withDatabase } from "./schema-dump";

const IDENTIFIER_MAX = 63;
const PROCESSES = 3;

await describeSqlStores("migrations", (fresh) => {
  beforeEach(() => fresh().store.migrate());

  test("migrating up, down and up again gives the same schema", async () => {
    const { url, store } = fresh();
    const before = await dumpSchema(url);
    await migrateDown(url);
    expect(JSON.stringify(await dumpSchema(url))).not.toContain("email_claim");
    await store.migrate();
    expect(await dumpSchema(url)).toEqual(before);
  });

  test("each migration can be reverted and run again on its own", async () => {
    const { url } = fresh();
    const schemas = [await dumpSchema(url)];
    for (const { name } of MIGRATIONS.toReversed()) {
      await migrateDown(url, { to: name });
      schemas.unshift(await dumpSchema(url));
    }
    for (const [place, { name }] of MIGRATIONS.entries()) {
      await migrateUp(url, { to: name });
      expect(await dumpSchema(url), name).toEqual(schemas[place + 1]);
    }
  });

  test("migrating again changes nothing and keeps the data", async () => {
    const { url, store } = fresh();
    const before = await dumpSchema(url);
    const account = buildAccount();
    await store.insert(accountEntity, account);
    await store.migrate();
    expect(await dumpSchema(url)).toEqual(before);
    expect(await store.findOne(accountEntity, { id: account.id })).toEqual(account);
  });

  test("members from before the member search get their search columns", async () => {
    const { url, store } = fresh();
    const user = buildUser({ nameKey: "ada", email: "ada@example.com" });
    const membership = buildMembership({ userId: user.id, nameKey: user.nameKey, email: user.email });
    await store.insert(userEntity, user);
    await store.insert(membershipEntity, membership);
    await migrateDown(url, { to: "0007-members-searched" });
    await store.migrate();
    expect(await store.findOne(membershipEntity, { id: membership.id })).toEqual(membership);
  });

  test("the next run completes a migration that stopped half-way", async () => {
    const { url, store } = fresh();
    const before = await dumpSchema(url);
    await withDatabase(url, async ({ sequelize, dialect }) => {
      const tables = sequelize.getQueryInterface();
      const [done, id] = ["migrations", "id"].map((name) => quoteName(dialect, name));
      await sequelize.query(`DELETE FROM ${done} WHERE ${id} > '0002'`);
      await tables.removeIndex("plans", "plans_position_index");
      await tables.dropTable("mails");
    });
    await store.migrate();
    expect(await dumpSchema(url)).toEqual(before);
  });

  test("a failing migration throws, and runs once the cause is gone", async () => {
    const { url, store } = fresh();
    const before = await dumpSchema(url);
    await migrateDown(url);
    const run = (write: (quote: (name: string) => string) => string) =>
      withDatabase(url, ({ sequelize, dialect }) =>
        sequelize.query(write((name) => quoteName(dialect, name))),
      );
    await run(
      (quote) => `CREATE VIEW ${quote("mails")} AS SELECT ${quote("id")} FROM ${quote("migrations")}`,
    );
    await expect(store.migrate()).rejects.toThrow();
    await expect(store.migrate()).rejects.toThrow();
    await run((quote) => `DROP VIEW ${quote("mails")}`);
    await store.migrate();
    expect(await dumpSchema(url)).toEqual(before);
  });

  test("processes that start at the same time run each migration once, and all succeed", async () => {
    const { url } = fresh();
    const before = await dumpSchema(url);
    await migrateDown(url);
    const ended = await Promise.all(Array.from({ length: PROCESSES }, () => migrateInProcess(url)));
    expect(ended.map(({ code, complaints }) => [code, complaints])).toEqual(ended.map(() => [0, ""]));
    const steps = ended.flatMap(({ output }) =>
      output.split("\n").filter((line) => line.startsWith("migrated ")),
    );
    expect(steps).toEqual(MIGRATIONS.map(({ name }) => `migrated ${name}`));
    expect(await dumpSchema(url)).toEqual(before);
  });

  test.each(ALL_ENTITIES)("the table of %s has the fields and indexes of the entity", async (_, entity) => {
    await withDatabase(fresh().url, async ({ sequelize }) => {
      const tables = sequelize.getQueryInterface();
      const columns = Object.entries(await tables.describeTable(entity.table));
      const found = columns.map(([name, { type, allowNull, primaryKey }]) => [
        toFieldName(name),
        toKind(type),
        allowNull,
        primaryKey,
      ]);
      const asked = Object.entries(entity.fields).map(([name, field]) => [
        name,
        getExpectedKind(field),
        field.nullable,
        name === "id",
      ]);
      expect(found.toSorted(compareNames)).toEqual(asked.toSorted(compareNames));

      const indexes = (await tables.showIndex(entity.table)) as FoundIndex[];
      const described = indexes
        .filter(({ name, primary }) => !primary && !name.startsWith("sqlite_autoindex"))
        .map(({ name, unique, fields }) => [name, unique, fields.map(({ attribute }) => attribute)]);
      expect(described.toSorted(compareNames)).toEqual(listExpectedIndexes(entity).toSorted(compareNames));
    });
  });
});

describe("table and column names", () => {
  test.each(ALL_ENTITIES)(
    "the names of %s are short enough for every engine, and convert back to the fields",
    (_, entity) => {
      const fields = Object.keys(entity.fields);
      expect(fields.map(toColumnName).map(toFieldName)).toEqual(fields);
      const indexes = listExpectedIndexes(entity).map(([name]) => name);
      for (const name of [entity.table, ...fields.map(toColumnName), ...indexes]) {
        expect(name.length).toBeLessThanOrEqual(IDENTIFIER_MAX);
      }
    },
  );

  test.each(ALL_ENTITIES)(
    "the unique fields of %s are never null, and every index is on existing fields",
    (_, entity) => {
      const fields = new Map(Object.entries(entity.fields));
      for (const name of (entity.unique ?? []).flat()) expect(fields.get(name)?.nullable).toBe(false);
      for (const name of (entity.indexes ?? []).flat()) expect(entity.fields).toHaveProperty(name);
    },
  );

  test.each([
    ["the product's", PRODUCT_MIGRATIONS],
    ["the founder's", OWN_MIGRATIONS],
  ])("%s migrations are numbered in order", (_whose, migrations) => {
    const names = migrations.map(({ name }) => name.replace("own/", ""));
    expect(names).toEqual(names.toSorted());
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
  });
});

interface FoundIndex {
  name: string;
  unique: boolean;
  primary: boolean;
  fields: { attribute: string }[];
}

function listExpectedIndexes({ table, unique = [], indexes = [] }: AnyEntity): [string, boolean, string[]][] {
  const nameIndex =
    (kind: "unique" | "index") =>
    (fields: readonly string[]): [string, boolean, string[]] => {
      const columns = fields.map(toColumnName);
      return [indexName(table, columns, kind), kind === "unique", columns];
    };
  return [...unique.map(nameIndex("unique")), ...indexes.map(nameIndex("index"))];
}

function getExpectedKind({ type }: Field): string {
  return typeof type === "object" ? `string ${type.string}` : type;
}

/** Maps each engine's own type names to ours. */
function toKind(type: string): string {
  const length = /^(?:VARCHAR|CHARACTER VARYING)\((\d+)\)/.exec(type)?.[1];
  if (length) return `string ${length}`;
  if (/^(TEXT|MEDIUMTEXT)/.test(type)) return "text";
  if (/^(BOOLEAN|TINYINT\(1\))/.test(type)) return "boolean";
  if (type.startsWith("INT")) return "integer";
  return /^(DATETIME|DATETIME\(3\)|TIMESTAMP WITH TIME ZONE)$/.test(type) ? "date" : type;
}

interface Ended {
  code: number | null;
  output: string;
  complaints: string;
}

function migrateInProcess(url: string): Promise<Ended> {
  const script = fileURLToPath(new URL("migrate-process.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, url]);
  let [output, complaints] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  return new Promise((done) => {
    child.on("close", (code) => done({ code, output, complaints }));
  });
}
