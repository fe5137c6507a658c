/** Statements as Sequelize's generator writes them. No database is asked. */
import { Sequelize } from "sequelize";
import { describe, expect, test } from "vitest";
import { ANY_ENTITIES } from "../../all-entities";
import { toColumnName } from "../names";
import { eventEntity } from "../../event.server";
import { membershipEntity } from "../../membership.server";
import { tokenEntity } from "../../token.server";
import { userEntity } from "../../user.server";
import { VIEWER } from "../../viewer.server";
import { DIALECTS, type DialectName } from "./dialects";
import { createInsertAllStatements } from "./insert-all";
import { createJoinedStatement } from "./joined-statement";
import { createModels } from "./models";
import { createStatements } from "./statements";

const createModelsFor = (dialect: DialectName) =>
  createModels(
    new Sequelize({ dialect, logging: false, databaseVersion: "15.0.0" } as object),
    DIALECTS[dialect],
  );
const sqlite = createStatements(await createModelsFor("sqlite"));
const mysql = createStatements(await createModelsFor("mysql"));
const LISTED = Object.values(ANY_ENTITIES);

test("values are bound, never written into the text", () => {
  const evil = "x'; DROP TABLE tokens; --";
  const where = {
    hash: evil,
    email: { in: [evil, "b"] },
    kind: { not: "verify" },
    userId: { gte: evil.slice(0, 20) },
  };
  for (const { sql, bind } of [
    sqlite.select(tokenEntity, where, {}),
    sqlite.count(tokenEntity, where),
    sqlite.remove(tokenEntity, where),
    sqlite.update(tokenEntity, where, { email: evil }),
  ]) {
    expect(sql).not.toContain("DROP");
    expect(sql).not.toContain("'");
    expect(bind.filter((value) => value === evil).length).toBeGreaterThanOrEqual(2);
    expect(sql.match(/\$\d+/g)).toEqual(bind.map((_, index) => `$${index + 1}`));
  }
});

test("statements of one shape have one text, with the values of each", () => {
  const of = (id: string) => sqlite.update(tokenEntity, { id, usedAt: null }, { attempts: id.length });
  expect(of("other").sql).toBe(of("one").sql);
  expect(of("other").bind).toEqual([5, "other"]);
  expect(sqlite.update(tokenEntity, { id: "one", usedAt: new Date(0) }, { attempts: 3 }).sql).not.toBe(
    of("one").sql,
  );
  expect(sqlite.select(tokenEntity, { id: "one" }, { limit: 1 }).sql).not.toBe(
    sqlite.select(tokenEntity, { id: "one" }, {}).sql,
  );
});

test("after more shapes of statements than are kept, the first is written again", () => {
  const first = sqlite.select(tokenEntity, {}, { limit: 1 });
  for (let limit = 2; limit < 600; limit += 1)
    expect(sqlite.select(tokenEntity, {}, { limit }).sql).toMatch(new RegExp(` LIMIT ${limit}$`));
  expect(sqlite.select(tokenEntity, {}, { limit: 1 })).toEqual(first);
});

describe.each(["sqlite", "postgres", "mysql"] as const)("on %s", async (name) => {
  const models = await createModelsFor(name);
  const quote = (identifier: string) => models.generator.quoteIdentifier(identifier);

  test.each(LISTED)("a select of $table names every column, quoted", (entity) => {
    const { sql } = createStatements(models).select(entity, {}, {});
    for (const field of Object.keys(entity.fields)) expect(sql).toContain(quote(toColumnName(field)));
    expect(sql).toContain(`FROM ${quote(entity.table)}`);
  });

  test("a select locks its rows in a transaction, where rows can be locked", () => {
    const { select } = createStatements(models);
    expect(select(tokenEntity, { id: "a" }, { isLocking: true }).sql.endsWith(" FOR UPDATE")).toBe(
      name !== "sqlite",
    );
    expect(select(tokenEntity, { id: "a" }, {}).sql).not.toContain("FOR UPDATE");
  });

  test("the viewer's columns from different tables do not collide", () => {
    const { sql } = createJoinedStatement(models, createStatements(models), {
      join: VIEWER,
      where: { tokenHash: "x" },
    });
    const columnsOnly = sql.replace(/\(SELECT .*\) AS/, " AS").replace(/ FROM .*/, ", ");
    const aliases = Array.from(columnsOnly.matchAll(/ AS (\S+?),? /g), ([, alias]) => alias);
    const columns = Object.values(VIEWER.parts).flatMap(({ entity }) => Object.keys(entity.fields));
    expect(aliases).toHaveLength(columns.length + ["account_count"].length);
    expect(new Set(aliases).size).toBe(aliases.length);
  });
});

