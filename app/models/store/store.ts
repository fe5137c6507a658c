/**
 * The one door to the database. Models are written against this port; each adapter keeps its promises:
 *
 * - Values are typed scalars: string, number, boolean, Date (UTC, millisecond precision) or null. No JSON. Anything
 *   else, and undefined, is a TypeError: what comes from outside is checked before it comes here. A value
 *   that no row can have (longer than its field, with the character NUL, an integer beyond 32 bits) is not found when
 *   it is looked for, and a RangeError when it is written, compared or continued from.
 * - Texts are equal, and ordered, by their code points: case, accents and trailing blanks count.
 * - A unique constraint that is hit throws `DuplicateError` with the fields' names, on every engine alike.
 * - A database that cannot be reached, is read-only or too slow throws `StoreUnavailableError`.
 * - `update` returns how many rows matched, so that check-and-change is one statement.
 * - Inside `transaction` all calls through the given store are one atomic step; a throw rolls it back. Serialization
 *   failures and deadlocks are retried, so the work may run more than once: nothing but calls of the given store
 *   belongs inside. A row found there stays as it was found until the end: others who want it wait, so what is only
 *   looked up (plans) is better read before. A call that fails ends the transaction: those behind it fail as well.
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
  /** Keyset order by a field that is never null, or of which a range is asked; the id breaks ties, in the same direction. */
  order?: { by: keyof R & string; direction: "asc" | "desc" };
  /** At most this many rows; 100 when left out. */
  limit?: number;
  /** Continue behind this row: its value of the order field and its id. */
  after?: { value: Scalar; id: string };
}

export interface StoreOptions {
  /** Hears of what an operator should know, such as a migration that was done. */
  log?: StoreLog;
  /** Connections at once, where there is a choice; 10 when left out. */
  poolSize?: number;
  /** How long a statement, or the wait for a connection, may take; 5,000 when left out. */
  statementTimeoutMs?: number;
}

export type StoreLog = (message: string, detail: Record<string, unknown>) => void;

export interface Store {
  insert<E extends EntityName>(entity: E, row: Rows[E]): Promise<void>;
  findOne<E extends EntityName>(entity: E, where: Where<Rows[E]>): Promise<Rows[E] | null>;
  find<E extends EntityName>(
    entity: E,
    where: Where<Rows[E]>,
    options?: FindOptions<Rows[E]>,
  ): Promise<Rows[E][]>;
  count<E extends EntityName>(entity: E, where: Where<Rows[E]>): Promise<number>;
  /** How many rows match for each value of `field`, a text that is never null; values without any are left out. */
  countBy<E extends EntityName>(
    entity: E,
    where: Where<Rows[E]>,
    field: keyof Rows[E] & string,
  ): Promise<Map<string, number>>;
  /** Changes every row that matches, in one statement; returns how many matched. An empty `where` is refused. */
  update<E extends EntityName>(entity: E, where: Where<Rows[E]>, changes: Partial<Rows[E]>): Promise<number>;
  /** Removes every row that matches; returns how many. An empty `where` is refused. */
  remove<E extends EntityName>(entity: E, where: Where<Rows[E]>): Promise<number>;
  /** A transaction on the given store joins the one that runs. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;

  /** A session with its person, account, role and plan, expired or not: the one look-up a request makes. */
  findViewer(by: { tokenHash: string } | { sessionId: string }): Promise<ViewerRow | null>;

  /** How many statements this store has sent; the benchmark reads it. */
  readonly statements: number;
  /** Answers when the database does, within 2 s; throws StoreUnavailableError otherwise. */
  ping(): Promise<void>;
  /** Brings the database to the present schema; processes that start together do it once. */
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
