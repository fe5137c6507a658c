/** Changes tables for migrations through Sequelize's query interface, over the migration's connection. */
import type { ModelAttributes, QueryInterface, Transaction } from "sequelize";
import type { Field } from "../entity";
import { indexName } from "../names";
import type { Schema, Table } from "../schema";
import type { Dialect } from "./dialects";

/**
 * Texts are compared by code points and with their trailing blanks, as on the other engines. MariaDB and MySQL name
 * this collation differently, each in a comment that only it reads.
 */
const MYSQL_TABLE = { charset: "utf8mb4", collate: "/*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */" };

/** Sequelize's types leave out the transaction, although its code passes it on. */
type DescribeTable = (name: string, options: { transaction: Transaction }) => Promise<object>;

export function createSchemaEditor(
  dialect: Dialect,
  tables: QueryInterface,
  transaction: Transaction,
): Schema {
  const quote = (name: string) => tables.quoteIdentifier(name);
  const indexes = createIndexEditor(tables, transaction);
  const run = async (sql: string) => {
    await tables.sequelize.query(sql, { transaction });
  };
  return {
    async createTable(name, table) {
      const columns = Object.entries(table.columns).map(([column, field]) => [
        column,
        define(dialect, column, field),
      ]);
      const attributes = Object.fromEntries(columns) as ModelAttributes;
      await tables.createTable(name, attributes, {
        ...(dialect.name === "mysql" && MYSQL_TABLE),
        transaction,
      });
      await indexes.add(name, table);
    },
    dropTable: (name) => tables.dropTable(name, { transaction }),
    async addColumns(name, added) {
      const existing = await listColumnNames(tables, name, transaction);
      for (const [column, field] of Object.entries(added.columns)) {
        if (!existing.has(column))
          await tables.addColumn(name, column, define(dialect, column, field), { transaction });
      }
      await indexes.add(name, added);
    },
    async dropColumns(name, added) {
      await indexes.drop(name, added);
      const existing = await listColumnNames(tables, name, transaction);
      for (const column of Object.keys(added.columns)) {
        // For this, Sequelize would build SQLite's table again and lose its indexes.
        if (existing.has(column))
          await run(`ALTER TABLE ${quote(name)} ${dropColumn(dialect, quote(column))}`);
      }
    },
    addIndexes: (name, added) => indexes.add(name, { indexes: added }),
    dropIndexes: (name, dropped) => indexes.drop(name, { indexes: dropped }),
    ...createFills(quote, run),
  };
}

/** MySQL and MariaDB count a dropped column in the size of a row until the table is built again. */
function dropColumn(dialect: Dialect, column: string): string {
  return `DROP COLUMN ${column}${dialect.name === "mysql" ? ", FORCE" : ""}`;
}

type Indexes = Pick<Table, "unique" | "indexes">;

/** Adds the missing indexes of a table, and drops existing ones. */
function createIndexEditor(tables: QueryInterface, transaction: Transaction) {
  const listIndexNames = async (table: string) => {
    const indexes = (await tables.showIndex(table, { transaction })) as { name: string }[];
    return new Set(indexes.map((index) => index.name));
  };
  return {
    async add(table: string, wanted: Indexes): Promise<void> {
      const existing = await listIndexNames(table);
      for (const index of listIndexes(table, wanted)) {
        if (!existing.has(index.name)) await tables.addIndex(table, { ...index, transaction });
      }
    },
    async drop(table: string, unwanted: Indexes): Promise<void> {
      const existing = await listIndexNames(table);
      for (const index of listIndexes(table, unwanted)) {
        if (existing.has(index.name)) await tables.removeIndex(table, index.name, { transaction });
      }
    },
  };
}

/** Fills new columns of existing rows. */
function createFills(
  quote: (name: string) => string,
  run: (sql: string) => Promise<void>,
): Pick<Schema, "fillLowerCase" | "fillFrom"> {
  const fill = (table: string, column: string, value: string) =>
    run(`UPDATE ${quote(table)} SET ${quote(column)} = ${value} WHERE ${quote(column)} IS NULL`);
  return {
    fillLowerCase: (table, column, from) => fill(table, column, `LOWER(${quote(from)})`),
    fillFrom(table, column, from) {
      const isIts = `its.${quote("id")} = ${quote(table)}.${quote(from.by)}`;
      return fill(
        table,
        column,
        `(SELECT its.${quote(from.column ?? column)} FROM ${quote(from.table)} its WHERE ${isIts})`,
      );
    },
  };
}

async function listColumnNames(
  tables: QueryInterface,
  name: string,
  transaction: Transaction,
): Promise<Set<string>> {
  const described = await (tables.describeTable as DescribeTable)(name, { transaction });
  return new Set(Object.keys(described));
}

function define(dialect: Dialect, column: string, { type, nullable }: Field) {
  return { type: dialect.columnType(type), allowNull: nullable, primaryKey: column === "id" };
}

function listIndexes(table: string, { unique = [], indexes = [] }: Indexes) {
  return [
    ...unique.map((columns) => ({
      name: indexName(table, columns, "unique"),
      fields: [...columns],
      unique: true,
    })),
    ...indexes.map((columns) => ({
      name: indexName(table, columns, "index"),
      fields: [...columns],
      unique: false,
    })),
  ];
}
