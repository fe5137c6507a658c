/** The differences between the SQL databases that the store's statements and tables depend on. */
import type { FieldType } from "../entity";
import type { Scalar } from "../store";

export type DialectName = "sqlite" | "postgres" | "mysql";

export interface Dialect {
  name: DialectName;
  /** Converts a value to what the driver accepts. */
  encode(value: Scalar): Scalar;
  columnType(type: FieldType): string;
  /** Whether the index that a page is read from is named in the text, because the generator knows no hint for it. */
  namesIndex: boolean;
  /** Whether rows are sorted by a column that is null in all of them, where their ids alone would be read from the index. */
  sortsByNull: boolean;
  /** Begins a transaction in which a row that was read does not change. */
  begin: string;
  /** Waits for the migration lock on the current connection. Null where `begin` already locks. */
  lockMigrations: string | null;
  unlockMigrations: string | null;
}

/** MariaDB uses MySQL's dialect and MySQL's driver. */
export const DIALECTS: Record<DialectName, Dialect> = {
  sqlite: {
    name: "sqlite",
    encode: encodeForSqlite,
    columnType: (type) => toColumnType(type, { text: "TEXT", boolean: "TINYINT(1)", date: "DATETIME" }),
    // For an account with most of all rows, SQLite prefers another index of the account and sorts all of its rows.
    namesIndex: true,
    sortsByNull: false,
    // A deferred transaction that reads first and writes later fails immediately when another writes in between.
    begin: "BEGIN IMMEDIATE",
    lockMigrations: null,
    unlockMigrations: null,
  },
  postgres: {
    name: "postgres",
    encode: (value) => value,
    columnType: (type) =>
      // Texts are compared and sorted by code points, whatever language the database was created for.
      toColumnType(
        type,
        { text: "TEXT", boolean: "BOOLEAN", date: "TIMESTAMP(3) WITH TIME ZONE" },
        ' COLLATE "C"',
      ),
    namesIndex: false,
    sortsByNull: false,
    begin: "BEGIN ISOLATION LEVEL READ COMMITTED",
    lockMigrations: "SELECT pg_advisory_xact_lock(hashtext('migrations'))",
    unlockMigrations: null,
  },
  mysql: {
    name: "mysql",
    encode: (value) => value,
    columnType: (type) =>
      toColumnType(type, { text: "MEDIUMTEXT", boolean: "TINYINT(1)", date: "DATETIME(3)" }),
    namesIndex: false,
    sortsByNull: true,
    // The isolation level is set when a connection opens.
    begin: "START TRANSACTION",
    // The lock belongs to the server, so its name contains the database's name.
    lockMigrations: "SELECT GET_LOCK(LEFT(CONCAT('migrations ', DATABASE()), 64), 600) AS locked",
    unlockMigrations: "SELECT RELEASE_LOCK(LEFT(CONCAT('migrations ', DATABASE()), 64))",
  },
};

interface TypeNames {
  text: string;
  boolean: string;
  date: string;
}

function toColumnType(type: FieldType, names: TypeNames, collation = ""): string {
  if (typeof type === "object") return `VARCHAR(${type.string})${collation}`;
  if (type === "text") return `${names.text}${collation}`;
  return type === "integer" ? "INTEGER" : names[type];
}

/** SQLite has neither dates nor booleans: they become texts that sort by time, and 1 and 0. */
function encodeForSqlite(value: Scalar): Scalar {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}
