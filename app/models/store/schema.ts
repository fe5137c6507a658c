/** The words in which a migration changes a database, whatever its kind. The files are in `migrations/`. */
import type { Field } from "./entity";

/** Columns and indexes as they are called in the database; the column `id` is the primary key. */
export interface Table {
  columns: Readonly<Record<string, Field>>;
  unique?: readonly (readonly string[])[];
  indexes?: readonly (readonly string[])[];
}

/** Columns that a table gets later: nullable, because no value fits the rows it has. */
export type AddedColumns = Pick<Table, "columns" | "indexes">;

/**
 * Each change may find itself half or wholly done: not every database undoes a schema change when a later one fails,
 * so a migration that broke off is simply run again.
 */
export interface Schema {
  createTable(name: string, table: Table): Promise<void>;
  dropTable(name: string): Promise<void>;
  /** Adds what is missing of these; rows that are there already have null in them. */
  addColumns(table: string, added: AddedColumns): Promise<void>;
  dropColumns(table: string, added: AddedColumns): Promise<void>;
  /** Adds what is missing of these. */
  addIndexes(table: string, indexes: NonNullable<Table["indexes"]>): Promise<void>;
  dropIndexes(table: string, indexes: NonNullable<Table["indexes"]>): Promise<void>;
  /** Fills a new column of the rows that are there with another one's text, in lower case. */
  fillLowerCase(table: string, column: string, from: string): Promise<void>;
  /** Fills a new column of the rows that are there with the same column of the row whose id stands in `by`. */
  fillFrom(table: string, column: string, from: { table: string; by: string }): Promise<void>;
}

/** One step. Once it has been released it is never edited: it says what was, not what the entities say today. */
export interface Migration {
  /** Sorts by number; kept in the database as the mark that the step was done. */
  name: string;
  up(schema: Schema): Promise<void>;
  down(schema: Schema): Promise<void>;
}
