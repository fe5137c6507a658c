/** The operations with which a migration changes any kind of database. The migrations are in `migrations/`. */
import type { Field } from "./entity";

/** Columns and indexes by their names in the database. The column `id` is the primary key. */
export interface Table {
  columns: Readonly<Record<string, Field>>;
  unique?: readonly (readonly string[])[];
  indexes?: readonly (readonly string[])[];
}

/** Columns that are added to an existing table. They are nullable, because existing rows have no value for them. */
export type AddedColumns = Pick<Table, "columns" | "indexes">;

/**
 * Every change is idempotent: not every database rolls back a schema change when a later one fails, so an
 * interrupted migration is run again.
 */
export interface Schema {
  createTable(name: string, table: Table): Promise<void>;
  dropTable(name: string): Promise<void>;
  /** Adds the missing columns and indexes. Existing rows get null. */
  addColumns(table: string, added: AddedColumns): Promise<void>;
  dropColumns(table: string, added: AddedColumns): Promise<void>;
  /** Adds the missing indexes. */
  addIndexes(table: string, indexes: NonNullable<Table["indexes"]>): Promise<void>;
  dropIndexes(table: string, indexes: NonNullable<Table["indexes"]>): Promise<void>;
  /** In existing rows, fills a new column with the text of another one, in lower case. */
  fillLowerCase(table: string, column: string, from: string): Promise<void>;
  /** In existing rows, fills a new column with `column` of the row that `by` refers to; the same column by default. */
  fillFrom(
    table: string,
    column: string,
    from: { table: string; by: string; column?: string },
  ): Promise<void>;
}

/** One migration. Once released it is never edited: it describes the schema of its time, not today's entities. */
export interface Migration {
  /** Defines the order, and is stored in the database when the migration is done. */
  name: string;
  up(schema: Schema): Promise<void>;
  down(schema: Schema): Promise<void>;
}
