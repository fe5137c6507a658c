/** The database as a whole: for the start, operators' commands, health and backups. Models do not use it. */
import type { Store } from "./store";

export interface StoreOptions {
  /** Receives log messages for operators, such as a migration that was done. */
  log?: StoreLog;
  /** The most connections at once, where the database allows several; DATABASE_POOL_DEFAULT without it. */
  poolSize?: number;
  /** The timeout of a statement, and of waiting for a connection; 5,000 by default. */
  statementTimeoutMs?: number;
  /** Writes a row that no one ever sees, in a transaction; for `requireWritable`. */
  tryWrite?: (store: Store) => Promise<unknown>;
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

export interface Database {
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
   * one succeeds. Only in that state it tries one itself, by `tryWrite` of its options, at most every 5 s.
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
  /**
   * Calls `heard` with each name that `Store.notify` is given by this process. An error that it throws is dropped: what was
   * written stays, and `heard` may miss a commit whose answer was lost, so it must not be the only way to find work.
   */
  listen(heard: (queue: string) => void): void;
  close(): Promise<void>;
}

export type SnapshotReader = Pick<Store, "find" | "count">;

export interface SchemaState {
  /** `none`: no migration has run. `older`: some are missing. `newer`: a later version's have run too. */
  schema: "none" | "older" | "current" | "newer";
  isRestoring: boolean;
}

/** The store that an adapter opens. */
export type OpenStore = Store & Database;
