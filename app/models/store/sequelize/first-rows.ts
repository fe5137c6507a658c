/**
 * The select of a table's rows without a condition, as a start reads the tables of a few rows. On SQLite the store writes it
 * itself, so that a start does not load Sequelize: that is a sixth of a start. docs/speed.md
 */
import type { AnyEntity } from "../entity";
import { toColumnName } from "../names";
import { quoteName, type Dialect } from "./dialects";
import { checkLimit, LIMIT_DEFAULT, type Selection, type Statement } from "./statements";

/** Null for what the generator writes: a condition, an order, and every select of the other databases. */
export function selectFirstRows(
  dialect: Dialect,
  entity: AnyEntity,
  { where, selection }: { where: object; selection: Selection },
): Statement | null {
  const { limit = LIMIT_DEFAULT, ...others } = selection;
  // The other databases have loaded Sequelize with their pool.
  if (dialect.name !== "sqlite" || Object.keys({ ...where, ...others }).length > 0) return null;
  checkLimit(limit);
  const { table, fields } = entity;
  const columns = Object.keys(fields).map((field) => quoteName(dialect, toColumnName(field)));
  return { sql: `SELECT ${columns.join(", ")} FROM ${quoteName(dialect, table)} LIMIT ${limit}`, bind: [] };
}
