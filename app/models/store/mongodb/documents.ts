/** Converts rows to MongoDB's documents and back. A document has the names of the columns; `_id` holds the row's id. */
import { ENTITIES, type EntityName, type Rows } from "../entities";
import type { Field, FieldType } from "../entity";
import { toColumnName, toFieldName } from "../names";
import type { Scalar } from "../store";
import { checkValue, readValue } from "../values";

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

/** Returns the definition of the field `name`. Throws TypeError when there is none, because names go into commands. */
export function getField(entity: EntityName, name: string): Field {
  const fields: Readonly<Record<string, Field>> = ENTITIES[entity].fields;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new TypeError(`there is no field ${name}`);
  return field;
}

/** Returns the document of a whole row. Throws TypeError or RangeError for a value that its field cannot hold. */
export function toDocument(entity: EntityName, row: object): StoredDocument {
  for (const name of Object.keys(row)) getField(entity, name);
  const values = row as Record<string, unknown>;
  const complete = Object.fromEntries(KEYS[entity].map(({ field }) => [field, values[field]]));
  return toValues(entity, complete) as StoredDocument;
}

/** Returns the checked values by their names in a document. Throws TypeError or RangeError as `toDocument` does. */
export function toValues(entity: EntityName, values: object): Record<string, Scalar> {
  const entries = Object.entries(values).map(([name, value]) => [
    toFieldKey(name),
    checkValue(name, getField(entity, name), value),
  ]);
  return Object.fromEntries(entries) as Record<string, Scalar>;
}

/** Returns the entity's row from its document. A value that the document lacks is null: its column is newer. */
export function readDocument<E extends EntityName>(
  entity: E,
  document: object,
  fields?: readonly string[],
): Rows[E] {
  const stored = document as Record<string, unknown>;
  const row: Record<string, Scalar> = {};
  for (const { field, key, type } of KEYS[entity])
    if (!fields || fields.includes(field)) row[field] = readValue(type, stored[key]);
  // By its definition, the fields of an entity are those of its row type.
  return row as unknown as Rows[E];
}

/** Computed once, because it is used for each document that is read. */
const KEYS = Object.fromEntries(
  Object.entries(ENTITIES).map(([name, { fields }]) => [
    name,
    Object.entries(fields).map(([field, { type }]) => ({ field, key: toFieldKey(field), type })),
  ]),
) as unknown as Record<EntityName, { field: string; key: string; type: FieldType }[]>;
