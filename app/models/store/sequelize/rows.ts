/** Converts a driver's rows to the rows that the port promises. */
import { onceForEach, type Entity, type StoredRow } from "../entity";
import { toColumnName } from "../names";
import type { Scalar } from "../conditions";
import { readValue } from "../values";

/** A driver's row, by column names. */
export type Row = Record<string, unknown>;

/** The columns of a select: the prefix that it gave their names, and its fields where it named them. */
interface Selected {
  prefix?: string;
  fields?: readonly string[];
}

/** Returns the entity's row from a selected row. */
export function readRow<R extends StoredRow>(
  entity: Entity<R>,
  row: Row,
  { prefix = "", fields }: Selected = {},
): R {
  const read: Record<string, Scalar> = {};
  for (const { field, column, type } of listColumns(entity))
    if (!fields || fields.includes(field)) read[field] = readValue(type, row[prefix + column]);
  // By its definition, the fields of an entity are those of its row type.
  return read as unknown as R;
}

const listColumns = onceForEach(({ fields }) =>
  Object.entries(fields).map(([field, { type }]) => ({ field, column: toColumnName(field), type })),
);
