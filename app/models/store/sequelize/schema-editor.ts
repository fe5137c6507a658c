/** Changes of tables for migrations, through Sequelize's query interface, over the connection that migrates. */
import type { ModelAttributes, QueryInterface, Transaction } from "sequelize";
import type { Field } from "../entity";
import { indexName } from "../names";
import type { Schema, Table } from "../schema";
import type { Dialect } from "./dialects";

/**
 * Texts are compared by their code points and with their trailing blanks, as on the other engines. MariaDB and
 * MySQL have different names for it, each readable by its own kind only.
 */
const MYSQL_TABLE = { charset: "utf8mb4", collate: "/*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */" };

/** Sequelize's types leave the transaction out; its code passes it on. */
type DescribeTable = (name: string, options: { transaction: Transaction }) => Promise<object>;

export function createSchemaEditor(
  dialect: Dialect,
  tables: QueryInterface,
  transaction: Transaction,
): Schema {
  const quote = (name: string) => dialect.quote(name);
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
      await addMissing(name, table);
    },
    dropTable: (name) => tables.dropTable(name, { transaction }),
    async addColumns(name, added) {
      const existing = await columnsOf(tables, name, transaction);
      for (const [column, field] of Object.entries(added.columns)) {
        if (!existing.has(column))
          await tables.addColumn(name, column, define(dialect, column, field), { transaction });
      }
      await addMissing(name, added);
    },
    async dropColumns(name, added) {
      await dropThose(name, added);
      const existing = await columnsOf(tables, name, transaction);
      for (const column of Object.keys(added.columns)) {
        // Sequelize would build SQLite's table anew for this, and lose its indexes on the way.
        if (existing.has(column)) await run(`ALTER TABLE ${quote(name)} DROP COLUMN ${quote(column)}`);
      }
    },
    addIndexes: (name, indexes) => addMissing(name, { indexes }),
    dropIndexes: (name, indexes) => dropThose(name, { indexes }),
    ...createFills(quote, run),
  };

  async function dropThose(name: string, table: Pick<Table, "indexes">): Promise<void> {
    const existing = await indexNamesOf(name);
    for (const index of indexesOf(name, table)) {
      if (existing.has(index.name)) await tables.removeIndex(name, index.name, { transaction });
    }
  }

  async function addMissing(name: string, table: Pick<Table, "unique" | "indexes">): Promise<void> {
    const existing = await indexNamesOf(name);
    for (const index of indexesOf(name, table)) {
      if (!existing.has(index.name)) await tables.addIndex(name, { ...index, transaction });
    }
  }

  async function indexNamesOf(name: string): Promise<Set<string>> {
    const indexes = (await tables.showIndex(name, { transaction })) as { name: string }[];
    return new Set(indexes.map((index) => index.name));
  }

  async function run(sql: string): Promise<void> {
    await tables.sequelize.query(sql, { transaction });
  }
}

/** What is put into new columns of rows that are there already. */
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
        `(SELECT its.${quote(column)} FROM ${quote(from.table)} its WHERE ${isIts})`,
      );
    },
  };
}

async function columnsOf(
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

function indexesOf(table: string, { unique = [], indexes = [] }: Pick<Table, "unique" | "indexes">) {
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
