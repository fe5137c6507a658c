/**
 * Oracle, as far as it can be tested without one: the statements of the conformance suite and of the migrations are kept in
 * `oracle/` and held to written rules. The suite itself also runs over a stand-in of Oracle's driver (tests/support/oracle).
 */
import { tokenEntity } from "~/models/token.server";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import driver, { type Connection } from "oracledb";
import { DatabaseError, Sequelize } from "sequelize";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountEntity } from "~/models/account.server";
import { userEntity } from "~/models/user.server";
import { openStore } from "~/models/store/open-store";
import { DIALECTS } from "~/models/store/sequelize/dialects";
import { isConflict, toDuplicateError, toStoreError } from "~/models/store/sequelize/errors";
import { migrateDown } from "~/models/store/sequelize/migrate";
import { createModels } from "~/models/store/sequelize/models";
import { loadOracleDriver } from "~/models/store/sequelize/oracle-driver";
import { loadSequelize } from "~/models/store/sequelize/sequelize-module";
import { createStatements } from "~/models/store/sequelize/statements";
import type { OpenStore } from "~/models/store/database";
import { DuplicateError, StoreUnavailableError } from "~/models/store/store";
import { createBackup } from "~/services/backup/create-backup.server";
import { restoreBackup } from "~/services/backup/restore-backup.server";
import { createBackupApp, fillStore } from "../support/backups";
import { createOracleStandIn } from "../support/oracle/stand-in";
import { readRestorable, readStore } from "../support/whole-store";
import { listBrokenMigrationRules, listBrokenRules, listLongIndexes } from "./oracle-rules";
import { recordMigrations } from "./recorded-statements";
import { buildAccount, buildUser } from "./rows";

// As every connection does before it can fail with one of these errors.
beforeAll(loadSequelize);

const { encode, decodeText = String, finish } = DIALECTS.oracle;

describe("statements", () => {
  test("those of the conformance suite keep the rules", () => {
    const file = join(import.meta.dirname, "oracle", "conformance.sql");
    const statements = readFileSync(file, "utf8").split(";\n").filter(Boolean);
    expect(statements.length).toBeGreaterThan(30);
    for (const sql of statements) expect(listBrokenRules(sql), sql).toEqual([]);
  });

  test.each([
    ['SELECT "id" FROM "users" "users" LIMIT 1', ["has the word LIMIT"]],
    ['SELECT "id" FROM "users" AS "users"', ["names a table with AS"]],
    [`SELECT "id" FROM "users" WHERE "name" = ''`, ["has '", "has '"]],
    ['SELECT "id" FROM "users" WHERE "dark_mode" = true', ["has the word true"]],
    ['SELECT "id" FROM "users" FETCH NEXT 1 ROWS ONLY FOR UPDATE', ["locks rows behind a limit"]],
    ['SELECT "id" FROM "users" WHERE "id" > :2 AND "name" > :1', ["binds :2 too late", "binds :1 too late"]],
    ['SELECT "id" FROM "mails" WHERE "mails"."payload" = :1', ['compares "mails"."payload"']],
    [`SELECT "${"a".repeat(129)}" FROM "users"`, [`has the name "${"a".repeat(129)}"`]],
    [`SELECT "id" FROM "users" WHERE "id" IN (${"NULL,".repeat(1000)}NULL)`, ["has a long list"]],
  ])("the rules find what Oracle refuses: %s", (sql, broken) => {
    expect(listBrokenRules(sql)).toEqual(broken);
  });

  test("the migrations change the schema by the statements that were reviewed, which keep the rules", async () => {
    const sent = await recordMigrations("oracle");
    await expect(`${sent.join(";\n")};\n`, "npm run statements renews them").toMatchFileSnapshot(
      "./oracle/migrations.sql",
    );
    expect(sent.filter((sql) => sql.includes("CREATE TABLE")).length).toBeGreaterThan(25);
    for (const sql of sent) expect(listBrokenMigrationRules(sql), sql).toEqual([]);
    expect(listLongIndexes()).toEqual([]);
  });

  test("a select in a transaction locks its rows by their ids, and checks the conditions again", async () => {
    const sequelize = new Sequelize({
      dialect: "oracle",
      databaseVersion: "19.0.0",
      logging: false,
    } as object);
    const { select } = createStatements(await createModels(sequelize, DIALECTS.oracle));
    const where = { userId: "ada", usedAt: null };
    const locked = finish?.(select(tokenEntity, where, { limit: 2, isLocking: true }));
    expect(locked?.sql.replace(/^SELECT .*? FROM/, "SELECT … FROM")).toBe(
      'SELECT … FROM "tokens"  "tokens" WHERE (("tokens"."user_id" = :1 AND "tokens"."used_at" IS NULL) AND "tokens"."id" IN ' +
        '(SELECT "id" FROM "tokens"  "tokens" WHERE (("tokens"."user_id" = :2 AND "tokens"."used_at" IS NULL)) ' +
        'ORDER BY "tokens"."id" OFFSET 0 ROWS FETCH NEXT 2 ROWS ONLY)) FOR UPDATE',
    );
    expect(locked?.bind).toEqual(["ada", "ada"]);
    expect(listBrokenRules(locked?.sql ?? "")).toEqual([]);
    const most = Array.from({ length: 1000 }, (_, index) => String(index));
    expect(listBrokenRules(finish?.(select(tokenEntity, { id: { in: most } }, {})).sql ?? "")).toEqual([]);
    expect(() => select(tokenEntity, { id: { in: [...most, "more"] } }, {})).toThrow(TypeError);
  });

  test("values are bound in the order of their places, as often as there are places", () => {
    const place = { sql: "a <= $3 AND (a < $3 OR (a = $3 AND id < $2)) AND b = $1", bind: ["b", "id", "a"] };
    expect(finish?.(place)).toEqual({
      sql: "a <= :1 AND (a < :2 OR (a = :3 AND id < :4)) AND b = :5",
      bind: ["a", "a", "a", "id", "b"],
    });
  });
});

