/**
 * The one door to the database. Models are written against this port; each adapter keeps its promises:
 *
 * - Values are typed scalars: string, number, boolean, Date (UTC, millisecond precision) or null. No JSON.
 * - A unique constraint that is hit throws `DuplicateError` with the fields' names, on every engine alike.
 * - A database that cannot be reached, is read-only or too slow throws `StoreUnavailableError`.
 * - `update` returns how many rows matched, so that check-and-change is one statement.
 * - Inside `transaction` all calls through the given store are one atomic step; a throw rolls it back. Serialization
 *   failures and deadlocks are retried, so the work may run more than once: nothing but store calls belongs inside.
 */
import type { Rows, EntityName } from "./entities";
import type { ViewerRow } from "./viewer-row";

export type Scalar = string | number | boolean | Date | null;

/** What a field must be: a value (null means "is null"), one of a list, or within a range. */
export type Condition<V> =
  | V
  | { in: readonly NonNullable<V>[] }
  | { lt?: NonNullable<V>; lte?: NonNullable<V>; gt?: NonNullable<V>; gte?: NonNullable<V> }
  | { not: V };

export type Where<R> = { [K in keyof R]?: Condition<R[K]> };

export interface FindOptions<R> {
  /** Keyset order; the id breaks ties, in the same direction. */
  order?: { by: keyof R & string; direction: "asc" | "desc" };
  /** At most this many rows; 100 when left out. */
  limit?: number;
  /** Continue behind this row: its value of the order field and its id. */
  after?: { value: Scalar; id: string };
}

export interface Store {
  insert<E extends EntityName>(entity: E, row: Rows[E]): Promise<void>;
  findOne<E extends EntityName>(entity: E, where: Where<Rows[E]>): Promise<Rows[E] | null>;
  find<E extends EntityName>(
    entity: E,
    where: Where<Rows[E]>,
    options?: FindOptions<Rows[E]>,
  ): Promise<Rows[E][]>;
  count<E extends EntityName>(entity: E, where: Where<Rows[E]>): Promise<number>;
  /** Changes every row that matches, in one statement; returns how many matched. */
  update<E extends EntityName>(entity: E, where: Where<Rows[E]>, changes: Partial<Rows[E]>): Promise<number>;
  /** Removes every row that matches; returns how many. An empty `where` is refused. */
  remove<E extends EntityName>(entity: E, where: Where<Rows[E]>): Promise<number>;
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;

  /** A session with its person, account, role and plan: the one look-up a request makes. */
  findViewer(by: { tokenHash: string } | { sessionId: string }): Promise<ViewerRow | null>;

  /** How many statements this store has sent; the benchmark reads it. */
  readonly statements: number;
  /** Answers when the database does; throws StoreUnavailableError otherwise. */
  ping(): Promise<void>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** A unique constraint refused a row. */
export class DuplicateError extends Error {
  readonly fields: readonly string[];
  constructor(fields: readonly string[], cause: unknown) {
    super(`a row with the same ${fields.join(" and ")} exists`, { cause });
    this.name = "DuplicateError";
    this.fields = fields;
  }
}

/** The database cannot be reached, cannot be written or did not answer in time. */
export class StoreUnavailableError extends Error {
  constructor(reason: string, cause: unknown) {
    super(`the database is not available: ${reason}`, { cause });
    this.name = "StoreUnavailableError";
  }
}
