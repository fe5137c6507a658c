/** Rows as a driver gives them, made into rows as the port promises them. */
import { ENTITIES, type EntityName, type Rows } from "../entities";
import type { FieldType } from "../entity";
import { columnOf } from "../names";
import type { Scalar } from "../store";
import { readValue } from "../values";

/** As a driver gives it, by the names of the columns. */
export type Row = Record<string, unknown>;

interface Column {
  field: string;
  column: string;
  type: FieldType;
}

/** The entity's row in what was selected; `prefix` when the select named its columns so. */
export function readRow<E extends EntityName>(entity: E, row: Row, prefix = ""): Rows[E] {
  const read: Record<string, Scalar> = {};
  for (const { field, column, type } of COLUMNS[entity]) read[field] = readValue(type, row[prefix + column]);
  // The fields of an entity are, by its definition, those of its row type.
  return read as unknown as Rows[E];
}

/** Looked up for each row that is read, so worked out once. */
const COLUMNS = Object.fromEntries(
  Object.entries(ENTITIES).map(([name, { fields }]) => [
    name,
    Object.entries(fields).map(([field, { type }]): Column => ({ field, column: columnOf(field), type })),
  ]),
) as unknown as Record<EntityName, Column[]>;
