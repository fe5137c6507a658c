/** Rows as lines of JSON. A date is its ISO text, and every other value is itself. */
import { createHash } from "node:crypto";
import { ANY_ENTITIES, type EntityName } from "~/models/all-entities";
import type { AnyRow, Field } from "~/models/store/entity";
import { toStoredName } from "~/models/store/names";
import type { SnapshotReader } from "~/models/store/database";
import { checkValue } from "~/models/store/values";
import { readAllRows } from "~/models/whole-store.server";
import { BackupError } from "./backup-error.server";

/** All rows of an entity as text, a batch at a time: the same rows give the same bytes on every database. */
export async function* formatAllRows(
  reader: Pick<SnapshotReader, "find">,
  entity: EntityName,
): AsyncGenerator<{ text: Buffer; rows: number }> {
  for await (const rows of readAllRows(reader, entity)) {
    yield { text: Buffer.from(rows.map((row) => formatRow(entity, row)).join("")), rows: rows.length };
  }
}

/** Counts and hashes what `formatAllRows` gives. */
export async function measureRows(
  reader: Pick<SnapshotReader, "find">,
  entity: EntityName,
  onRows: (count: number) => void = () => undefined,
): Promise<{ rows: number; bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  const measured = { rows: 0, bytes: 0 };
  for await (const { text, rows } of formatAllRows(reader, entity)) {
    hash.update(text);
    measured.rows += rows;
    measured.bytes += text.length;
    onRows(rows);
  }
  return { ...measured, sha256: hash.digest("hex") };
}

/** The fields in the order of the entity, whatever order a driver returned them in. */
export function formatRow(entity: EntityName, row: AnyRow): string {
  return `${JSON.stringify(Object.fromEntries(getFieldNames(entity).map((name) => [toStoredName(name), row[name]])))}\n`;
}

/** Throws BackupError for a line that is no row of the entity. */
export function parseRow(entity: EntityName, line: string): AnyRow {
  try {
    const value = JSON.parse(line) as Record<string, unknown>;
    const names = getFieldNames(entity);
    if (Object.keys(value).join() !== names.map(toStoredName).join()) throw new TypeError("other fields");
    return Object.fromEntries(
      names.map((name) => [name, parseValue(entity, name, value[toStoredName(name)])]),
    ) as AnyRow;
  } catch (cause) {
    throw new BackupError(`The backup is damaged: a row of ${entity} is not as it was written.`, cause);
  }
}

function parseValue(entity: EntityName, name: string, value: unknown): unknown {
  const field = getFields(entity)[name];
  if (!field) throw new TypeError(`there is no field ${name}`);
  const parsed = field.type === "date" && typeof value === "string" ? new Date(value) : value;
  return checkValue(name, field, parsed);
}

function getFields(entity: EntityName): Readonly<Record<string, Field>> {
  return ANY_ENTITIES[entity].fields;
}

function getFieldNames(entity: EntityName): string[] {
  return Object.keys(getFields(entity));
}
