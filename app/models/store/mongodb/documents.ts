/** Converts rows to MongoDB's documents and back. A document has the names of the columns; `_id` holds the row's id. */
import { onceForEach, type AnyEntity, type Entity, type StoredRow } from "../entity";
import { toColumnName, toFieldName } from "../names";
import type { Scalar } from "../conditions";
import { checkValue, getField, readValue } from "../values";

export type StoredDocument = { _id: string } & Record<string, unknown>;

/** The name of a column in a document. */
export function toKey(column: string): string {
  return column === "id" ? "_id" : column;
}

/** The name of a field in a document. */
export function toFieldKey(field: string): string {
  return toKey(toColumnName(field));
}

/** The field that a name in a document belongs to. */
export function fromKey(key: string): string {
  return key === "_id" ? "id" : toFieldName(key);
}

/** Returns the document of a whole row. Throws TypeError or RangeError for a value that its field cannot hold. */
export function toDocument(entity: AnyEntity, row: object): StoredDocument {
  for (const name of Object.keys(row)) getField(entity.fields, name);
  const values = row as Record<string, unknown>;
  const complete = Object.fromEntries(listKeys(entity).map(({ field }) => [field, values[field]]));
  return toValues(entity, complete) as StoredDocument;
}

/** Returns the checked values by their names in a document. Throws TypeError or RangeError as `toDocument` does. */
export function toValues(entity: AnyEntity, values: object): Record<string, Scalar> {
  const entries = Object.entries(values).map(([name, value]) => [
    toFieldKey(name),
    checkValue(name, getField(entity.fields, name), value),
  ]);
  return Object.fromEntries(entries) as Record<string, Scalar>;
}

/** Returns the entity's row from its document. A value that the document lacks is null: its column is newer. */
export function readDocument<R extends StoredRow>(
  entity: Entity<R>,
  document: object,
  fields?: readonly string[],
): R {
  const stored = document as Record<string, unknown>;
  const row: Record<string, Scalar> = {};
  for (const { field, key, type } of listKeys(entity))
    if (!fields || fields.includes(field)) row[field] = readValue(type, stored[key]);
  // By its definition, the fields of an entity are those of its row type.
  return row as unknown as R;
}

const listKeys = onceForEach(({ fields }) =>
  Object.entries(fields).map(([field, { type }]) => ({ field, key: toFieldKey(field), type })),
);
