/** What the stand-in does for each command that reads or changes documents. */
import { Long, type Document } from "bson";
import { Aggregator, Query, update as applyOperators } from "mingo";
import { ServerError } from "./server-error";
import { createDuplicate, type Collection, type Storage, type Transaction } from "./storage";

/** A database's documents as one command sees them. */
export interface View {
  storage: Storage;
  transaction: Transaction | null;
  /** Creates the collection when it is missing, as MongoDB does for a change. */
  collection(name: string): Collection;
}

type Command = (view: View, command: Document) => Document;

export const DOCUMENT_COMMANDS: Record<string, Command> = {
  find(view, { find, filter = {}, sort = {}, limit = 0 }) {
    const sorted = listMatching(view, view.collection(find as string), filter as Document, sort as Document);
    return toCursor(find, limit ? sorted.slice(0, limit as number) : sorted);
  },

  aggregate(view, { aggregate, pipeline }) {
    const from = typeof aggregate === "string" ? view.collection(aggregate) : null;
    const stages = pipeline as Document[];
    const merge = stages.at(-1)?.$merge as Document | undefined;
    const found = runPipeline(view, from, merge ? stages.slice(0, -1) : stages);
    if (merge) mergeInto(view, merge, found);
    return toCursor(aggregate, merge ? [] : found);
  },

  insert(view, { insert, documents }) {
    return collectWriteErrors(documents as Document[], (document) => {
      insertOne(view, view.collection(insert as string), document);
      return { n: 1 };
    });
  },

  update(view, { update, updates }) {
    const collection = view.collection(update as string);
    return collectWriteErrors(updates as Document[], ({ q, u, multi, upsert }) => {
      const matching = listMatching(view, collection, q as Document);
      const changed = multi ? matching : matching.slice(0, 1);
      if (upsert && changed.length === 0)
        return { n: 1, upserted: upsertOne(view, collection, q as Document, u) };
      changeAll(view, collection, changed, (document) => change(document, u));
      return { n: changed.length, nModified: changed.length };
    });
  },

  delete(view, { delete: name, deletes }) {
    const collection = view.collection(name as string);
    return collectWriteErrors(deletes as Document[], ({ q, limit }) => {
      const matching = listMatching(view, collection, q as Document);
      const deleted = limit ? matching.slice(0, limit as number) : matching;
      changeAll(view, collection, deleted, () => null);
      return { n: deleted.length };
    });
  },

  findAndModify(view, { findAndModify, query, update, sort = {} }) {
    const collection = view.collection(findAndModify as string);
    const [found] = listMatching(view, collection, query as Document, sort as Document);
    if (found) changeAll(view, collection, [found], (document) => change(document, update));
    return { value: found ?? null, lastErrorObject: { n: found ? 1 : 0, updatedExisting: Boolean(found) } };
  },
};

function listMatching(view: View, collection: Collection, filter: Document, sort: Document = {}): Document[] {
  const { $eq: id } = (filter._id ?? {}) as { $eq?: string };
  const id_ = typeof filter._id === "string" ? filter._id : id;
  const one = id_ === undefined ? null : view.storage.read(collection, id_, view.transaction);
  const candidates = id_ === undefined ? view.storage.list(collection, view.transaction) : one ? [one] : [];
  const query = new Query(filter);
  const found = candidates.filter((document) => query.test(document));
  return Object.keys(sort).length > 0 ? found.toSorted(createComparator(sort)) : found;
}

function createComparator(sort: Document) {
  return (a: Document, b: Document): number => {
    for (const [field, direction] of Object.entries(sort)) {
      const order = compare(a[field], b[field]);
      if (order !== 0) return order * Number(direction);
    }
    return 0;
  };
}

/** Texts by their bytes, as MongoDB without a collation; null before everything else. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (isNothing(a) || isNothing(b)) return Number(isNothing(b)) - Number(isNothing(a));
  return Number(a) - Number(b);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

function runPipeline(view: View, from: Collection | null, pipeline: Document[]): Document[] {
  const list = (name: string) => view.storage.list(view.collection(name), view.transaction);
  const collectionResolver = (name: string) => list(name);
  return new Aggregator(pipeline, { collectionResolver }).run(from ? list(from.name) : []) as Document[];
}

function mergeInto(view: View, { into }: Document, documents: Document[]): void {
  const collection = view.collection(into as string);
  for (const document of documents) {
    const existing = view.storage.read(collection, document._id as string, view.transaction);
    if (existing)
      view.storage.write(collection, document._id as string, { ...existing, ...document }, view.transaction);
  }
}

function insertOne(view: View, collection: Collection, document: Document): void {
  const id = document._id as unknown;
  if (typeof id !== "string")
    throw new ServerError(72, "the stand-in stores only documents with a text as their id");
  view.storage.requireFree(collection, [id], view.transaction);
  if (view.storage.read(collection, id, view.transaction))
    throw createDuplicate(collection.name, { _id: 1 }, document);
  view.storage.write(collection, id, document, view.transaction);
}

function upsertOne(view: View, collection: Collection, filter: Document, update: unknown): Document[] {
  if ("$expr" in filter)
    throw new ServerError(72, "$expr is not allowed in the query predicate for an upsert");
  const { $setOnInsert, ...operators } = update as Document;
  const document = change({ _id: filter._id as unknown, ...($setOnInsert as Document) }, operators);
  insertOne(view, collection, document);
  return [{ index: 0, _id: document._id as unknown }];
}

/** Changes all of them, or throws before the first when one belongs to a transaction. */
function changeAll(
  { storage, transaction }: View,
  collection: Collection,
  documents: readonly Document[],
  make: (document: Document) => Document | null,
): void {
  const ids = documents.map(({ _id }) => _id as string);
  storage.requireFree(collection, ids, transaction);
  for (const document of documents)
    storage.write(collection, document._id as string, make(document), transaction);
}

/** Documents are never changed in place, because other transactions still read them. */
function change(document: Document, update: unknown): Document {
  if (Array.isArray(update))
    return new Aggregator(update as Document[]).run([{ ...document }])[0] as Document;
  const { $setOnInsert, ...operators } = update as Document;
  const changed = { ...document };
  if (Object.keys(operators).length > 0) applyOperators(changed, operators);
  return changed;
}

/** A duplicate is part of the answer to a change; everything else fails the command. */
function collectWriteErrors(
  changes: readonly Document[],
  run: (change: Document, index: number) => Document,
): Document {
  const reply = { n: 0, nModified: 0 };
  for (const [index, one] of changes.entries()) {
    try {
      const done = run(one, index);
      Object.assign(reply, { ...done, n: reply.n + Number(done.n) });
    } catch (error) {
      if (!(error instanceof ServerError) || error.code !== 11000) throw error;
      const { code, message: errmsg, details } = error;
      return { ...reply, writeErrors: [{ index, code, errmsg, ...details }] };
    }
  }
  return reply;
}

/** All documents are in the first batch, so that the cursor is closed. */
export function toCursor(collection: unknown, firstBatch: Document[]): Document {
  return { cursor: { id: Long.ZERO, ns: `stand-in.${String(collection)}`, firstBatch } };
}
