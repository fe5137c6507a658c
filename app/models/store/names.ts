/**
 * The names of fields and indexes in a database: snake_case columns, and index names that lead back to their
 * columns.
 */

/** `emailClaim` → `email_claim`. */
export function toColumnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `email_claim` → `emailClaim`. */
export function toFieldName(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Index names have at most 63 characters, which a test checks. PostgreSQL cuts longer names, and then an error no
 * longer leads to a field.
 */
export function indexName(table: string, columns: readonly string[], kind: "index" | "unique"): string {
  return `${table}_${columns.join("_")}_${kind}`;
}