describe("values", () => {
  const TEXTS = ["", "\u0001", "\u0001\u0001", "\u0001a", "\u0002", " ", "a", "a\u0001", "Zoë 😀 "];

  test.each(TEXTS)("%j is read as it was written, although an empty text is null in Oracle", (text) => {
    expect(encode(text)).not.toBe("");
    expect(decodeText(String(encode(text)))).toBe(text);
  });

  test("texts are stored in the same order", () => {
    const sorted = [...TEXTS].sort();
    expect([...TEXTS].sort((a, b) => (String(encode(a)) < String(encode(b)) ? -1 : 1))).toEqual(sorted);
    expect(new Set(TEXTS.map(encode)).size).toBe(TEXTS.length);
  });

  test("there are no booleans", () => {
    expect([true, false, null].map(encode)).toEqual([1, 0, null]);
  });
});

describe("errors", () => {
  const fail = (code: string) =>
    new DatabaseError(Object.assign(new Error(`${code}: no`), { code, sql: "SELECT 1" }));

  test.each(["ORA-00060", "ORA-08177"])("%s is a conflict, which is retried", (code) => {
    expect(isConflict(fail(code))).toBe(true);
  });

  test.each(["ORA-00054", "ORA-01034", "ORA-03113", "ORA-16000", "ORA-01653", "NJS-123", "NJS-500"])(
    "%s says that the database is not available",
    (code) => {
      expect(toStoreError(fail(code))).toBeInstanceOf(StoreUnavailableError);
      expect(isConflict(fail(code))).toBe(false);
    },
  );

  test("a mistake in a statement does not", () => {
    expect(toStoreError(fail("ORA-00942"))).not.toBeInstanceOf(StoreUnavailableError);
  });
});

