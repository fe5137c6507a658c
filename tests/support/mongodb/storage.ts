/**
 * The documents of the stand-in, in memory, with the versions that running transactions still read. A document that a
 * transaction has changed belongs to it until it ends: another transaction fails with a write conflict, and a change
 * outside of transactions waits.
 */
import type { Document } from "bson";
import { ServerError } from "./server-error";

export interface Transaction {
  /** The time after which commits are not seen. */
  snapshot: number;
  changed: Set<Entry>;
  ended: Promise<void>;
  end(): void;
}

interface Entry {
  id: string;
  /** The newest is last. `null` is a deleted document. */
  versions: { at: number; document: Document | null }[];
  /** The transaction that has changed the document, and what it made of it. */
  pending: { by: Transaction; document: Document | null } | null;
}

export interface Index {
  name: string;
  key: Record<string, number>;
  unique?: boolean;
}

export interface Collection {
  name: string;
  entries: Map<string, Entry>;
  indexes: Index[];
}

/** A change outside of transactions must wait for this one. */
export class BlockedError extends Error {
  readonly by: Transaction;
  constructor(by: Transaction) {
    super("the document belongs to a transaction");
    this.by = by;
  }
}

/** A collection, as a transaction or a call outside of transactions sees and changes it. */
export interface Target {
  collection: Collection;
  transaction: Transaction | null;
}

export interface Storage {
  begin(): Transaction;
  /** Returns the commits until `at`, or now. From then on every version is kept. It is read only, and never ends. */
  snapshot(at?: number): Transaction;
  commit(transaction: Transaction): void;
  abort(transaction: Transaction): void;
  list(target: Target): Document[];
  /** As `list`, for one document. */
  read(target: Target, id: string): Document | null;
  /** Throws BlockedError when a change outside of transactions has to wait. Changes nothing. */
  requireFree(target: Target, ids: readonly string[]): void;
  /** Inserts, replaces or, with null, deletes. Throws ServerError for a duplicate and a conflict. */
  write(target: Target, id: string, document: Document | null): void;
}

export function createStorage(): Storage {
  let clock = 0;
  let keepsVersions = false;
  const running = new Set<Transaction>();
  const end = (transaction: Transaction) => {
    running.delete(transaction);
    transaction.end();
  };
  const publish = (entry: Entry, document: Document | null) => {
    // Nobody reads older versions when no transaction runs.
    const kept = running.size === 0 && !keepsVersions ? [] : entry.versions;
    entry.versions = [...kept, { at: clock, document }];
    entry.pending = null;
  };
  return {
    begin() {
      const transaction = createTransaction(clock);
      running.add(transaction);
      return transaction;
    },
    snapshot(at = clock) {
      keepsVersions = true;
      return createTransaction(at);
    },
    commit(transaction) {
      clock += 1;
      for (const entry of transaction.changed) publish(entry, entry.pending?.document ?? null);
      end(transaction);
    },
    abort(transaction) {
      for (const entry of transaction.changed) entry.pending = null;
      end(transaction);
    },
    list({ collection, transaction }) {
      const seen = [...collection.entries.values()].map((entry) => see(entry, transaction));
      return seen.filter((document) => document !== null);
    },
    read: ({ collection, transaction }, id) => see(collection.entries.get(id), transaction),
    requireFree({ collection, transaction }, ids) {
      for (const id of ids) requireOwn(collection.entries.get(id), transaction);
    },
    write(target, id, document) {
      const { collection, transaction } = target;
      const entry = collection.entries.get(id) ?? { id, versions: [], pending: null };
      requireOwn(entry, transaction);
      if (document) requireUnique(target, id, document);
      collection.entries.set(id, entry);
      if (transaction) {
        entry.pending = { by: transaction, document };
        transaction.changed.add(entry);
      } else {
        clock += 1;
        publish(entry, document);
      }
    },
  };
}

function createTransaction(snapshot: number): Transaction {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { snapshot, changed: new Set(), ended, end: () => end() };
}

function see(entry: Entry | undefined, transaction: Transaction | null): Document | null {
  if (!entry) return null;
  if (transaction && entry.pending?.by === transaction) return entry.pending.document;
  const seen = transaction
    ? entry.versions.findLast(({ at }) => at <= transaction.snapshot)
    : entry.versions.at(-1);
  return seen?.document ?? null;
}

/** Throws unless the document may be changed now. */
function requireOwn(entry: Entry | undefined, transaction: Transaction | null): void {
  if (!entry || (transaction && entry.pending?.by === transaction)) return;
  if (entry.pending) throw transaction ? createConflict() : new BlockedError(entry.pending.by);
  if (transaction && (entry.versions.at(-1)?.at ?? 0) > transaction.snapshot) throw createConflict();
}

function requireUnique({ collection, transaction }: Target, id: string, document: Document): void {
  const others = [...collection.entries.values()].filter((entry) => entry.id !== id);
  for (const { key } of collection.indexes.filter(({ unique }) => unique)) {
    const fields = Object.keys(key);
    const isSame = (other: Document | null | undefined) =>
      other ? fields.every((field) => isEqual(other[field], document[field])) : false;
    const duplicate = others.find(({ pending, versions }) =>
      pending?.by === transaction
        ? isSame(pending.document)
        : isSame(versions.at(-1)?.document) || isSame(pending?.document),
    );
    if (!duplicate) continue;
    // A row that another transaction has just written is a conflict, or something to wait for, and no duplicate yet.
    requireOwn(duplicate, transaction);
    throw createDuplicate(collection.name, key, document);
  }
}

/** The message repeats the value, as MongoDB's does. */
export function createDuplicate(collection: string, key: Record<string, number>, document: Document) {
  const keyValue = Object.fromEntries(Object.keys(key).map((field) => [field, document[field] as unknown]));
  const message = `E11000 duplicate key error collection: ${collection} dup key: ${JSON.stringify(keyValue)}`;
  return new ServerError(11000, message, { keyPattern: key, keyValue });
}

function createConflict(): ServerError {
  return new ServerError(112, "WriteConflict error: this operation conflicted with another operation");
}

function isEqual(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? Number(one) === Number(other) : one === other;
}
