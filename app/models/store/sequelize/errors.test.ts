import { ConnectionRefusedError, DatabaseError, TimeoutError, UniqueConstraintError } from "sequelize";
import { inspect } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "../../user.server";
import { DuplicateError, StoreUnavailableError } from "../store";
import { toDuplicateError, toStoreError, isConflict, isUnavailable } from "./errors";
import { loadSequelize } from "./sequelize-module";

// As every connection does before it can fail with one of these errors.
beforeAll(loadSequelize);

const createDriverError = (code: string, message = "what the driver says") =>
  new DatabaseError(Object.assign(new Error(message), { code, sql: "SELECT 1" }));

describe("a database that is down, full, read-only or too slow throws StoreUnavailableError", () => {
  test.each([
    ["PostgreSQL shutting down", "57P01"],
    ["PostgreSQL starting up", "57P03"],
    ["a statement that took too long", "57014"],
    ["too many connections", "53300"],
    ["no space left", "53100"],
    ["a failed connection", "08006"],
    ["a row that is locked for too long", "55P03"],
    ["PostgreSQL read-only", "25006"],
    ["SQLite busy", "SQLITE_BUSY"],
    ["SQLite read-only", "SQLITE_READONLY"],
    ["a full disk under SQLite", "SQLITE_FULL"],
    ["SQLite's disk failing", "SQLITE_IOERR"],
    ["a file that cannot be opened", "SQLITE_CANTOPEN"],
    ["MariaDB read-only", "ER_OPTION_PREVENTS_STATEMENT"],
    ["a MariaDB statement that took too long", "ER_STATEMENT_TIMEOUT"],
    ["a MariaDB row that is locked for too long", "ER_LOCK_WAIT_TIMEOUT"],
    ["a lost MariaDB connection", "PROTOCOL_CONNECTION_LOST"],
    ["a MySQL user with too many connections", "ER_TOO_MANY_USER_CONNECTIONS"],
    ["the network", "ECONNRESET"],
    ["a socket that was closed", "ERR_STREAM_DESTROYED"],
  ])("%s (%s)", (_, code) => {
    expect(toStoreError(createDriverError(code))).toBeInstanceOf(StoreUnavailableError);
    expect(isConflict(createDriverError(code))).toBe(false);
  });

  test.each([
    ["a MariaDB statement that took too long", 1969],
    ["a MariaDB connection that was ended", 1927],
  ])("%s, which the driver reports only as a number (%s)", (_, errno) => {
    const error = new DatabaseError(
      Object.assign(new Error("no"), { code: undefined, errno, sql: "SELECT 1" }),
    );
    expect(toStoreError(error)).toBeInstanceOf(StoreUnavailableError);
  });

  test.each([
    ["PostgreSQL without space", "53100", true],
    ["PostgreSQL read-only", "25006", true],
    ["SQLite without space", "SQLITE_FULL", true],
    ["SQLite read-only", "SQLITE_READONLY", true],
    ["SQLite's disk failing", "SQLITE_IOERR", true],
    ["MariaDB read-only", "ER_OPTION_PREVENTS_STATEMENT", true],
    ["MariaDB without space", "ER_DISK_FULL", true],
    ["a full table of MariaDB", "ER_RECORD_FILE_FULL", true],
    ["a full file system", "ENOSPC", true],
    ["SQL Server without space", "EREQUEST 1105", true],
    ["Oracle read-only", "ORA-16000", true],
    ["SQLite busy", "SQLITE_BUSY", false],
    ["PostgreSQL shutting down", "57P01", false],
    ["too many connections", "53300", false],
    ["the network", "ECONNRESET", false],
  ])("%s (%s) refuses every write: %s", (_, code, refusesWrites) => {
    expect(toStoreError(createDriverError(code))).toMatchObject({ refusesWrites });
  });

  test("errors without a code, recognized by their message or class", () => {
    expect(isUnavailable(createDriverError("", "Connection terminated unexpectedly"))).toBe(true);
    expect(isUnavailable(createDriverError("", "Query read timeout"))).toBe(true);
    expect(
      isUnavailable(createDriverError("", "Can't add new command when connection is in closed state")),
    ).toBe(true);
    expect(isUnavailable(new ConnectionRefusedError(new Error("no")))).toBe(true);
    expect(isUnavailable(new TimeoutError(Object.assign(new Error("no"), { sql: "" })))).toBe(true);
  });

  test("the error keeps its cause for the log", () => {
    const error = createDriverError("SQLITE_FULL", "SQLITE_FULL: database or disk is full");
    expect(toStoreError(error)).toMatchObject({
      cause: { code: "SQLITE_FULL", message: "SQLITE_FULL: database or disk is full in: SELECT 1" },
      message: expect.stringContaining("disk is full") as string,
    });
  });
});

