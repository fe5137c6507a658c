/** What the SQL databases do not do alike, as far as the store's own statements and tables are concerned. */
import type { FieldType } from "../entity";
import type { Scalar } from "../store";

export type DialectName = "sqlite" | "postgres" | "mysql";

export interface Dialect {
  name: DialectName;
  quote(identifier: string): string;
  /** The value as the driver is to be given it. */
  encode(value: Scalar): Scalar;
  columnType(type: FieldType): string;
  /** Said behind a table's name, where the planner needs to be told which index a page is read from. */
  hintIndex(name: string | null): string;
  /** Begins a transaction in which a row, once read, stays as it was read. */
  begin: string;
  /** Ends a select that is made inside a transaction. */
  lockRows: string;
  /** Takes the right to migrate on the current connection, waiting for it; null where `begin` does that. */
  lockMigrations: string | null;
  unlockMigrations: string | null;
}

/** MariaDB speaks MySQL's dialect and is reached with MySQL's driver. */
export const DIALECTS: Record<DialectName, Dialect> = {
  sqlite: {
    name: "sqlite",
    // Not backticks: on seeing those Sequelize asks SQLite for the table's columns before each select.
    quote: (identifier) => `"${identifier}"`,
    encode: encodeForSqlite,
    columnType: (type) => columnType(type, { text: "TEXT", boolean: "TINYINT(1)", date: "DATETIME" }),
    hintIndex: () => "",
    // A deferred transaction that reads first and writes later fails at once when another wrote in between.
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
      // The order and equality of texts are those of their code points, whatever language the database was made for.
      columnType(
        type,
        { text: "TEXT", boolean: "BOOLEAN", date: "TIMESTAMP(3) WITH TIME ZONE" },
        ' COLLATE "C"',
      ),
    hintIndex: () => "",
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
      columnType(type, { text: "MEDIUMTEXT", boolean: "TINYINT(1)", date: "DATETIME(3)" }),
    // MariaDB takes an account with half of all rows for one that is read from its start, whatever page is asked for.
    hintIndex: (name) => (name ? ` FORCE INDEX (\`${name}\`)` : ""),
    // The isolation level is set when a connection opens.
    begin: "START TRANSACTION",
    lockRows: " FOR UPDATE",
    // The lock belongs to the server, so the database's name is part of its name.
    lockMigrations: "SELECT GET_LOCK(LEFT(CONCAT('migrations ', DATABASE()), 64), 600) AS locked",
    unlockMigrations: "SELECT RELEASE_LOCK(LEFT(CONCAT('migrations ', DATABASE()), 64))",
  },
};

interface TypeNames {
  text: string;
  boolean: string;
  date: string;
}

function columnType(type: FieldType, names: TypeNames, collation = ""): string {
  if (typeof type === "object") return `VARCHAR(${type.string})${collation}`;
  if (type === "text") return `${names.text}${collation}`;
  return type === "integer" ? "INTEGER" : names[type];
}

/** SQLite has neither dates nor booleans: texts that sort by time, and 1 and 0. */
function encodeForSqlite(value: Scalar): Scalar {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}
