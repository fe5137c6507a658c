/** How fields and indexes are called in a database: snake_case columns, and index names that can be traced back. */

/** `emailClaim` → `email_claim`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `email_claim` → `emailClaim`. */
export function fieldOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** At most 63 characters, which a test checks: PostgreSQL cuts longer names, and then no error leads back to a field. */
export function indexName(table: string, columns: readonly string[], kind: "index" | "unique"): string {
  return `${table}_${columns.join("_")}_${kind}`;
}
