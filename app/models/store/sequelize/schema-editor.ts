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

export function createSchemaEditor(
  dialect: Dialect,
  tables: QueryInterface,
  transaction: Transaction,
): Schema {
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
      const existing = namesOf(await tables.showIndex(name, { transaction }));
      for (const index of indexesOf(name, table)) {
        if (!existing.has(index.name)) await tables.addIndex(name, { ...index, transaction });
      }
    },
    dropTable: (name) => tables.dropTable(name, { transaction }),
  };
}

function define(dialect: Dialect, column: string, { type, nullable }: Field) {
  return { type: dialect.columnType(type), allowNull: nullable, primaryKey: column === "id" };
}

function indexesOf(table: string, { unique = [], indexes = [] }: Table) {
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

function namesOf(indexes: unknown): Set<string> {
  return new Set((indexes as { name: string }[]).map(({ name }) => name));
}
