/** The differences between the SQL databases that the store's statements and tables depend on. */
import type { FieldType } from "../entity";
import type { Scalar } from "../store";

export type DialectName = "sqlite" | "postgres" | "mysql";

export interface Dialect {
  name: DialectName;
  quote(identifier: string): string;
  /** Converts a value to what the driver accepts. */
  encode(value: Scalar): Scalar;
  columnType(type: FieldType): string;
  /** Follows a table's name, where the statement must name the index that a page is read from. */
  hintIndex(name: string | null): string;
  /** Whether rows are sorted by a column that is null in all of them, where their ids alone would be read from the index. */
  sortsByNull: boolean;
  /** Selects the version of the database in one column. */
  versionQuery: string;
  /** Begins a transaction in which a row that was read does not change. */
  begin: string;
  /** Ends a select that runs inside a transaction. */
  lockRows: string;
  /** Waits for the migration lock on the current connection. Null where `begin` already locks. */
  lockMigrations: string | null;
  unlockMigrations: string | null;
}

/** MariaDB uses MySQL's dialect and MySQL's driver. */
export const DIALECTS: Record<DialectName, Dialect> = {
  sqlite: {
    name: "sqlite",
    // Double quotes, not backticks: when Sequelize sees backticks, it asks SQLite for the table's columns before
    // each select.
    quote: (identifier) => `"${identifier}"`,
    encode: encodeForSqlite,
    columnType: (type) => toColumnType(type, { text: "TEXT", boolean: "TINYINT(1)", date: "DATETIME" }),
    // For an account with most of all rows, SQLite prefers another index of the account and sorts all of its rows.
    hintIndex: (name) => (name ? ` INDEXED BY "${name}"` : ""),
    sortsByNull: false,
    versionQuery: "SELECT sqlite_version() AS version",
    // A deferred transaction that reads first and writes later fails immediately when another writes in between.
    begin: "BEGIN IMMEDIATE",
    lockRows: "",
    lockMigrations: null,
    unlockMigrations: null,
  },
  postgres: {
    name: "postgres",
    quote: (identifier) => `"${identifier}"`,
    encode: (value) => value,
    columnType: (type) =>
      // Texts are compared and sorted by code points, whatever language the database was created for.
      toColumnType(
        type,
        { text: "TEXT", boolean: "BOOLEAN", date: "TIMESTAMP(3) WITH TIME ZONE" },
        ' COLLATE "C"',
      ),
    hintIndex: () => "",
    sortsByNull: false,
    versionQuery: "SELECT current_setting('server_version') AS version",
    begin: "BEGIN ISOLATION LEVEL READ COMMITTED",
    lockRows: " FOR UPDATE",
    lockMigrations: "SELECT pg_advisory_xact_lock(hashtext('migrations'))",
    unlockMigrations: null,
  },
  mysql: {
    name: "mysql",
    quote: (identifier) => `\`${identifier}\``,
    encode: (value) => value,
    columnType: (type) =>
      toColumnType(type, { text: "MEDIUMTEXT", boolean: "TINYINT(1)", date: "DATETIME(3)" }),
    // For an account with half of all rows, MariaDB scans the table from its start, whichever page is requested.
    hintIndex: (name) => (name ? ` FORCE INDEX (\`${name}\`)` : ""),
    sortsByNull: true,
    versionQuery: "SELECT VERSION() AS version",
    // The isolation level is set when a connection opens.
    begin: "START TRANSACTION",
    lockRows: " FOR UPDATE",
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
