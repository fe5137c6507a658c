/**
 * The only interface to the database. Models use this port; each adapter keeps its promises:
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
import type { EntityName, KeyViewerRow, Rows, ViewerRow } from "./entities";

export type Scalar = string | number | boolean | Date | null;

/** What a field must match: a value (null means "is null"), a list of values, or a range. */
export type Condition<V> =
  | V
  | { in: readonly NonNullable<V>[] }
  | { lt?: NonNullable<V>; lte?: NonNullable<V>; gt?: NonNullable<V>; gte?: NonNullable<V> }
  | { not: V };

export type Where<R> = { [K in keyof R]?: Condition<R[K]> };

export interface FindOptions<R> {
  /**
   * Keyset order by a field that is never null, or whose condition is a range or null. The id breaks ties, in the same
   * direction.
   */
  order?: { by: keyof R & string; direction: "asc" | "desc" };
  /**
   * The field whose condition few rows meet: they are found by its index, and sorted. Otherwise they are read in the
   * order's index, which ends soon when many rows match.
   */
  foundBy?: keyof R & string;
  /** The most rows to return; 100 by default. */
  limit?: number;
  /** Continues after this row: its value of the order field and its id. */
  after?: { value: Scalar; id: string };
}

/** One list of `findTogether`. */
export interface Lookup<E extends EntityName> extends FindOptions<Rows[E]> {
  entity: E;
  where: Where<Rows[E]>;
  /** The fields that are read, one or more; all of them by default. */
  fields?: readonly (keyof Rows[E] & string)[];
}

/** The rows of a look-up: with the fields that it names. */
export type FoundRow<L extends { entity: EntityName }> = L extends { fields: readonly (infer Field)[] }
  ? Pick<Rows[L["entity"]], Field & keyof Rows[L["entity"]]>
  : Rows[L["entity"]];

export interface StoreOptions {
  /** Receives log messages for operators, such as a migration that was done. */
  log?: StoreLog;
  /** The most connections at once, where the database allows several; DATABASE_POOL_DEFAULT without it. */
  poolSize?: number;
  /** The timeout of a statement, and of waiting for a connection; 5,000 by default. */
  statementTimeoutMs?: number;
}

export interface PoolUse {
  /** Connections that a statement or a transaction uses. */
  used: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
  /** The most connections that there can be. */
  max: number;
}

export interface StoreInspection {
  /** As in "PostgreSQL 15.4". */
  version: string;
  /** The names of the migrations that are still to run. */
  pendingMigrations: string[];
  /** How many connections the server accepts of all its clients; null where that is not known. */
  connectionLimit: number | null;
}

export type StoreLog = (message: string, detail: Record<string, unknown>) => void;

/** The message for each migration that was done. */
export const MIGRATED = "migrated";

