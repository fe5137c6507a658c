/**
 * The documents of the stand-in, in memory, with the versions that running transactions still read. A document that a
 * transaction has changed belongs to it until it ends: another transaction fails with a write conflict, and a change
 * outside of transactions waits.
 */
import type { Document } from "bson";
import { ServerError } from "./server-error";

export interface Transaction {
  /** What was committed later is not seen. */
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

export interface Storage {
  begin(): Transaction;
  commit(transaction: Transaction): void;
  abort(transaction: Transaction): void;
  /** The documents as the transaction, or a call outside of transactions, sees them. */
  list(collection: Collection, transaction: Transaction | null): Document[];
  /** As `list`, for one document. */
  read(collection: Collection, id: string, transaction: Transaction | null): Document | null;
  /** Throws BlockedError when a change outside of transactions has to wait. Changes nothing. */
  requireFree(collection: Collection, ids: readonly string[], transaction: Transaction | null): void;
  /** Inserts, replaces or, with null, deletes. Throws ServerError for a duplicate and a conflict. */
  write(collection: Collection, id: string, document: Document | null, transaction: Transaction | null): void;
}

export function createStorage(): Storage {
  let clock = 0;
  const running = new Set<Transaction>();
  const end = (transaction: Transaction) => {
    running.delete(transaction);
    transaction.end();
  };
  const publish = (entry: Entry, document: Document | null) => {
    // Nobody reads older versions when no transaction runs.
    const kept = running.size === 0 ? [] : entry.versions;
    entry.versions = [...kept, { at: clock, document }];
    entry.pending = null;
  };
  return {
    begin() {
      const transaction = createTransaction(clock);
      running.add(transaction);
      return transaction;
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
    list: ({ entries }, transaction) =>
      [...entries.values()].flatMap((entry) => see(entry, transaction) ?? []),
    read: ({ entries }, id, transaction) => see(entries.get(id), transaction),
    requireFree({ entries }, ids, transaction) {
      for (const id of ids) requireOwn(entries.get(id), transaction);
    },
    write(collection, id, document, transaction) {
      const entry = collection.entries.get(id) ?? { id, versions: [], pending: null };
      requireOwn(entry, transaction);
      if (document) requireUnique(collection, id, document, transaction);
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
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { snapshot, changed: new Set(), ended, end };
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

function requireUnique(
  { name, entries, indexes }: Collection,
  id: string,
  document: Document,
  transaction: Transaction | null,
): void {
  for (const { key } of indexes.filter(({ unique }) => unique)) {
    const isSame = (other: Document | null | undefined) =>
      other && Object.keys(key).every((field) => isEqual(other[field], document[field]));
    for (const entry of entries.values()) {
      if (entry.id === id) continue;
      const newest = entry.versions.at(-1);
      const isOurs = entry.pending !== null && entry.pending.by === transaction;
      if (
        isOurs ? isSame(entry.pending?.document) : isSame(newest?.document) || isSame(entry.pending?.document)
      ) {
        if (!isOurs) requireOwn(entry, transaction);
        throw createDuplicate(name, key, document);
      }
    }
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
