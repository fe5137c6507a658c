/**
 * The names of fields and indexes in a database: snake_case columns, and index names that lead back to their
 * columns.
 */

/** Fields that were renamed after they had been stored: a version before still reads columns and backups by this name. */
const STORED_NAMES = new Map([["ip", "address"]]);
const RENAMED_FIELDS = new Map([...STORED_NAMES].map(([field, name]) => [name, field]));

/** The name of a field where it is stored. */
export function toStoredName(field: string): string {
  return STORED_NAMES.get(field) ?? field;
}

/** `emailClaim` → `email_claim`. */
export function toColumnName(field: string): string {
  return toStoredName(field).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `email_claim` → `emailClaim`. */
export function toFieldName(column: string): string {
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return RENAMED_FIELDS.get(name) ?? name;
}

/**
 * Index names have at most 63 characters, which a test checks. PostgreSQL cuts longer names, and then an error no
 * longer leads to a field.
 */
export function indexName(table: string, columns: readonly string[], kind: "index" | "unique"): string {
  return `${table}_${columns.join("_")}_${kind}`;
}
