/** The differences between the SQL databases that the store's statements and tables depend on. */
import type { Sequelize, Utils } from "sequelize";
import type { FieldType } from "../entity";
import type { Scalar } from "../conditions";
import { decodeFromOracle, encodeForOracle, orderPlaces, toOracleType } from "./oracle-values";

export type DialectName = "sqlite" | "postgres" | "mysql" | "mssql" | "oracle";

/** Sequelize's functions for the parts of a statement that are no column. */
type SqlParts = Pick<typeof Sequelize, "fn" | "col" | "cast">;

export interface Dialect {
  name: DialectName;
  /** Converts a value to what the driver accepts. */
  encode(value: Scalar): Scalar;
  /** Converts a text that the driver read to the one that was encoded. */
  decodeText?(text: string): string;
  columnType(type: FieldType): string;
  /** Converts a finished statement to what the driver accepts, where that is not its placeholders' form. */
  finish?(statement: { sql: string; bind: Scalar[] }): { sql: string; bind: Scalar[] };
  /** The mark around names in the statements that the store writes itself. */
  nameMark: '"' | "`";
  /** Whether the index that a page is read from is named in the text, because the generator knows no hint for it. */
  namesIndex: boolean;
  /** Whether rows are sorted by a column that is null in all of them, where their ids alone would be read from the index. */
  sortsByNull: boolean;
  /** Whether rows are locked by their ids, because a select with a limit cannot lock them. */
  locksByIds: boolean;
  /** The most values that a statement binds. */
  valuesMax: number;
  /** Whether a statement inserts one row only. */
  insertsOneByOne: boolean;
  /** The day in UTC of a column that holds dates, as the text YYYY-MM-DD. */
  toDay(sql: SqlParts, column: string): Utils.Fn | Utils.Cast;
  /** Selects the version of the database in one column. */
  versionQuery: string;
  /** Selects how many connections the server accepts, in one column. */
  connectionLimitQuery?: string;
  /** Begins a transaction in which a row that was read does not change. */
  begin: string;
  commit: string;
  rollBack: string;
  /** Waits for the migration lock on the current connection. Null where `begin` already locks. */
  lockMigrations: string | null;
  unlockMigrations: string | null;
  /** Whether a change of the schema ends the transaction, and its locks: the migration lock has its own connection. */
  locksApart: boolean;
}

/** Readers do not wait for writers only when the database keeps the rows' versions. */
const LOCK_SQL_SERVER = `IF (SELECT is_read_committed_snapshot_on FROM sys.databases WHERE database_id = DB_ID()) = 0
  THROW 50000, 'the database needs ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT ON', 1;
DECLARE @got INT;
EXEC @got = sp_getapplock @Resource = 'migrations', @LockMode = 'Exclusive', @LockTimeout = 600000;
SELECT CASE WHEN @got < 0 THEN 0 ELSE 1 END AS locked`;

/** A table has the lock, because the database's named locks need a right that has to be granted. */
const LOCK_ORACLE = `DECLARE charset VARCHAR2(64);
BEGIN
  SELECT value INTO charset FROM nls_database_parameters WHERE parameter = 'NLS_CHARACTERSET';
  IF charset != 'AL32UTF8' THEN raise_application_error(-20000, 'the database needs the character set AL32UTF8'); END IF;
  BEGIN
    EXECUTE IMMEDIATE 'CREATE TABLE "migration_lock" ("id" NUMBER(1))';
  EXCEPTION WHEN OTHERS THEN IF SQLCODE != -955 THEN RAISE; END IF;
  END;
  EXECUTE IMMEDIATE 'LOCK TABLE "migration_lock" IN EXCLUSIVE MODE WAIT 600';
END;`;

