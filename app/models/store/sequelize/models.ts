/** The entities as Sequelize's models, whose statements Sequelize's query generator writes. */
import type { Model, ModelAttributes, ModelStatic, Sequelize } from "sequelize";
import type { AnyEntity } from "../entity";
import { toColumnName } from "../names";
import type { Dialect } from "./dialects";
import { loadSequelize } from "./sequelize-module";

/** The part of the query generator that the store uses. Sequelize's types leave the generator out. */
export interface QueryGenerator {
  selectQuery(table: string, options: object, model: ModelStatic<Model>): string;
  insertQuery(table: string, values: object, attributes: object, options: object): { query: string };
  updateQuery(
    table: string,
    values: object,
    where: object,
    options: object,
    attributes: object,
  ): { query: string };
  deleteQuery(table: string, where: object, options: object, model: ModelStatic<Model>): string;
  quoteIdentifier(name: string): string;
  quoteTable(name: string): string;
}

export interface Models {
  dialect: Dialect;
  generator: QueryGenerator;
  /** Sequelize's operators, functions and hints. */
  sequelize: Awaited<ReturnType<typeof loadSequelize>>;
  get(entity: AnyEntity): ModelStatic<Model>;
}

/** Defines each entity's model when it is first asked for. */
export async function createModels(connected: Sequelize, dialect: Dialect): Promise<Models> {
  const sequelize = await loadSequelize();
  const defined = new Map<string, ModelStatic<Model>>();
  const define = (entity: AnyEntity) => {
    const { table, fields } = entity;
    const attributes = Object.entries(fields).map(([name, { type, nullable }]) => [
      name,
      {
        field: toColumnName(name),
        type: createParameterType(sequelize, dialect.columnType(type)),
        allowNull: nullable,
        primaryKey: name === "id",
      },
    ]);
    const model = connected.define(table, Object.fromEntries(attributes) as ModelAttributes, {
      tableName: table,
      timestamps: false,
    });
    defined.set(table, model);
    return model;
  };
  return {
    dialect,
    sequelize,
    generator: connected.getQueryInterface().queryGenerator as QueryGenerator,
    get: (entity) => defined.get(entity.table) ?? define(entity),
  };
}

/**
 * A data type whose values are the placeholders of bound values: the generator writes `$1` as it is. So a value never
 * gets into a statement's text, and one text serves all values.
 */
function createParameterType({ DataTypes }: Models["sequelize"], columnType: string) {
  return Object.assign(new DataTypes.ABSTRACT(), {
    key: "PARAMETER",
    escape: false,
    toSql: () => columnType,
    stringify: (placeholder: string) => placeholder,
    bindParam: (placeholder: string) => placeholder,
  });
}
