/**
 * SQL Server, as far as it can be tested without one: the statements of the conformance suite and of the migrations are
 * kept in `sql-server/`, and a parser of its language reads them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import nodeSqlParser from "node-sql-parser";
import { DatabaseError, UniqueConstraintError } from "sequelize";
import { beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { openStore } from "~/models/store/open-store";
import { DIALECTS } from "~/models/store/sequelize/dialects";
import { isConflict, toDuplicateError, toStoreError } from "~/models/store/sequelize/errors";
import { loadSequelize } from "~/models/store/sequelize/sequelize-module";
import { DuplicateError, StoreUnavailableError } from "~/models/store/store";
import { recordMigrations } from "./recorded-statements";

// As every connection does before it can fail with one of these errors.
beforeAll(loadSequelize);

const FOLDER = join(import.meta.dirname, "sql-server");
const parser = new nodeSqlParser.Parser();
const parse = (sql: string) => parser.astify(sql, { database: "transactsql" });
const readStatements = (file: string) =>
  readFileSync(join(FOLDER, file), "utf8").split(";\n").filter(Boolean);

test("a parser of its language reads every statement of the conformance suite", () => {
  const statements = readStatements("conformance.sql");
  for (const sql of statements) expect(() => parse(toParsable(sql)), sql).not.toThrow();
  expect(() => parse("SELECT [id] FROM [users] WHERE ORDER BY [id]")).toThrow();
  for (const sql of statements) expect(sql).not.toMatch(/`| LIMIT |FOR UPDATE|INDEXED BY|'/);
});

test("the migrations change the schema by the statements that were reviewed", async () => {
  const sent = await recordMigrations("mssql");
  await expect(`${sent.join(";\n")};\n`, "npm run statements renews them").toMatchFileSnapshot(
    "./sql-server/migrations.sql",
  );
  const created = sent.filter((sql) => sql.includes("CREATE TABLE"));
  expect(created.length).toBeGreaterThan(25);
  for (const sql of created) {
    const columns = sql.replace(/^IF OBJECT_ID.*? IS NULL /, "").replaceAll(/ COLLATE \w+/g, "");
    expect(() => parse(columns.replaceAll("DATETIMEOFFSET(3)", "DATETIMEOFFSET")), sql).not.toThrow();
  }
  for (const sql of sent.filter((text) => text.startsWith("CREATE ")))
    expect(() => parse(sql), sql).not.toThrow();
});

describe("values", () => {
  const { encode, decodeText = String } = DIALECTS.mssql;

  test.each(["", " ", "a", "a ", "a\u0001", "a \u0001", "\u0001", "a\u0001\u0001", "Zoë 😀 "])(
    "%j is read as it was written, although SQL Server ignores trailing blanks",
    (text) => {
      const stored = String(encode(text));
      expect(stored.endsWith(" ")).toBe(false);
      expect(stored).not.toBe("");
      expect(decodeText(stored)).toBe(text);
    },
  );

  test("different texts stay different without their trailing blanks", () => {
    const texts = ["", " ", "  ", "a", "a ", "a  ", "a\u0001", "a \u0001", "a\u0001 "];
    expect(new Set(texts.map((text) => String(encode(text)).trimEnd())).size).toBe(texts.length);
  });

  test("a date is bound as a text with its zone", () => {
    expect(encode(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  });
});

describe("errors", () => {
  const fail = (number: number, message = "no") =>
    new DatabaseError(Object.assign(new Error(message), { code: "EREQUEST", number, sql: "SELECT 1" }));

  test("a deadlock is retried", () => {
    expect(isConflict(fail(1205))).toBe(true);
  });

  test.each([1222, 3906, 9002, 40613])("error %s says that the database is not available", (number) => {
    expect(toStoreError(fail(number))).toBeInstanceOf(StoreUnavailableError);
    expect(isConflict(fail(number))).toBe(false);
  });

  test("a mistake in a statement does not", () => {
    expect(toStoreError(fail(207))).not.toBeInstanceOf(StoreUnavailableError);
  });

  test("a duplicate names its fields, and its message has no values", () => {
    const message =
      "Cannot insert duplicate key row in object 'dbo.users' with unique index 'users_email_claim_unique'. The duplicate key value is (ada@example.com).";
    const parent = Object.assign(new Error(message), { code: "EREQUEST", number: 2601, sql: "INSERT" });
    const error = toDuplicateError(new UniqueConstraintError({ parent }), userEntity);
    expect(error).toBeInstanceOf(DuplicateError);
    expect(error).toMatchObject({ fields: ["emailClaim"] });
    expect(String((error as Error).cause)).not.toContain("ada");
  });
});

test("the store opens without contacting the server, and says that it cannot be reached when it is used", async () => {
  const store = await openStore("mssql://sa:secret@127.0.0.1:1/groundwork", { statementTimeoutMs: 500 });
  try {
    await expect(store.findOne(userEntity, { id: "a" })).rejects.toThrow(StoreUnavailableError);
    await expect(store.ping()).rejects.toThrow(StoreUnavailableError);
  } finally {
    await store.close();
  }
});

/** Replaces SQL Server's forms that the parser lacks: parameters that are numbers get a letter, hints are left out. */
function toParsable(sql: string): string {
  return sql
    .replaceAll(/\$(\d+)/g, "@p$1")
    .replaceAll(" WITH (UPDLOCK)", "")
    .replace("; SELECT @@ROWCOUNT AS AFFECTEDROWS", "");
}