describe("the driver", () => {
  const { getConnection } = driver;
  afterEach(() => {
    driver.getConnection = getConnection;
  });

  /** A connection that answers every statement with `answer`. */
  const openWith = async (answer: () => Promise<unknown>) => {
    const closed: unknown[] = [];
    const connection = {
      callTimeout: 0,
      isHealthy: () => true,
      close: (options: unknown) => Promise.resolve(void closed.push(options)),
      ...{ execute: answer, executeMany: answer, commit: answer, rollback: answer },
    } as unknown as Connection;
    driver.getConnection = () => Promise.resolve(connection);
    const loaded = (await loadOracleDriver(10)) as typeof driver;
    return { connection: await loaded.getConnection({}), closed };
  };

  test("a server that is silent is given up, and its connection is not used again", async () => {
    const { connection, closed } = await openWith(() => new Promise(() => undefined));
    expect(connection.isHealthy()).toBe(true);
    await expect(connection.execute("SELECT 1 FROM DUAL")).rejects.toMatchObject({ code: "NJS-123" });
    expect(connection.isHealthy()).toBe(false);
    expect(closed).toEqual([{ drop: true }]);
  });

  test.each([
    "ORA-00001: unique constraint (APP.users_email_claim_unique) violated",
    `ORA-00001: unique constraint ("APP"."users_email_claim_unique") violated on table APP.users columns (email_claim)
ORA-03301: (ORA-00001 details) row with column values (email_claim:'ada@example.com') already exists`,
  ])("a violated constraint is named, without the values: %s", async (message) => {
    const violation = Object.assign(new Error(message), { code: "ORA-00001" });
    const { connection } = await openWith(() => Promise.reject(violation));
    const failure = await connection.execute("INSERT", ["ada@example.com"]).catch((error: unknown) => error);
    const error = toDuplicateError(new DatabaseError(failure as never), userEntity);
    expect(error).toBeInstanceOf(DuplicateError);
    expect(error).toMatchObject({ fields: ["emailClaim"] });
    expect(String((error as Error).cause)).not.toContain("ada");
  });
});

describe("over the stand-in", () => {
  let url: string;
  let store: OpenStore;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await createOracleStandIn();
    url = database.url;
    const opened = await openStore(url);
    store = opened;
    await store.migrate();
    drop = async () => {
      await opened.close();
      await database.remove();
    };
  });
  afterEach(() => drop());

  test("migrations are undone and run again", async () => {
    await migrateDown(url);
    expect((await store.readSchemaState()).schema).toBe("none");
    await store.migrate();
    expect((await store.inspect()).pendingMigrations).toEqual([]);
    const user = buildUser({ name: "" });
    await store.insert(userEntity, user);
    expect(await store.find(userEntity, { name: "" })).toEqual([user]);
  });

  test("rows are inserted together, or none of them, although each has its own statement", async () => {
    const [first, second, third] = [buildAccount(), buildAccount(), buildAccount()];
    await store.insertAll(accountEntity, [first, second]);
    await expect(store.insertAll(accountEntity, [third, first])).rejects.toThrow(DuplicateError);
    expect(await store.count(accountEntity, {})).toBe(2);
  });

  test("a backup of every entity is restored into another database", async () => {
    const folder = mkdtempSync(join(tmpdir(), "groundwork-oracle-"));
    const [file, database] = [join(folder, "a.backup"), await createOracleStandIn()];
    const target = await openStore(database.url);
    await target.migrate();
    await fillStore(store, { rows: 7, events: 50 });
    await createBackup({ app: createBackupApp(store, folder), file });
    const app = createBackupApp(target, folder);
    await restoreBackup({ app, file, askPassphrase: () => Promise.reject(new Error("not needed")) });
    expect(await readStore(target)).toEqual(await readRestorable(store));
    await target.close();
    await database.remove();
    rmSync(folder, { recursive: true });
  });

  test("a snapshot shows one moment", async () => {
    await store.snapshot(async (reader) => {
      expect(await reader.count(accountEntity, {})).toBe(0);
      await store.insert(accountEntity, buildAccount());
      expect(await reader.count(accountEntity, {})).toBe(0);
    });
    expect(await store.count(accountEntity, {})).toBe(1);
  });
});

test("the store opens without contacting the server, and says that it cannot be reached when it is used", async () => {
  const store = await openStore("oracle://app:secret@127.0.0.1:1/FREEPDB1", { statementTimeoutMs: 500 });
  try {
    await expect(store.findOne(userEntity, { id: "a" })).rejects.toThrow(StoreUnavailableError);
    await expect(store.ping()).rejects.toThrow(StoreUnavailableError);
  } finally {
    await store.close();
  }
});
