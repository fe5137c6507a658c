/** Converts a driver's rows to the rows that the port promises. */
import { ENTITIES, type EntityName, type Rows } from "../entities";
import type { FieldType } from "../entity";
import { toColumnName } from "../names";
import type { Scalar } from "../store";
import { readValue } from "../values";

/** A driver's row, by column names. */
export type Row = Record<string, unknown>;

interface Column {
  field: string;
  column: string;
  type: FieldType;
}

/** What a select read: the prefix that it gave its column names, and its fields where it named them. */
interface Selected {
  prefix?: string;
  fields?: readonly string[] | undefined;
}

/** Returns the entity's row from a selected row. */
export function readRow<E extends EntityName>(
  entity: E,
  row: Row,
  { prefix = "", fields }: Selected = {},
): Rows[E] {
  const read: Record<string, Scalar> = {};
  for (const { field, column, type } of COLUMNS[entity])
    if (!fields || fields.includes(field)) read[field] = readValue(type, row[prefix + column]);
  // By its definition, the fields of an entity are those of its row type.
  return read as unknown as Rows[E];
}

/** Computed once, because it is used for each row that is read. */
const COLUMNS = Object.fromEntries(
  Object.entries(ENTITIES).map(([name, { fields }]) => [
    name,
    Object.entries(fields).map(([field, { type }]): Column => ({ field, column: toColumnName(field), type })),
  ]),
) as unknown as Record<EntityName, Column[]>;
