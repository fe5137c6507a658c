/**
 * Rows and transactions of any entity: what models use of the database (`joins.ts` and `database.ts` have the rest). The
 * caller hands over the entity, so this port knows none. Each adapter keeps its promises:
 *
 * - Values are typed scalars: string, number, boolean, Date (UTC, millisecond precision) or null. No JSON. Any
 * other value, including undefined, is a TypeError, because input is validated before it gets here. A value that no
 * row can have (longer than its field, with the character NUL, an integer beyond 32 bits) finds nothing, and is a
 * RangeError when it is written or compared. A place to continue after that no row can have is an InvalidPlaceError.
 * - Texts are compared and ordered by code points: case, accents and trailing blanks count. A long text (`text()` of a field)
 * is only compared with null; any other condition on it is a TypeError.
 * - On every engine, a violated unique constraint throws `DuplicateError` with the names of the fields.
 * - A database that cannot be reached, is read-only or too slow throws `StoreUnavailableError`.
 * - `update` returns how many rows matched, so that check-and-change is one statement.
 * - Inside `transaction`, all calls through the given store are one atomic step, and a throw rolls it back.
 * Serialization failures and deadlocks are retried, so the work may run more than once and must only call the given
 * store. A row that was read does not change until the end: other transactions that need it wait, so read shared
 * rows (plans) before. A call that fails ends the transaction, and the calls after it fail too.
 */
import type { FindOptions, Where } from "./conditions";
import type { Entity, StoredRow } from "./entity";
import type { Joins } from "./joins";

export interface Store extends Joins {
  insert<R extends StoredRow>(entity: Entity<R>, row: NoInfer<R>): Promise<void>;
  /** Inserts all rows, or none. At most 1,000. */
  insertAll<R extends StoredRow>(entity: Entity<R>, rows: readonly NoInfer<R>[]): Promise<void>;
  findOne<R extends StoredRow>(entity: Entity<R>, where: Where<NoInfer<R>>): Promise<R | null>;
  find<R extends StoredRow>(
    entity: Entity<R>,
    where: Where<NoInfer<R>>,
    options?: FindOptions<NoInfer<R>>,
  ): Promise<R[]>;
  /** Counts the matching rows; no further than `atMost` if it is given. */
  count<R extends StoredRow>(
    entity: Entity<R>,
    where: Where<NoInfer<R>>,
    options?: { atMost?: number },
  ): Promise<number>;
  /**
   * Counts the matching rows for each value of `field`, a text that is never null. Values without rows are left
   * out.
   */
  countBy<R extends StoredRow>(
    entity: Entity<R>,
    where: Where<NoInfer<R>>,
    field: keyof NoInfer<R> & string,
  ): Promise<Map<string, number>>;
  /**
   * Counts the matching rows for each day in UTC of `field`, a date that is never null. The days are texts, YYYY-MM-DD; days
   * without rows are left out.
   */
  countByDay<R extends StoredRow>(
    entity: Entity<R>,
    where: Where<NoInfer<R>>,
    field: keyof NoInfer<R> & string,
  ): Promise<Map<string, number>>;
  /**
   * Adds up `sum`, an integer that is never null, over the matching rows for each value of `by`, a text that is not null in
   * any of them. Values without rows are left out.
   */
  sumBy<R extends StoredRow>(
    entity: Entity<R>,
    where: Where<NoInfer<R>>,
    fields: { sum: keyof NoInfer<R> & string; by: keyof NoInfer<R> & string },
  ): Promise<Map<string, number>>;
  /** Changes every matching row in one statement, and returns how many matched. An empty `where` throws. */
  update<R extends StoredRow>(
    entity: Entity<R>,
    where: Where<NoInfer<R>>,
    changes: Partial<NoInfer<R>>,
  ): Promise<number>;
  /** Deletes every matching row, and returns how many. An empty `where` throws. */
  remove<R extends StoredRow>(entity: Entity<R>, where: Where<NoInfer<R>>): Promise<number>;
  /** A transaction on the given store joins the running one. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /**
   * Says that work of this name was queued, as NOTIFY of PostgreSQL does. The listeners (`Database`) are called when the
   * transaction commits, once for each name; outside a transaction at once. After a rollback they are not called.
   */
  notify(queue: string): void;
}

/** The calls of an adapter: those that send statements, inside a transaction and outside of it. */
export type StoreCalls = Omit<Store, "transaction" | "notify">;

/** A restore has started to fill the database and has not ended. */
export class RestoreUnfinishedError extends Error {
  constructor() {
    super("a restore into this database has not ended: run the same restore again, or use another database");
    this.name = "RestoreUnfinishedError";
  }
}

/** A row violates a unique constraint. */
export class DuplicateError extends Error {
  readonly fields: readonly string[];
  constructor(fields: readonly string[], cause: unknown) {
    super(`a row with the same ${fields.join(" and ")} exists`, { cause });
    this.name = "DuplicateError";
    this.fields = fields;
  }
}

/** No row can be at the place after which a list is to continue. Callers send places, as cursors. */
export class InvalidPlaceError extends Error {
  constructor(cause: unknown) {
    super("no row can be at this place of the list", { cause });
    this.name = "InvalidPlaceError";
  }
}

/** The database cannot be reached or written, or did not answer in time. */
export class StoreUnavailableError extends Error {
  /** Whether it is full or read-only, so that no write succeeds until that ends. */
  readonly refusesWrites: boolean;
  constructor(reason: string, cause: unknown, { refusesWrites = false } = {}) {
    super(`the database is not available: ${reason}`, { cause });
    this.name = "StoreUnavailableError";
    this.refusesWrites = refusesWrites;
  }
}