test.each(["40001", "40P01", "ER_LOCK_DEADLOCK"])(
  "%s is a conflict that may be retried, also after it was converted",
  (code) => {
    expect(isConflict(createDriverError(code))).toBe(true);
    expect(isConflict(toStoreError(createDriverError(code)))).toBe(true);
    expect(toStoreError(toStoreError(createDriverError(code)))).toBeInstanceOf(StoreUnavailableError);
  },
);

test("an error that did not come from a statement, or that is unknown, keeps its meaning", () => {
  const mistake = new TypeError("no");
  expect(toStoreError(mistake)).toBe(mistake);
  const unknown = toStoreError(createDriverError("42703", "column x does not exist"));
  expect(unknown).toMatchObject({ code: "42703", message: "column x does not exist in: SELECT 1" });
  expect(toStoreError(unknown)).toBe(unknown);
});

test.each([
  ["ER_DUP_ENTRY", "Duplicate entry 'canary@exam' for key 'users.users_email_claim_unique'"],
  ["ER_DUP_ENTRY", "Duplicate entry 'canary@it's' for key 'users.users_email_claim_unique'"],
  ["ER_TRUNCATED_WRONG_VALUE", "Incorrect datetime value: 'canary' for column `created_at` at row 1"],
  ["ER_LOCK_WAIT_TIMEOUT", "Lock wait timeout exceeded: canary@example.com"],
  ["22P02", 'invalid input syntax for type timestamp: "canary@example.com"'],
  ["40001", "could not serialize access: canary@example.com"],
])("no error contains the values of its statement: %s %s", (code, message) => {
  const parent = Object.assign(new Error(message), {
    code,
    sql: "INSERT INTO users VALUES ($1, $2)",
    parameters: ["canary@example.com", 7],
    detail: "Key (email)=(canary@example.com) already exists.",
  });
  for (const error of [new DatabaseError(parent), new UniqueConstraintError({ parent, message })]) {
    const failure = toStoreError(error);
    expect(inspect(failure, { depth: 10, showHidden: true })).not.toContain("canary");
  }
});

test.each([
  [
    "SQLITE_CONSTRAINT: UNIQUE constraint failed: memberships.user_id, memberships.account_id",
    ["userId", "accountId"],
  ],
  ["SQLITE_CONSTRAINT: UNIQUE constraint failed: users.id", ["id"]],
  ["Duplicate entry 'a' for key 'users.users_email_claim_unique'", ["emailClaim"]],
  ["Duplicate entry 'a' for key 'users_email_claim_unique'", ["emailClaim"]],
  ["Duplicate entry 'b' for key 'users_email_claim_unique' for key 'PRIMARY'", ["id"]],
])("a duplicate error names its fields: %s", (message, fields) => {
  const violation = new UniqueConstraintError({ parent: Object.assign(new Error(message), { sql: "" }) });
  const duplicate = toDuplicateError(violation, userEntity);
  expect(duplicate).toBeInstanceOf(DuplicateError);
  expect(duplicate).toMatchObject({ fields });
});