/** MariaDB uses MySQL's dialect and MySQL's driver. */
export const DIALECTS: Record<DialectName, Dialect> = {
  sqlite: {
    name: "sqlite",
    encode: encodeForSqlite,
    columnType: (type) => toColumnType(type, { text: "TEXT", boolean: "TINYINT(1)", date: "DATETIME" }),
    // For an account with most of all rows, SQLite prefers another index of the account and sorts all of its rows.
    namesIndex: true,
    sortsByNull: false,
    nameMark: '"',
    locksByIds: false,
    valuesMax: 32_766,
    insertsOneByOne: false,
    toDay: ({ fn, col }, column) => fn("SUBSTR", col(column), 1, 10),
    versionQuery: "SELECT sqlite_version() AS version",
    // A deferred transaction that reads first and writes later fails immediately when another writes in between.
    begin: "BEGIN IMMEDIATE",
    commit: "COMMIT",
    rollBack: "ROLLBACK",
    lockMigrations: null,
    unlockMigrations: null,
    locksApart: false,
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
    nameMark: '"',
    locksByIds: false,
    valuesMax: 65_535,
    insertsOneByOne: false,
    toDay: ({ fn, col }, column) => fn("TO_CHAR", fn("TIMEZONE", "UTC", col(column)), "YYYY-MM-DD"),
    versionQuery: "SELECT current_setting('server_version') AS version",
    connectionLimitQuery: "SELECT current_setting('max_connections') AS connections",
    begin: "BEGIN ISOLATION LEVEL READ COMMITTED",
    commit: "COMMIT",
    rollBack: "ROLLBACK",
    lockMigrations: "SELECT pg_advisory_xact_lock(hashtext('migrations'))",
    unlockMigrations: null,
    locksApart: false,
  },
  mysql: {
    name: "mysql",
    encode: (value) => value,
    columnType: (type) =>
      toColumnType(type, { text: "MEDIUMTEXT", boolean: "TINYINT(1)", date: "DATETIME(3)" }),
    namesIndex: false,
    sortsByNull: true,
    nameMark: "`",
    locksByIds: false,
    valuesMax: 65_535,
    insertsOneByOne: false,
    toDay: ({ fn, col }, column) => fn("DATE_FORMAT", col(column), "%Y-%m-%d"),
    versionQuery: "SELECT VERSION() AS version",
    connectionLimitQuery: "SELECT @@max_connections AS connections",
    // The isolation level is set when a connection opens.
    begin: "START TRANSACTION",
    commit: "COMMIT",
    rollBack: "ROLLBACK",
    // The lock belongs to the server, so its name contains the database's name.
    lockMigrations: "SELECT GET_LOCK(LEFT(CONCAT('migrations ', DATABASE()), 64), 600) AS locked",
    unlockMigrations: "SELECT RELEASE_LOCK(LEFT(CONCAT('migrations ', DATABASE()), 64))",
    locksApart: false,
  },
  mssql: {
    name: "mssql",
    encode: encodeForSqlServer,
    decodeText: decodeFromSqlServer,
    columnType: toSqlServerType,
    namesIndex: false,
    sortsByNull: false,
    nameMark: '"',
    locksByIds: false,
    // 2,100 there, with the driver's own.
    valuesMax: 2000,
    insertsOneByOne: false,
    // A date becomes a text in ISO 8601.
    toDay: ({ cast, col }, column) => cast(cast(col(column), "DATE"), "NVARCHAR(10)"),
    versionQuery: "SELECT @@VERSION AS version",
    // Sequelize sends these three by the driver's own calls, which know them by these beginnings.
    begin: "BEGIN TRANSACTION",
    commit: "COMMIT TRANSACTION",
    rollBack: "ROLLBACK TRANSACTION",
    lockMigrations: LOCK_SQL_SERVER,
    unlockMigrations: null,
    locksApart: false,
  },
  oracle: {
    name: "oracle",
    encode: encodeForOracle,
    decodeText: decodeFromOracle,
    columnType: toOracleType,
    finish: orderPlaces,
    nameMark: '"',
    namesIndex: false,
    sortsByNull: false,
    locksByIds: true,
    valuesMax: 65_535,
    insertsOneByOne: true,
    toDay: ({ fn, col }, column) => fn("TO_CHAR", fn("SYS_EXTRACT_UTC", col(column)), "YYYY-MM-DD"),
    versionQuery: "SELECT version_full FROM product_component_version FETCH FIRST 1 ROWS ONLY",
    // Sequelize sends these three by the driver's own calls, as SQL Server's.
    begin: "BEGIN TRANSACTION",
    commit: "COMMIT TRANSACTION",
    rollBack: "ROLLBACK TRANSACTION",
    lockMigrations: LOCK_ORACLE,
    unlockMigrations: "ROLLBACK TRANSACTION",
    locksApart: true,
  },
};

/** Quotes a name in a statement that the store writes itself. */
export function quoteName({ nameMark }: Pick<Dialect, "nameMark">, name: string): string {
  return nameMark + name + nameMark;
}

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

/** Follows a text that SQL Server would take for a shorter one. */
const MARK = "\u0001";

/**
 * SQL Server ignores trailing blanks when it compares, so a text that ends in one, or is empty, is stored with a mark behind;
 * so is a text that ends in the mark itself. Dates become texts with their zone, because Sequelize binds them as texts.
 */
function encodeForSqlServer(value: Scalar): Scalar {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" && needsMark(value) ? `${value}${MARK}` : value;
}

function decodeFromSqlServer(text: string): string {
  const unmarked = text.slice(0, -1);
  return text.endsWith(MARK) && needsMark(unmarked) ? unmarked : text;
}

function needsMark(text: string): boolean {
  return text === "" || text.endsWith(" ") || text.endsWith(MARK);
}

/** A character outside of the basic plane counts as two there, and a mark may follow. Texts are compared by their codes. */
function toSqlServerType(type: FieldType): string {
  const collation = " COLLATE Latin1_General_100_BIN2";
  if (typeof type === "object") return `NVARCHAR(${2 * type.string + 1})${collation}`;
  if (type === "text") return `NVARCHAR(MAX)${collation}`;
  return { integer: "INTEGER", boolean: "BIT", date: "DATETIMEOFFSET(3)" }[type];
}