test("a select locks its rows by a hint on SQL Server", async () => {
  const { select } = createStatements(await createModelsFor("mssql"));
  expect(select(tokenEntity, { id: "a" }, { isLocking: true }).sql).toContain(
    "AS [tokens] WITH (UPDLOCK) WHERE",
  );
  expect(select(tokenEntity, { id: "a" }, {}).sql).not.toContain("UPDLOCK");
});

test.each(["sqlite", "postgres", "mssql", "oracle"] as const)(
  "a thousand users are inserted on %s by as few statements as it takes",
  async (name) => {
    const { insert } = createStatements(await createModelsFor(name));
    const user = Object.fromEntries(
      Object.entries(userEntity.fields).map(([field, { type, nullable }]) => {
        if (nullable) return [field, null];
        return [field, type === "date" ? new Date(0) : type === "boolean" ? true : "a"];
      }),
    );
    const rows = Array.from({ length: 1000 }, () => user);
    const parts = createInsertAllStatements(DIALECTS[name], insert, { entity: userEntity, rows });
    // Oracle inserts one row by a statement; elsewhere the number of values limits them.
    const rowsMax = name === "oracle" ? 1 : Math.floor(DIALECTS[name].valuesMax / Object.keys(user).length);
    expect(parts).toHaveLength(Math.ceil(rows.length / rowsMax));
    expect(parts.flatMap(({ bind }) => bind)).toHaveLength(1000 * Object.keys(user).length);
    for (const { sql, bind } of parts) {
      expect(bind.length).toBeLessThanOrEqual(DIALECTS[name].valuesMax);
      expect(sql.match(/\$\d+/g)).toEqual(bind.map((_, index) => `$${index + 1}`));
    }
    expect(() =>
      createInsertAllStatements(DIALECTS[name], insert, { entity: userEntity, rows: [...rows, user] }),
    ).toThrow(TypeError);
  },
);

describe("a page", () => {
  const page = {
    order: { by: "createdAt", direction: "desc" },
    limit: 25,
    after: { value: new Date(0), id: "m" },
  } as const;

  test("a page continues after the last row of the previous page, using the index", () => {
    const { sql, bind } = sqlite.select(membershipEntity, { accountId: "a" }, page);
    expect(sql.replaceAll("`memberships`.", "")).toContain(
      "WHERE ((`account_id` = $1) AND `created_at` <= $3 AND (`created_at` < $3 OR (`created_at` = $3 AND `id` < $2))) ORDER BY `created_at` DESC, `id` DESC LIMIT 25",
    );
    expect(bind).toEqual(["a", "m", new Date(0).toISOString()]);
  });

  test("a page of an account with half of all rows is read from its index on MariaDB too", () => {
    const hint = "FORCE INDEX (`memberships_account_id_created_at_id_role_verified_at_index`)";
    expect(mysql.select(membershipEntity, { accountId: "a" }, page).sql).toContain(hint);
    expect(mysql.select(membershipEntity, { accountId: { in: ["a", "b"] } }, page).sql).not.toContain(
      "FORCE",
    );
    expect(mysql.select(membershipEntity, {}, page).sql).not.toContain("FORCE");
    expect(mysql.select(membershipEntity, { accountId: "a" }, {}).sql).not.toContain("FORCE");
  });

  test("a page of few rows is read from the index that finds them, when the caller knows", () => {
    const few = { ...page, foundBy: "nameKey" };
    const hint = "memberships_account_id_name_key_id_role_verified_at_index";
    for (const dialect of [mysql, sqlite])
      expect(dialect.select(membershipEntity, { accountId: "a" }, few).sql).toContain(hint);
  });

  test("a page of an account with most rows is read from its index on SQLite too", () => {
    const hint =
      "AS `memberships` INDEXED BY `memberships_account_id_created_at_id_role_verified_at_index` WHERE";
    expect(sqlite.select(membershipEntity, { accountId: "a" }, page).sql).toContain(hint);
    expect(sqlite.select(membershipEntity, {}, page).sql).not.toContain("INDEXED");
  });

  test("a page of rows whose column is null is ordered by their ids alone on MariaDB, which would sort them all", () => {
    const nulls = { order: { by: "twoFactorAt", direction: "desc" } } as const;
    const where = { accountId: "a", twoFactorAt: null };
    expect(mysql.select(membershipEntity, where, nulls).sql).toContain("ORDER BY `memberships`.`id` DESC");
    expect(sqlite.select(membershipEntity, where, nulls).sql).toContain(
      "ORDER BY `memberships`.`two_factor_at` DESC, `memberships`.`id` DESC",
    );
  });

  test("a page of rows that a condition chooses is read from the index that begins with it", () => {
    expect(mysql.select(eventEntity, { name: "signed_up" }, page).sql).toContain(
      "`events_name_created_at_index`",
    );
    expect(mysql.select(eventEntity, {}, page).sql).toContain("`events_created_at_index`");
  });
});