export interface Store {
  insert<E extends EntityName>(entity: E, row: Rows[E]): Promise<void>;
  /** Inserts all rows, or none. At most 1,000. */
  insertAll<E extends EntityName>(entity: E, rows: readonly Rows[E][]): Promise<void>;
  findOne<E extends EntityName>(entity: E, where: Where<Rows[E]>): Promise<Rows[E] | null>;
  find<E extends EntityName>(
    entity: E,
    where: Where<Rows[E]>,
    options?: FindOptions<Rows[E]>,
  ): Promise<Rows[E][]>;
  /**
   * Finds several lists, as `find` finds each, in one statement. A row of one list is read with empty columns for the
   * fields of all others, so a list of which only some fields are needed names them. Not inside a transaction, because it
   * locks nothing.
   */
  findTogether<const Lookups extends Record<string, { entity: EntityName }>>(
    lookups: Lookups & { [Key in keyof Lookups]: Lookup<Lookups[Key]["entity"]> },
  ): Promise<{ -readonly [Key in keyof Lookups]: FoundRow<Lookups[Key]>[] }>;
  /** Counts the matching rows; no further than `atMost` if it is given. */
  count<E extends EntityName>(
    entity: E,
    where: Where<Rows[E]>,
    options?: { atMost?: number },
  ): Promise<number>;
  /**
   * Counts the matching rows for each value of `field`, a text that is never null. Values without rows are left
   * out.
   */
  countBy<E extends EntityName>(
    entity: E,
    where: Where<Rows[E]>,
    field: keyof Rows[E] & string,
  ): Promise<Map<string, number>>;
  /**
   * Counts the matching rows for each day in UTC of `field`, a date that is never null. The days are texts, YYYY-MM-DD; days
   * without rows are left out.
   */
  countByDay<E extends EntityName>(
    entity: E,
    where: Where<Rows[E]>,
    field: keyof Rows[E] & string,
  ): Promise<Map<string, number>>;
  /**
   * Adds up `sum`, an integer that is never null, over the matching rows for each value of `by`, a text that is not null in
   * any of them. Values without rows are left out.
   */
  sumBy<E extends EntityName>(
    entity: E,
    where: Where<Rows[E]>,
    fields: { sum: keyof Rows[E] & string; by: keyof Rows[E] & string },
  ): Promise<Map<string, number>>;
  /** Changes every matching row in one statement, and returns how many matched. An empty `where` throws. */
  update<E extends EntityName>(entity: E, where: Where<Rows[E]>, changes: Partial<Rows[E]>): Promise<number>;
  /** Deletes every matching row, and returns how many. An empty `where` throws. */
  remove<E extends EntityName>(entity: E, where: Where<Rows[E]>): Promise<number>;
  /** A transaction on the given store joins the running one. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;

  /**
   * Finds a session with its user, account, role and plan, even when it has expired. Each request makes only this
   * look-up.
   */
  findViewer(by: { tokenHash: string } | { sessionId: string }): Promise<ViewerRow | null>;

  /** Finds an API key by one of its secrets, valid or not, with its account, plan and the member that it acts as. */
  findKeyViewer(by: { tokenHash: string }): Promise<KeyViewerRow | null>;

  /** The connections of this process to the database; null for a database without a pool. Sends no statement. */
  readPool(): PoolUse | null;
  /** Reads the database's version, and which migrations it has not had. Changes nothing. */
  inspect(): Promise<StoreInspection>;
  /** How many statements this store has sent. The benchmark reads it. */
  readonly statements: number;
  /** Resolves when the database answers within 2 s; throws StoreUnavailableError otherwise. */
  ping(): Promise<void>;
  /**
   * Throws StoreUnavailableError after a write of this process has failed because the database is full or read-only, until
   * one succeeds. Only in that state it tries one itself, at most every 5 s.
   */
  requireWritable(): Promise<void>;
  /**
   * Migrates the database to the current schema. Processes that start together do it once. Throws
   * RestoreUnfinishedError while a restore fills the database.
   */
  migrate(): Promise<void>;
  /** Creates a table and removes it again. Throws what the database says when it does not allow that. */
  tryTable(): Promise<void>;
  /** Compares the database's migrations with those of this version. Changes nothing. */
  readSchemaState(): Promise<SchemaState>;
  /** Marks that a restore fills the database, which has the current schema; or, with false, that it has ended. */
  markRestoring(isRestoring: boolean): Promise<void>;
  /**
   * Gives `work` the rows as they were at one moment, while others change them. It holds no lock that others wait for,
   * and its statements may take minutes. Not inside a transaction.
   */
  snapshot<T>(work: (reader: SnapshotReader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The calls that are possible both inside a transaction and outside of it. */
export type StoreCalls = Pick<
  Store,
  | "insert"
  | "insertAll"
  | "findOne"
  | "find"
  | "findTogether"
  | "count"
  | "countBy"
  | "countByDay"
  | "sumBy"
  | "update"
  | "remove"
  | "findViewer"
  | "findKeyViewer"
>;

export type SnapshotReader = Pick<Store, "find" | "count">;

export interface SchemaState {
  /** `none`: no migration has run. `older`: some are missing. `newer`: a later version's have run too. */
  schema: "none" | "older" | "current" | "newer";
  isRestoring: boolean;
}

/** A restore has begun to fill the database and has not ended. */
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
